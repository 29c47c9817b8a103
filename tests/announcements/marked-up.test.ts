import { describe, expect, it } from 'vitest'
import { plainTextOf } from '../../lib/contract/text/html-to-text.ts'

// rules/announcements 26
describe('a text that an editor has marked up', () => {
  it('is told in words, however its tags are written', () => {
    expect(plainTextOf('<P>One</P><P>Two <A HREF="https://a.test/">there</A></P>')).toBe(
      'One\nTwo there (https://a.test/)',
    )
    expect(plainTextOf('1 < 2, and <p> is a tag')).toBe('1 < 2, and <p> is a tag')
  })

  // What grew with the square of a text would not end here.
  it.each([
    ['lines', (many: number) => `<p>x${'\n'.repeat(many)}y</p>`],
    ['the name of a tag', (many: number) => `<p><${'a'.repeat(many)}</p>`],
    ['beginnings of tags', (many: number) => `<p>${'<a '.repeat(many)}</p>`],
    ['ends of blocks', (many: number) => `<p>${'</p> '.repeat(many)}x`],
    ['addresses', (many: number) => `<p>${'https://a.test/ ('.repeat(many)}</p>`],
  ])('takes a time that grows with its length: %s', (_, text) => {
    expect(plainTextOf(text(200_000)).length).toBeGreaterThan(0)
  })
})
