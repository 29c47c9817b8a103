export { checkedText, limitsOf } from './content.ts'
export { type Club, clubOf } from './posting.ts'
export { purgeMessages } from './purge.ts'
export { type Author, type Authors, authorOf, authorsOf, writerOf } from './views.ts'
