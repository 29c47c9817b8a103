import { safeParse } from 'zod/mini'
import type { Reply } from '../../lib/contract/reply.ts'

/** What a body lacks of what the row promises, with the envelope taken off; undefined when it keeps its word. */
export const problemsWith = ({ kind, schema, message }: Reply, text: string): unknown => {
  if (kind === 'text') return text === '' ? 'an empty document' : undefined
  const body = JSON.parse(text)
  if (kind !== 'bare' && body.success !== true) return body
  if (kind === 'done' && message !== undefined && typeof body.message !== 'string') return body
  return schema ? safeParse(schema, kind === 'data' ? body.data : body).error?.issues : undefined
}
