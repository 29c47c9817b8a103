import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { hashOfSources } from '../prepared.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the worlds that stand before samples, as the present sources make them. */
    preparedWorlds: string
  }
}

const root = join(import.meta.dirname, '..', '..', '..')
const kept = join(root, 'node_modules', '.cache', 'quad-worlds')

/** Everything that can change what a staged operation writes: the platform, its packages, the tests that stage. */
const sources = (): string[] => {
  const named = ['lib', 'functions', 'infra', 'tests', 'package-lock.json']
  const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', ...named], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const files = list.split('\0').filter((file) => /(?<!\.test)\.(?:ts|json)$/.test(file))
  return files
    .map((file) => join(root, file))
    .filter((file) => existsSync(file))
    .sort()
}

/** Names the folder of the present sources, and removes those of earlier ones. */
export const setup = (project: TestProject): void => {
  const state = hashOfSources(sources())
  mkdirSync(join(kept, state), { recursive: true })
  for (const other of readdirSync(kept)) if (other !== state) rmSync(join(kept, other), { recursive: true })
  project.provide('preparedWorlds', join(kept, state))
}
