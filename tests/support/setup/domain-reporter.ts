import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node'

/** The folder of a test file below `tests`: a domain, or what holds for all of them. */
const domainOf = (moduleId: string): string => relative(process.cwd(), moduleId).split(/[\\/]/)[1] ?? ''

type Progress = { files: number; passed: number; failed: number; seconds: number }

/** Seconds of processor that this process and those that it has started and ended have used; undefined off Linux. */
const processorSeconds = (): number | undefined => {
  try {
    const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
    const ticks = fields.split(' ').slice(11, 15).map(Number)
    return ticks.reduce((sum, each) => sum + each, 0) / 100
  } catch {
    return undefined
  }
}

const progress = new Map<string, Progress>()
const knownOf = (domain: string): Progress => {
  const known = progress.get(domain) ?? { files: 0, passed: 0, failed: 0, seconds: 0 }
  progress.set(domain, known)
  return known
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const lineOf = (domain: string, { passed, failed, seconds }: Progress): string => {
  const verdict =
    failed > 0 ? `× ${domain}: ${failed} failed, ${passed} passed` : `✓ ${domain}: ${passed} passed`
  return `  ${verdict.padEnd(48)} ${seconds.toFixed(1).padStart(6)} s`
}

/** Counts a file that has ended, and prints its domain with the last of its files. */
const noteModule = (module: TestModule): void => {
  const domain = domainOf(module.moduleId)
  const known = knownOf(domain)
  const tests = [...module.children.allTests()]
  const failed = tests.filter((test) => test.result().state === 'failed').length
  known.files -= 1
  known.failed += failed
  known.passed += tests.filter((test) => test.result().state === 'passed').length
  known.seconds += module.diagnostic().duration / 1000
  if (failed > 0) print(`  × ${relative(process.cwd(), module.moduleId)}: ${failed} failed`)
  if (known.files === 0) print(lineOf(domain, known))
}

const countFiles = (specifications: readonly TestSpecification[]): void => {
  progress.clear()
  for (const { moduleId } of specifications) knownOf(domainOf(moduleId)).files += 1
}

/** The runner's own reporter with a line a domain in the place of a line a file, and the processor time at the end. */
export const domainReporter = (): DefaultReporter => {
  const reporter = new DefaultReporter({ summary: false })
  const start = reporter.onTestRunStart.bind(reporter)
  return Object.assign(reporter, {
    onTestRunStart(specifications: readonly TestSpecification[]) {
      countFiles(specifications)
      start(specifications as never)
      process.once('exit', () => {
        const seconds = processorSeconds()
        if (seconds !== undefined) print(`Processor time of all processes: ${Math.round(seconds)} s`)
      })
    },
    printTestModule: noteModule,
  })
}
