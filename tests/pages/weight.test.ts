import { beforeAll, describe, expect, it } from 'vitest'
import { stylePath } from '../../functions/pages/layout/style.ts'
import { planned } from '../attendance/events.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'
import { browser } from './browser.ts'

let w: World

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home, { name: `${'Long '.repeat(20)}School` })
})

const mostBytes = 60_000

describe('a page', () => {
  it('is one request of at most 60 KB, however full, and loads nothing but its style and pictures', async () => {
    for (let at = 0; at < 24; at += 1)
      await planned(w, {
        name: `${'W'.repeat(80)} ${at}`,
        location: 'Hall '.repeat(20),
        tags: Array(20).fill('a tag of some length'),
      })
    const { eventId } = await planned(w, {
      name: '\u05E2\u05E8\u05D1 \u05E9\u05D7\u05DE\u05D8',
      maxAttendees: 5,
    })
    for (const path of ['/', `/event/${eventId}`, '/login', '/register', '/forgot-password']) {
      const { html, headers } = await browser(w).open(path)
      expect(Buffer.byteLength(html), path).toBeLessThanOrEqual(mostBytes)
      const bare = html
        .replace('<script type="module" src="/scripts/passkey.js"></script>', '')
        .replace(`<link rel="stylesheet" href="${stylePath()}">`, '')
      expect(bare).not.toMatch(/<script|<iframe|<link rel="(?!icon")|@import|url\(/)
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/)
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
    }
  })

  it('leaves names in the direction that they are written in', async () => {
    const { eventId } = await planned(w, { name: '\u05E2\u05E8\u05D1 \u05E9\u05D7\u05DE\u05D8' })
    const { html } = await browser(w).open(`/event/${eventId}`)
    expect(html).toContain('<h1><bdi>\u05E2\u05E8\u05D1 \u05E9\u05D7\u05DE\u05D8</bdi></h1>')
  })
})
