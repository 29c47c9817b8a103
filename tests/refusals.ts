import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

const seen = new Set<string>()

/** Remembers, in a file of this worker, that a domain refused something with a status and a code or a message. */
export const noteRefusal = (domain: string, status: number, body: unknown): void => {
  if (status < 400 || typeof body !== 'object' || body === null) return
  const { code, message } = body as Partial<Record<'code' | 'message', string>>
  for (const word of [code, message]) {
    const line = JSON.stringify([domain, status, word])
    if (word === undefined || seen.has(line)) continue
    seen.add(line)
    appendFileSync(join(inject('refusals'), `${process.pid}.jsonl`), `${line}\n`)
  }
}
