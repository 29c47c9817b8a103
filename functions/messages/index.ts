export { type Club, findClub } from './changes.ts'
export { checkedText, limitsOf } from './content.ts'
export { purgeMessages } from './purge.ts'
export { type Author, type Authors, authorOf, authorsOf, formerMember, writerOf } from './views.ts'
