import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesPrefixes, nameWordsOf, wordsOf } from '../../lib/search/words.ts'

// rules/table 25
describe('a name', () => {
  it.each([
    ['José María Fernández-Cruz Ruiz', ['fernandez-cruz jose', 'Ruiz, José', 'cruz maria', 'fernandezcruz']],
    ["Siobhán O'Neil", ["o'neil", 'ONeil', 'O’Neil siob', 'neil', 'o neil']],
    ['Jean‑Luc d’Angelo', ['jeanluc', 'jean-luc', 'angelo', "d'angelo", 'dangelo jean']],
    ['Łukasz Þórsson', ['lukasz', 'thorsson lukasz', 'ŁUK']],
    ['Ægir Strauß-Ødegård', ['aegir', 'strauss', 'odegard', 'strauß']],
    ['Ɓala Əliyev', ['bala', 'eliyev']],
    ['田中太郎', ['太郎', '田中', '田中 太郎', '中太']],
    ['田中 太郎', ['田中太郎', '太郎 田中']],
    ['김민수', ['민수', '김 민수', '김']],
  ])('%s is found by each of %j', (name, typed) => {
    for (const one of typed)
      expect([one, matchesPrefixes(wordsOf(one), nameWordsOf(name))]).toEqual([one, true])
  })

  it('is not found by the middle of a word, or by a part of a compound that it lacks', () => {
    for (const typed of ['ukasz', 'eil', 'neill', 'luc o'])
      expect([typed, matchesPrefixes(wordsOf(typed), nameWordsOf("Łukasz O'Neil"))]).toEqual([typed, false])
  })

  it('has at most twelve words, its own before those of compounds', () => {
    const words = nameWordsOf(Array.from({ length: 8 }, (_, at) => `a${at}-b${at}`).join(' '))
    expect([words.length, words[0], words[11]]).toEqual([12, 'a0', 'b5'])
  })
})

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
