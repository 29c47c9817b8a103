import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

type Code = { readonly folder: string; readonly start: string }

const program = join(import.meta.dirname, '..', '..', 'local', 'handlers', 'code-cache.ts')

/** An idle machine of two processors takes a sixth of it. */
export const mostMs = 120_000

/**
 * Keeps beside each script of the given bundles what V8 makes of it once the bundle has answered its samples on a demo
 * campus. Throws with what the program said when it failed, or took longer than `ms`: what is there by then can be used.
 */
export const addCodeCaches = async (bundles: ReadonlyMap<string, Code>, ms = mostMs): Promise<void> => {
  const wanted = [...bundles].map(([domain, { folder, start }]) => ({ domain, folder, start }))
  // Nothing of this environment: whoever synthesizes may hold credentials, and settings of their own.
  const options = { timeout: ms, env: { TMPDIR: process.env.TMPDIR } }
  await promisify(execFile)(process.execPath, [program, JSON.stringify(wanted)], options)
}
