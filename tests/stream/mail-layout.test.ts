import { describe, expect, it } from 'vitest'
import { renderNotification } from '../../functions/notifications/channels/mail.ts'
import { draftOf } from '../../functions/notifications/send/placement.ts'
import { templates as notificationTemplates } from '../../functions/notifications/templates/templates.ts'
import { renderTemplate, templates } from '../../functions/stream/mail-templates.ts'
import { readableInk } from '../../lib/color.ts'
import { renderMail } from '../../lib/gateways/mail.ts'
import { english } from '../../lib/message.ts'
import { registered } from '../support/people.ts'
import { enrolSchool, schoolOfLetters as school } from '../support/schools.ts'
import { world } from '../support/world.ts'

const params = {
  eventId: 'e1',
  eventTitle: 'Chess & <night>',
  orgName: 'Chess Club',
  startTime: '2026-04-01T16:00:00.000Z',
  timezone: 'Europe/Berlin',
  place: 'Hall 3',
  content: 'Bring a board',
  link: '/event/e1?source=email',
  title: 'Library closed',
  message: 'The library closes at noon.',
}
const addressee = { t: english, school, name: 'Ada' }

const mailOf = (template: string) => {
  const draft = draftOf({ cause: 'cause', createdAt: '2026-03-02T12:00:00.000Z', template, params }, english)
  if (!draft) throw new Error(`no template ${template}`)
  const metadata = { navigation: { deepLink: '/event/e1' } }
  const row = { id: 'id', to: 'user', ...draft.told, metadata }
  return renderNotification(row, { ...addressee, address: 'ada@example.edu', token: 'token' })
}

const rendered = [
  ...Object.keys(templates).map((template) => ({
    template: `mail ${template}`,
    render: () =>
      renderTemplate(template, {
        ...addressee,
        to: 'ada@example.edu',
        code: '012345',
        linkCode: 'abc',
        params,
      }),
  })),
  ...Object.keys(notificationTemplates).map((template) => ({
    template: `notification ${template}`,
    render: () => mailOf(template),
  })),
]

const plainTextOf = (html: string): string =>
  html
    .replace(/^.*<body/s, '<body')
    .replaceAll(/<br>/g, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '"')

const words = (text: string): string => text.replaceAll(/[\s>"']+/g, ' ').trim()

describe.each(rendered)('$template', ({ render }) => {
  // rules/stream 17
  it('has the same content as text and HTML, with at most one button and no foreign picture', () => {
    const { text, html } = render()
    const shown = words(plainTextOf(html))
    const paragraphs = text.trim().split('\n\n')
    for (const paragraph of paragraphs) {
      const [, label = '', url] = /^([^\n]*): (https?:\/\/\S+)$/.exec(paragraph) ?? []
      expect(shown).toContain(words(url ? label : paragraph))
      if (url) expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
    }
    expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr">/)
    expect(html).not.toMatch(/<(?:img|script|link|iframe)\b|url\(|src=/)
    const buttons = [...html.matchAll(/<td style="background-color[^>]*><a href="([^"]*)"/g)]
    expect(buttons.length).toBeLessThanOrEqual(1)
    for (const [, url] of buttons) expect(url?.startsWith(school.origin)).toBe(true)
    expect(paragraphs[0]).toBe('Hello Ada,')
    expect(text).toMatch(/\n\nYou receive this email because .*\.\n/)
    expect(text).toContain(`${school.name}, ${school.origin}`)
  })
})

describe('a mail', () => {
  // rules/stream 17
  it("has the school's name, colour and logo, and no other picture", async () => {
    const w = await world()
    const logo = 'https://pictures.school.example/logo.png?a=1&b=2'
    await enrolSchool(w, w.home, { name: 'Rain & Sun', color: '#ffd400', logo })
    const ada = await registered(w, 'ada')
    await w.device().forgotPassword({ email: ada.email })
    await w.deliver()
    const html = w.mails.at(-1)?.html ?? ''
    expect(html).toContain('background-color:#ffd400;color:#000000')
    expect(html).toContain('Rain &amp; Sun</td>')
    expect([...html.matchAll(/<img [^>]*>/g)].map(([tag]) => /src="([^"]*)"/.exec(tag)?.[1])).toEqual([
      logo.replace('&', '&amp;'),
    ])
  })

  // rules/stream 17
  it('shows a button that leads elsewhere as text', () => {
    for (const url of ['https://evil.example/a', `${school.origin}.evil.example/`, 'javascript:alert(1)']) {
      const lines = [{ button: 'View event', url }]
      const { html, text } = renderMail({ subject: 'S', lines }, addressee, { reason: 'R' })
      expect(html).not.toContain('View event</a>')
      expect(`${html}${text}`).not.toMatch(/evil\.example|javascript:\w/)
    }
  })

  // rules/stream 17
  it.each(['#000000', '#ffffff', '#ffd400', '#767676', '#2447c6', '#00ff00', '#ff0000', '#777777'])(
    'has text that is readable on %s',
    (color) => {
      const part = (at: number) => {
        const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      }
      const luminance = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
      const contrast =
        readableInk(color) === '#ffffff' ? 1.05 / (luminance + 0.05) : (luminance + 0.05) / 0.05
      expect(contrast).toBeGreaterThanOrEqual(4.5)
    },
  )
})
