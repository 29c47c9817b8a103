import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

const seen = new Set<string>()

/** Remembers, in a file of this worker, that a domain refused something with a status and a code or a message. */
export const noteRefusal = (domain: string, status: number, body: unknown): void => {
  const folder: string | undefined = inject('refusals')
  // Only the whole suite asks what was met.
  if (folder === undefined || status < 400 || typeof body !== 'object' || body === null) return
  const { code, message } = body as Partial<Record<'code' | 'message', string>>
  for (const word of [code, message]) {
    const line = JSON.stringify([domain, status, word])
    if (word === undefined || seen.has(line)) continue
    seen.add(line)
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`)
  }
}
