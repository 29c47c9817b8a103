import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { routes } from '../../functions/routes.ts'
import { forPrograms } from '../../infra/derive/client/package.ts'
import { buildClient } from './built.ts'

const { folder, files, remove } = await buildClient()
afterAll(remove)

const text = files.get('operations.d.ts') ?? ''
const lines = text.split('\n')
const operations = forPrograms(routes).flatMap(({ rows }) => Object.entries(rows))

/** The comment above a line of the declarations. */
const commentAbove = (at: number): string => {
  const start = lines.slice(0, at).findLastIndex((line) => line.trim().startsWith('/**'))
  return lines.slice(start, at).join('\n')
}

describe('the declarations', () => {
  it('describe each operation: summary, callers, failures and an example', () => {
    for (const [operation, row] of operations) {
      const at = lines.findIndex((line) => new RegExp(`^ {2}${operation}: (Operation|Formatted)<`).test(line))
      const comment = commentAbove(at)
      expect(comment).toContain(row.summary)
      expect(comment).toContain(`.${operation}(`)
      for (const { code } of row.fails ?? []) expect(comment).toContain(`\`${code}\``)
    }
  })

  it('describe each field', () => {
    const bare = lines.filter(
      (line, at) => /^ +['\w$]+\??: (?!never$)/.test(line) && !/\*\/$/.test(lines[at - 1] ?? ''),
    )
    expect(bare).toEqual([])
  })

  it('have examples that compile', () => {
    const examples = [...text.matchAll(/@example\n *\* (.+)/g)].map(([, example]) => example)
    expect(examples).toHaveLength(operations.length)
    const head = "import type { Quad } from './index.js'\ndeclare const api: Quad\ndeclare const file: Blob\n"
    writeFileSync(
      join(folder, 'examples.ts'),
      `${head}export const all = async () => {\n${examples.join('\n')}\n}\n`,
    )
    const options = '--noEmit --strict --exactOptionalPropertyTypes --ignoreConfig --target es2022'
    const more = '--lib es2022,dom,dom.iterable --module esnext --moduleResolution bundler --types'
    const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
    const argv = [tsc, ...options.split(' '), ...more.split(' '), '', join(folder, 'examples.ts')]
    expect(() => execFileSync(process.execPath, argv, { encoding: 'utf8' })).not.toThrow()
  })
})
