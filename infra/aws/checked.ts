import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = join(import.meta.dirname, 'check-program.ts')

/**
 * Checks the templates of this process's context in a separate process. Prints findings, and resolves to whether all
 * checks passed.
 */
export const checkBeside = (): Promise<boolean> => {
  const outdir = mkdtempSync(join(tmpdir(), 'quad-check-'))
  const env = { ...process.env, CDK_OUTDIR: outdir }
  // The rules are WebAssembly that runs for a second. Optimizing it would take longer.
  const options = [...process.execArgv, '--liftoff-only']
  const child = spawn(process.execPath, [...options, program], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (status) => {
      rmSync(outdir, { recursive: true, force: true })
      resolve(status === 0)
    })
  })
}
