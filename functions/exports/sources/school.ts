import type { Gateways } from '../../../lib/gateways/gateways.ts'
import type { Table } from '../../../lib/table/table.ts'
import { isBefore, withoutSecrets } from '../kinds.ts'
import { chainLine, lineOf, noLine, schoolFormat, schoolVersion } from '../lines.ts'
import { mediaOf, withMediaMarks } from '../media.ts'
import { type Found, walkSchool } from '../walk.ts'
import type { Source } from './organizations.ts'

/** Where a file stands: the walk, the lines so far and the chain of them. */
type Place = { readonly lines: number; readonly hash: string; readonly walk: string | null }

export type School = {
  readonly table: Table
  /** ISO 8601: when the export began. */
  readonly startedAt: string
  readonly media: Gateways['media']
}

/** Where media are served, with the slash behind it. */
const originOf = (media: Gateways['media']): string => media.addressOf('x').slice(0, -1)

/**
 * Everything of a school, one JSON document a line: a header, an item a line, a trailer that proves that nothing is
 * missing or changed (docs/decisions/033). The same school gives the same lines between header and trailer.
 */
export const schoolSource = ({ table, startedAt, media }: School, position?: string): Source => {
  const tenant = table.tenant ?? ''
  const place: Place = position ? JSON.parse(position) : { lines: 0, hash: noLine, walk: null }
  const walk = walkSchool(table, startedAt, place.walk ?? undefined)
  const origin = originOf(media)
  let { lines, hash } = place
  let ended = place.walk === 'end'

  const write = (values: readonly object[]): string => {
    const written = values.map(lineOf)
    for (const line of written) hash = chainLine(hash, line)
    lines += written.length
    return written.map((line) => `${line}\n`).join('')
  }

  const valuesOf = async ({ entity, fields: found }: Found): Promise<readonly object[]> => {
    if (!isBefore(entity, found, startedAt)) return []
    const fields = withMediaMarks(withoutSecrets(entity, found), origin, tenant)
    return [{ entity, fields }, ...(await mediaOf(entity, fields, media))]
  }

  return {
    async next() {
      if (ended) return undefined
      if (lines === 0) {
        const header = { format: schoolFormat, version: schoolVersion, tenant, startedAt }
        return { text: write([header]), items: 1 }
      }
      const found = await walk.next()
      if (found) {
        const values = await valuesOf(found)
        return { text: write(values), items: values.length }
      }
      ended = true
      return { text: `${lineOf({ end: true, lines, hash })}\n`, items: 1 }
    },
    position: () => JSON.stringify({ lines, hash, walk: ended ? 'end' : walk.saved() }),
  }
}
