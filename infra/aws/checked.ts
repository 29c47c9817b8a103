import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the templates follow from beside the sources: values of the stage, and the account where it is known. */
type Told = Readonly<Record<string, string | undefined>>

const told = ['CDK_CONTEXT_JSON', 'CDK_DEFAULT_ACCOUNT', 'CDK_DEFAULT_REGION']

/** Whether the CDK found nothing: its report lists what its checks complain of, and nothing else. */
const isClean = (folder: string): boolean => {
  const report = join(folder, 'validation-report.json')
  return existsSync(report) && JSON.parse(readFileSync(report, 'utf8')).pluginReports?.length === 0
}

/**
 * Remembers below `into` which templates have passed all checks, which take longer than all else: the same `sources` and
 * the same context make the same templates. Whatever a check complains of is checked again each time.
 */
export const checks = (into: string, sources: string, env: Told) => {
  const hash = createHash('sha256').update(sources)
  for (const name of told) hash.update(`\n${name}=${env[name]}`)
  const file = join(into, `checked-${hash.digest('hex').slice(0, 24)}`)
  // A context that does not fit into the environment is handed over in a file of another name each time.
  const whole = env.CDK_CONTEXT_JSON !== undefined && env.CONTEXT_OVERFLOW_LOCATION_ENV === undefined
  return {
    passed: () => whole && existsSync(file),
    /** To be called when the templates are in `folder`. */
    note: (folder: string) => {
      if (!whole || !isClean(folder)) return
      mkdirSync(into, { recursive: true })
      writeFileSync(file, '')
    },
  }
}

const program = join(import.meta.dirname, 'check-program.ts')

/**
 * Checks the templates of this process's context beside it, and remembers below `into` that they passed. Says what a check
 * complains of, and whether they all passed.
 */
export const checkBeside = (into: string, sources: string): Promise<boolean> => {
  const outdir = mkdtempSync(join(tmpdir(), 'quad-check-'))
  const env = { ...process.env, CDK_OUTDIR: outdir }
  // The rules are WebAssembly that runs for a second: making it faster takes longer.
  const options = [...process.execArgv, '--liftoff-only']
  const child = spawn(process.execPath, [...options, program, into, sources], {
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
