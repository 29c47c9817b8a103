export { type Club, clubOf } from './changes.ts'
export { checkedText, limitsOf } from './content.ts'
export { purgeMessages } from './purge.ts'
export { type Author, type Authors, authorOf, authorsOf, gone, writerOf } from './views.ts'
