import { createHash } from 'node:crypto'
import { namesTag } from '../contract/entity-tag.ts'
import type { Row } from '../contract/row.ts'
import type { Request } from './request.ts'
import type { Response } from './respond.ts'

const tagOf = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

/** An answer that caches or clients may keep gets a tag; who shows that tag has it already and is told so with 304 (RFC 9110, 13). */
export const tagged = (request: Request, row: Row, response: Response): Response => {
  const kept = row.reply.cache || row.reply.revalidate
  if (!kept || response.statusCode !== 200) return response
  const etag = tagOf(response.body ?? '')
  const headers: Record<string, string> = { ...response.headers, etag }
  const wanted = request.headers['if-none-match']
  if (wanted === undefined || !namesTag(wanted, etag)) return { ...response, headers }
  const { 'content-type': _, ...rest } = headers
  return { ...response, statusCode: 304, headers: rest, body: '' }
}
