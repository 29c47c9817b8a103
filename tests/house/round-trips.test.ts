import { expect, it } from 'vitest'
import { bareCode } from './code.ts'
import { read, sources } from './files.ts'

/** They leave room for more, or say what they found without judging it. */
const others = ['tests/load/sizes/search-at-size.test.ts', 'tests/search/lists.test.ts']

const counts = (code: string): boolean =>
  /\bdepth\b/.test(code) && /\blogs\.at\(-1\)|\b(?:costOf|lastCost|costIn)\b|\bunits\.depth\b/.test(code)

it('round trips are counted where answers take their time, so that a busy machine adds none', () => {
  const counting = sources('tests').filter((path) => {
    if (!path.endsWith('.test.ts')) return false
    const code = bareCode(read(path))
    return counts(code) && !code.includes('slowAnswers()')
  })
  expect(
    counting.filter((path) => !others.includes(path)),
    'tests/support/table/slow-answers.ts',
  ).toEqual([])
})
