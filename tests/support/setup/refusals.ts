import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

const seen = new Set<string>()

/** Remembers, in a file of this worker, that a domain refused something with a status and a code. */
export const noteRefusal = (domain: string, status: number, code: string | undefined): void => {
  const folder: string | undefined = inject('refusals')
  // Only the whole suite asks what was met.
  if (folder === undefined || status < 400 || code === undefined) return
  const line = JSON.stringify([domain, status, code])
  if (seen.has(line)) return
  seen.add(line)
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`)
}
