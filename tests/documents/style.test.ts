import { describe, expect, it } from 'vitest'
import { tokens } from '../../functions/pages/style/tokens.ts'
import { read } from '../house/files.ts'

/** The custom properties of the two schemes, as `name:value`. */
const propertiesIn = (css: string): readonly string[] =>
  [...css.matchAll(/(--(?!c\d)[\w-]+):\s*([^;}]+)/g)].map(
    ([, name, value = '']) =>
      `${name}:${value.replace(/\s+/g, ' ').replaceAll('0.', '.').replaceAll(', ', ',').trim().toLowerCase()}`,
  )

describe('the style of the reference', () => {
  it('has the tokens of the pages, in both schemes', () => {
    const own = new Set(
      propertiesIn(read('infra/derive/reference/style.css').split('/* Reference */')[0] ?? ''),
    )
    const missing = propertiesIn(tokens).filter((each) => !own.has(each) && !/--(act|on-act):/.test(each))
    expect(missing).toEqual([])
    expect(own.size).toBeGreaterThan(30)
  })
})
