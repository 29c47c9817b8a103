import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesPrefixes, wordsOf } from '../../lib/search/rows.ts'

describe('words of a name', () => {
  it.each([
    ['Søren Æbelø', ['soren', 'aebelo']],
    ['Łukasz Großmann-Đorđević', ['lukasz', 'grossmann', 'dordevic']],
    ['ÉCOLE  d’Été', ['ecole', 'dete']],
    ["Women's Rugby & Football", ['womens', 'rugby', 'football']],
    ['İstanbul ISTANBUL ıstanbul', ['istanbul']],
    ['Ｆｕｌｌ ｗｉｄｔｈ ﬁne', ['full', 'width', 'fine']],
    ['北京 大学', ['北京', '大学']],
    ['가나다', ['가나다'.normalize('NFKD')]],
    ['50% #1', ['50', '1']],
    ['♥ #♥', ['♥♥']],
    [' # % ', []],
  ])('of %s are %j', (name, words) => {
    expect(wordsOf(name)).toEqual(words)
  })

  // rules/table 9
  it('are the same however a name is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        const words = wordsOf(name)
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
          expect(wordsOf(name.normalize(form))).toEqual(words)
        expect(wordsOf(words.join(' '))).toEqual(words)
        expect(words.join()).not.toMatch(/[#%\s]/)
        expect(matchesPrefixes(words, words)).toBe(true)
      }),
      { examples: [['\u03F9'], ['Οδυσσεύς']] },
    )
  })

  // rules/table 9
  it('are bounded', () => {
    expect(wordsOf(Array.from({ length: 50 }, (_, at) => `w${at}`).join(' '))).toHaveLength(12)
    expect(wordsOf('x'.repeat(1000))[0]).toHaveLength(60)
  })
})
