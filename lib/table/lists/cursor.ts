import { createHash } from 'node:crypto'

/** Where a listing stopped: the sort position and id parts of the last item, never a partition key (rules/table 1). */
type Position = Readonly<Record<string, string>>

const bind = (scope: string): string => createHash('sha256').update(scope).digest('base64url').slice(0, 8)

/** An opaque cursor that only continues the listing it came from: same index, same partition, same filters. */
export const sealCursor = (position: Position, scope: string): string =>
  Buffer.from(JSON.stringify([bind(scope), position])).toString('base64url')

/** Undefined for anything that is not a cursor of this listing. */
export const openCursor = (cursor: string, scope: string): Position | undefined => {
  if (cursor.length > 2048) return undefined
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(parsed) || parsed.length !== 2 || parsed[0] !== bind(scope)) return undefined
    const position: unknown = parsed[1]
    if (typeof position !== 'object' || position === null) return undefined
    const parts = Object.entries(position)
    return parts.every(([, value]) => typeof value === 'string' && value !== '')
      ? Object.fromEntries(parts)
      : undefined
  } catch {
    return undefined
  }
}
