import process from 'node:process'
import { createVitest, parseCLI, type TestSpecification } from 'vitest/node'
import { deathOf, isFinished } from './support/setup/reporter.ts'

/**
 * `vitest run`, with one thing more: files that a dead worker took with it run once more. A worker dies when the machine
 * takes it away (memory, a signal) or the runtime crashes; a test that fails is never run again.
 */
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
Object.assign(process.env, { TEST: 'true', VITEST: 'true', NODE_ENV: process.env.NODE_ENV ?? 'test' })

const vitest = await createVitest('test', options)

const unfinished = async (): Promise<readonly TestSpecification[]> => {
  const finished = new Set(
    vitest.state
      .getTestModules()
      .filter(isFinished)
      .map(({ moduleId }) => moduleId),
  )
  const all = await vitest.getRelevantTestSpecifications(filter)
  return all.filter(({ moduleId }) => !finished.has(moduleId))
}

/** Runs the files of dead workers again. The run passes where nothing else went wrong, before or now. */
const runAgain = async (files: readonly TestSpecification[]): Promise<void> => {
  process.stdout.write(`!! Running ${files.length} files of the dead worker once more.\n`)
  vitest.state.clearErrors()
  process.exitCode = undefined
  const { unhandledErrors } = await vitest.runTestSpecifications([...files], true)
  const left = await unfinished()
  const failed = vitest.state.getTestModules().filter((module) => module.state() === 'failed')
  if (left.length + failed.length + unhandledErrors.length > 0) process.exitCode = 1
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
  const count = (state: string): number => tests.filter((test) => test.result().state === state).length
  // The last such line is what counts for `.ci/run`: it is about both runs.
  process.stdout.write(` Tests  ${count('failed')} failed | ${count('passed')} passed, in both runs\n`)
  if (left.length > 0) process.stdout.write(`!! A worker died again: ${left.length} files have not run.\n`)
}

try {
  const { unhandledErrors } = await vitest.start(filter)
  const others = unhandledErrors.filter((error) => deathOf(error) === undefined)
  if (others.length < unhandledErrors.length) await runAgain(await unfinished())
  if (others.length > 0) process.exitCode = 1
} catch (error) {
  process.exitCode = 1
  // Where no file matches, the runner has said so.
  if (!(error instanceof Error && 'code' in error && error.code === 'VITEST_FILES_NOT_FOUND'))
    console.error(error)
} finally {
  await vitest.exit()
}
