import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './files.ts'

const config = `import { testReporter } from '${root}/tests/support/setup/reporter.ts'
export default { test: { reporters: ['default', testReporter], pool: 'forks', isolate: false, maxWorkers: 1 } }
`

/** Ends its process the first time, or each time. */
const dies = `import { existsSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
it('dies', () => {
  if (existsSync('died') && process.env.DEATHS !== 'always') return
  writeFileSync('died', '')
  process.kill(process.pid, 'SIGKILL')
})
it('fails where the setting says so', () => expect(process.env.FAILS).toBeUndefined())
`

/** Comes after it in the same worker. */
const waits = `import { it } from 'vitest'
it('passes', () => undefined)
`

/** Runs two files in one worker that dies, from a folder below the project so that its packages are found. */
const run = (settings: Readonly<Record<string, string>>): { status: number | null; output: string } => {
  mkdirSync(join(root, '.local'), { recursive: true })
  const cwd = mkdtempSync(join(root, '.local', 'dead-worker-'))
  writeFileSync(join(cwd, 'vitest.config.ts'), config)
  writeFileSync(join(cwd, 'dies.test.ts'), dies)
  writeFileSync(join(cwd, 'waits.test.ts'), waits)
  const env = { ...process.env, NO_COLOR: '1', SUITE: '', ...settings }
  const args = [join(root, 'infra', 'run.cjs'), 'tests/run.ts']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' })
  rmSync(cwd, { recursive: true })
  return { status, output: stdout }
}

it('files of a worker that died run once more, and the output says so', () => {
  const { status, output } = run({})
  expect(output).toContain('!! A test worker died with signal SIGKILL.')
  expect(output).toContain('!! It was running dies.test.ts.')
  expect(output).toContain('!! Running 2 files of the dead worker once more.')
  expect(output).toMatch(/Tests {2}0 failed \| 3 passed, in both runs\n/)
  expect(status).toBe(0)
})

it('a worker that dies again fails the run', () => {
  const { status, output } = run({ DEATHS: 'always' })
  expect(output).toContain('!! A worker died again: 2 files have not run.')
  expect(status).toBe(1)
})

it('a test that fails beside a dead worker fails the run, and does not run again', () => {
  const { status, output } = run({ FAILS: 'yes' })
  expect(output).toMatch(/Tests {2}1 failed \| 2 passed, in both runs\n/)
  expect(status).toBe(1)
})
