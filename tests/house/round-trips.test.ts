import { expect, it } from 'vitest'
import { bareCode } from './code.ts'
import { read, sources } from './files.ts'

const counts = (code: string): boolean =>
  /\broundTrips\(/.test(code) ||
  (/\bdepth\b/.test(code) && /\blogs\.at\(-1\)|\b(?:costOf|lastCost|costIn)\b|\bunits\.depth\b/.test(code))

it('tests that assert round trips count logical rounds, which no busy machine changes', () => {
  const counting = sources('tests').filter((path) => {
    if (!path.endsWith('.test.ts')) return false
    const code = bareCode(read(path))
    return counts(code) && !code.includes('logicalRounds()')
  })
  expect(counting, 'tests/support/table/logical-rounds.ts').toEqual([])
})
