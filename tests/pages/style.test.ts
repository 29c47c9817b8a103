import { beforeAll, describe, expect, it } from 'vitest'
import { style, stylePath } from '../../functions/pages/layout/style.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'
import { browser } from './browser.ts'

let w: World

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
})

describe('the style sheet', () => {
  it('has an address that names its text, which browsers may keep for a year', async () => {
    const front = await browser(w).open('/')
    expect(front.html).toContain(`<link rel="stylesheet" href="${stylePath()}">`)
    const { status, headers } = await browser(w).open(stylePath())
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
  })

  it('of another release is the current one, which no browser keeps', async () => {
    for (const name of ['0123456789abcdef', 'current']) {
      const other = await browser(w).open(`/assets/${name}-ffd400.css`)
      expect([other.status, other.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(other.html).toContain('--brand:#ffd400')
      const again = { 'if-none-match': other.headers.etag ?? '' }
      expect((await browser(w).open(`/assets/${name}-ffd400.css`, again)).status).toBe(304)
    }
  })

  it('wraps rows of tabs where they do not fit, but on phones, where they scroll below faded edges', () => {
    expect(style).toMatch(/@media\(min-width:60\.01rem\)\{\s*\.tabs\{flex-wrap:wrap\}/)
    expect(style).toMatch(/@media\(max-width:60rem\)\{\s*:is\(\.tabs,[^}]*mask-image/)
  })

  it('shows hints below the controls of two fields in a row, so that labels and controls are level', () => {
    expect(style).toContain('.pair{display:grid;gap:1.1rem;align-items:start}')
    expect(style).toMatch(/\.pair>\.field>\.hint\{order:1;/)
  })

  it('is found by no other name', async () => {
    for (const name of [
      'style.css',
      `..${stylePath()}`,
      '0123456789abcdef-zzzzzz.css',
      '0123456789abcdef.js',
    ])
      expect((await browser(w).open(`/assets/${encodeURIComponent(name)}`)).status, name).toBe(404)
  })
})
