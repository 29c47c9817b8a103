import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { programs, root } from './bench-programs.ts'

describe('the benchmarks', () => {
  it('are files of the repository', () => {
    expect(programs.map(({ file }) => file).filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it('are described on their page, in the order in which they run', () => {
    const page = readFileSync(join(root, 'docs', 'benchmarks.md'), 'utf8')
    const described = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)
    expect(described).toEqual(programs.map(({ name }) => name))
  })
})
