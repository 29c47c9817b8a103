import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** A worker process that ended by itself, as its runner reports it. It takes the rest of its files with it. */
const death = /^Worker exited unexpectedly (?<how>with .*?)?(?: ?during| while)/

const messagesOf = (error: unknown): readonly string[] => {
  if (typeof error !== 'object' || error === null) return []
  const { message, cause } = error as { readonly message?: unknown; readonly cause?: unknown }
  return [String(message), ...messagesOf(cause)]
}

/** How the worker ended ("with signal SIGKILL"), or undefined where the error has another reason. */
export const deathOf = (error: unknown): string | undefined =>
  messagesOf(error).flatMap((message) => {
    const found = death.exec(message)
    return found ? [found.groups?.how?.trim() ?? 'without a reason'] : []
  })[0]

/** Whether all tests of a file ran, whatever they found. A file of a dead worker is pending, queued or absent. */
export const isFinished = (module: TestModule): boolean =>
  ['passed', 'failed', 'skipped'].includes(module.state())

const pathOf = (moduleId: string): string => relative(process.cwd(), moduleId)

const print = (line: string): void => {
  process.stdout.write(`!! ${line}\n`)
}

/** Prints what the runner's own reporter does not say: which worker died, and in which file. */
export const testReporter: Reporter = {
  onTestRunEnd(modules, errors) {
    const deaths = errors.flatMap((error) => deathOf(error) ?? [])
    if (deaths.length === 0) return
    const running = modules.filter((module) => module.state() === 'pending')
    for (const how of deaths) print(`A test worker died ${how}. No test has failed by that.`)
    print(`It was running ${running.map(({ moduleId }) => pathOf(moduleId)).join(', ') || 'no file yet'}.`)
  },
}
