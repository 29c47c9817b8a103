import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { resultsFolder, root } from './bench-programs.ts'
import type { Ran } from './bench-run.ts'

/** What one program printed, when and where. */
export type Result = Ran & {
  readonly date: string
  readonly commit: string
  readonly machine: string
  readonly quick: boolean
}

/** The last result of each program, by its name. */
export type Results = Readonly<Record<string, Result>>

const file = join(resultsFolder, 'performance.json')

export const readResults = (): Results => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

export const writeResults = (results: Results): void => {
  mkdirSync(resultsFolder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`)
}

const commit = (): string => {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ', and changes'
    return `${git('rev-parse', '--short', 'HEAD')}${changed}`
  } catch {
    return 'unknown'
  }
}

const machine = (): string => {
  const all = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${all.length} cores${all[0]?.model ? ` (${all[0].model.trim()})` : ''}, ${memory} GiB, Node ${process.versions.node}`
}

export const resultOf = (ran: Ran, quick: boolean): Result => ({
  date: new Date().toISOString().slice(0, 16).replace('T', ' '),
  commit: commit(),
  machine: machine(),
  quick,
  ...ran,
})
