import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { routes } from '../../../functions/routes.ts'
import type { FailureKind } from '../../../lib/contract/failure.ts'
import * as shared from '../../../lib/contract/failures.ts'
import type { Contract } from '../../../lib/contract/row.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    refusals: string
  }
}

type Met = readonly [domain: string, status: number, code: string]

const metIn = (folder: string): readonly Met[] =>
  readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )

// A failure that all domains share counts wherever it was met.
const common = new Set<FailureKind>(Object.values(shared))

const isMet = (domain: string, kind: FailureKind, met: readonly Met[]): boolean =>
  met.some(
    ([where, status, code]) =>
      (where === domain || common.has(kind)) && status === kind.status && code === kind.code,
  )

const unmetFailures = (contracts: readonly Contract[], met: readonly Met[]): readonly string[] => [
  ...new Set(
    contracts.flatMap(({ domain, rows }) =>
      Object.values(rows)
        .flatMap(({ fails = [] }) => fails)
        .filter((kind) => !isMet(domain, kind, met))
        .map(({ status, message, code }) => [domain, status, code, message].filter(Boolean).join(' ')),
    ),
  ),
]

/** Whether every test of every file ran and passed: only then does a failure that was not met mean something. */
const isWhole = async (project: TestProject): Promise<boolean> => {
  const { testFiles } = await project.globTestFiles()
  const ran = project.vitest.state.getFiles()
  const passed = ran.every(({ result }) => result?.state === 'pass')
  return ran.length >= testFiles.length && passed && !project.config.testNamePattern
}

/** A run of all tests fails when a failure that a contract declares was met by none of them. */
export const setup = (project: TestProject): (() => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-refusals-'))
  project.provide('refusals', folder)
  return async () => {
    const unmet = (await isWhole(project)) ? unmetFailures(routes, metIn(folder)) : []
    rmSync(folder, { recursive: true, force: true })
    if (unmet.length === 0) return
    console.error(
      `Failures that a contract declares and no test of their domain (tests/<domain>/) has met:\n  ${unmet.join('\n  ')}`,
    )
    process.exitCode = 1
  }
}
