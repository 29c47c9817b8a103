import type { Route } from '../../../lib/contract/route-match.ts'
import type { DescribedRow } from '../../../lib/contract/row.ts'

/** The tag of operations and addresses that only existing clients need. */
export const keptTag = {
  name: 'Kept for existing clients',
  description:
    'Operations and older addresses that existing clients call. They stay as they are; new clients call the operation that each one names',
} as const

/** Whether the path is an older address of its operation. Second addresses of pages are those of their forms. */
const isAliasPath = ({ row, path }: Route<DescribedRow>): boolean =>
  (row.aliases ?? []).includes(path) && !row.reply.type?.startsWith('text/html')

/** The operation to call instead. Undefined if none is needed. */
export const replacementOf = (route: Route<DescribedRow>): string | undefined => {
  const { row, operation } = route
  if (row.replacedBy !== undefined) return row.replacedBy === 'nothing' ? undefined : row.replacedBy
  return isAliasPath(route) && !row.legacy ? operation : undefined
}

/** Whether only existing clients need the operation at this path. */
export const isKept = (route: Route<DescribedRow>): boolean =>
  route.row.legacy === true || route.row.replacedBy !== undefined || isAliasPath(route)

/** A sentence for new clients about an operation or address that is kept. */
export const keptWords = (route: Route<DescribedRow>): string => {
  const replacement = replacementOf(route)
  if (replacement === undefined) return 'Kept for existing clients. New clients need no such call.'
  if (replacement === route.operation)
    return `Older address of \`${replacement}\`, kept for existing clients. Call \`${route.row.method} ${route.row.path}\` instead.`
  return `Kept for existing clients. Call \`${replacement}\` instead.`
}
