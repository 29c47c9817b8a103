import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { routes } from '../../functions/routes.ts'
import { forPrograms } from '../../infra/derive/client/package.ts'
import { tasks } from '../../infra/derive/reference/tasks.ts'
import { buildClient } from './built.ts'

const { folder, files, remove } = await buildClient()
afterAll(remove)

const text = files.get('operations.d.ts') ?? ''
const lines = text.split('\n')
const operations = forPrograms(routes).flatMap(({ rows }) => Object.entries(rows))

const options = '--noEmit --strict --exactOptionalPropertyTypes --ignoreConfig --target es2022'
const more = '--lib es2022,dom,dom.iterable --module esnext --moduleResolution bundler --types'

/** Compiles a file beside the package. Throws with the compiler's words. */
const compile = (name: string): string => {
  const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
  const argv = [tsc, ...options.split(' '), ...more.split(' '), '', join(folder, name)]
  return execFileSync(process.execPath, argv, { encoding: 'utf8' })
}

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

  it('belong to a README and tasks of the reference whose code compiles', () => {
    const blocks = [...(files.get('README.md') ?? '').matchAll(/```ts\n([\s\S]*?)```/g)].map(
      ([, code = '']) => code,
    )
    const names = 'orThrow, quad, client, each, pages, type Tokens'
    const head = `import { ${names}, type Quad, type CreateEventInput } from './index.js'
import { auth, events } from './groups.js'
declare const [origin, email, password]: string[] & [string, string, string]
declare const event: { readonly _id: string } & CreateEventInput
declare const api: Quad
declare const [signal, key]: [AbortSignal, string]
declare const showSignIn: (reason?: string) => void
declare const showSecondStep: (methods: readonly string[]) => void
`
    const code = (block: string): string => block.replace(/^import .*\n/gm, '')
    const parts = [...blocks.map(code), code(tasks.map((task) => task.code.typescript).join('\n'))]
    expect(parts.length).toBeGreaterThan(4)
    const source = parts.map((part, at) => `export const part${at} = async () => {\n${part}\n}\n`).join('')
    writeFileSync(
      join(folder, 'written.ts'),
      `${head}${source}export const all = [client, pages, orThrow, quad, each, auth, events, api, event, signal, key]\n`,
    )
    expect(() => compile('written.ts')).not.toThrow()
  })

  it('have examples that compile', () => {
    const examples = [...text.matchAll(/@example\n *\* (.+)/g)].map(([, example]) => example)
    expect(examples).toHaveLength(operations.length)
    const head = "import type { Quad } from './index.js'\ndeclare const api: Quad\ndeclare const file: Blob\n"
    writeFileSync(
      join(folder, 'examples.ts'),
      `${head}export const all = async () => {\n${examples.join('\n')}\n}\n`,
    )
    expect(() => compile('examples.ts')).not.toThrow()
  })
})
