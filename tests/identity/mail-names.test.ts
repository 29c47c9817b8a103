import { describe, expect, it } from 'vitest'
import { renderNotification } from '../../functions/notifications/channels/mail.ts'
import { draftOf } from '../../functions/notifications/send/placement.ts'
import {
  findTemplate,
  templates as notifications,
} from '../../functions/notifications/templates/templates.ts'
import { templates as letters, renderTemplate } from '../../functions/stream/mail-templates.ts'
import { fileLine, renderMail } from '../../lib/gateways/mail.ts'
import { english } from '../../lib/message.ts'
import { schoolOfLetters as school } from '../support/schools.ts'

/** Names that say more than who somebody is. Each holds the mark by which a letter that shows it is known. */
const hostile = {
  'a link': 'Mark http://evil',
  'a domain': 'Mark evil.com',
  'a domain with another dot': 'Mark evil。com',
  'a path': 'Mark //evil.com/pay',
  'an address': 'Mark <pay@evil.com>',
  'a page of the school with a stranger behind it': `Mark ${school.origin}@evil.com`,
  'another end of the page of the school': `Mark ${school.origin}.evil.com/login`,
  'a turned direction': 'Mark \u202Emoc.live',
  'signs that nobody sees': 'Mark ev\u200Bil\u2066\uFEFF\u00AD\u{E0061}',
  'another line': 'Mark\nBcc: victim@example.edu\r\n\r\nYour bill\u2028is due',
  'a control character': 'Mark \u0000\u0007\u009B',
  markup: 'Mark <a href="https://evil.com">pay</a><script>x</script>',
  'ten kilobytes': `Mark ${'evil '.repeat(2000)}`,
}

/** The names of params that a template asks for, found by running it. */
const askedBy = (run: (params: Readonly<Record<string, string>>) => unknown): readonly string[] => {
  const asked = new Set<string>()
  const get = (_: object, name: string | symbol) => {
    asked.add(String(name))
    return 'value'
  }
  run(new Proxy({}, { get }))
  return [...asked]
}

const values = { t: english, school, to: 'ada@example.edu', code: '012345', linkCode: 'abc' }

const said = [
  ...Object.entries(letters).map(([template, draft]) => ({
    template: `letter ${template}`,
    params: askedBy((params) => draft({ ...values, name: 'Ada', params })),
    // Words to the readers; what we have put together of addresses.
    written: ['content', 'attachments', 'link', 'token'],
    compose: (params: Record<string, string>, name: string) =>
      renderTemplate(template, { ...values, name, params }),
  })),
  ...Object.entries(notifications).map(([template, { title, message }]) => ({
    template: `notification ${template}`,
    params: askedBy((params) => [title(params, english), message(params, english)]),
    written: findTemplate(template)?.written ? ['message', 'content'] : [],
    compose: (params: Record<string, string>, name: string) => {
      const cause = { cause: 'cause', createdAt: '2026-03-02T12:00:00.000Z', template, params }
      const { told } = draftOf(cause, english) ?? {}
      if (!told) throw new Error(`no template ${template}`)
      const row = { id: 'id', to: 'user', ...told }
      return renderNotification(row, { t: english, school, address: 'ada@example.edu', name, token: 'token' })
    },
  })),
]

const hidden = /(?![\n\t])\p{Cc}|[\p{Default_Ignorable_Code_Point}\u2028\u2029]/u
const link = /evil[.。]\w|\/\/(?:evil|demo\.quad\.example[@.])/

/** What is wrong with a letter of ours that a hostile name stands in. */
const wrongIn = ({ subject, text, html }: { subject: string; text: string; html: string }) => [
  ...(/\n|\t/.test(subject) || subject.length > 200 ? [`subject: ${subject}`] : []),
  ...[subject, text, html].filter((part) => hidden.test(part) || link.test(part)),
  ...(/<script|<a href="https:..?evil/.test(html) ? [html] : []),
  ...(text.length > 3000 ? [`${text.length} characters`] : []),
]

const filledWith = (params: readonly string[], name: string, value: string) => ({
  ...Object.fromEntries(params.map((one) => [one, 'value'])),
  [name]: value,
})

describe.each(said)('$template', ({ params, written, compose }) => {
  it('shows names as names', () => {
    const names = params.filter((one) => !written.includes(one))
    for (const [what, value] of Object.entries(hostile)) {
      const found = names.flatMap((name) => wrongIn(compose(filledWith(params, name, value), 'Ada')))
      expect([...found, ...wrongIn(compose(filledWith(params, '', ''), value))], what).toEqual([])
    }
  })
})

/** Templates with words that people write to each other. */
const withWords = said.flatMap(({ template, params, written, compose }) => {
  const words = params.filter((name) => written.includes(name) && name !== 'link' && name !== 'token')
  return words.map((name) => ({ template, params, name, compose }))
})

it.each(withWords)('$template hides nothing in $name either', ({ params, name, compose }) => {
  const words = 'Come \u202E to https://forms.example/x\u200B'
  const { text, html } = compose(filledWith(params, name, words), 'Ada')
  expect([hidden.test(text), hidden.test(html)]).toEqual([false, false])
  expect(text).toContain('https://forms.example/x')
})

describe('a line of ours', () => {
  const written = (line: Parameters<typeof renderMail>[0]['lines'][number]) =>
    renderMail({ subject: 'S', lines: [line] }, { school, name: undefined }, { reason: 'R' }).text.split(
      '\n\n',
    )[1]

  it('leads to pages of the school, and nowhere else', () => {
    const page = `${school.origin}/reset?code=a1.b2&next=%2F`
    expect(written(`Go to ${page}, or to ${school.origin}.`)).toBe(`Go to ${page}, or to ${school.origin}.`)
    for (const value of Object.values(hostile))
      expect(written(`${value}: ${page}`)).not.toMatch(/evil[.。]\w|\/\/(?:evil|demo\.quad\.example@)/)
    expect(written(`evil.com, then ${page}`)).toBe(`evil. com, then ${page}`)
  })

  it('hides nothing, and has an end', () => {
    expect(written('Come \u202E to\u200B us\u0007')).toBe('Come  to us')
    expect(written('x'.repeat(3000))?.length).toBe(2000)
    expect(written({ plain: 'x'.repeat(3000) })?.length).toBe(2000)
  })

  it('keeps numbers that are none of an address', () => {
    const numbers = 'It is 1.5 km and 1,200.50, see 203.0.113.7'
    expect(written(numbers)).toBe('It is 1.5 km and 1,200.50, see 203.0. 113. 7')
  })
})

describe('a file in a mail', () => {
  it.each(Object.values(hostile))('is no link of its own: %s', (name) => {
    const line = fileLine(`${name}.pdf`, 'https://media.example/1.pdf')
    expect(line).toMatch(/^Mark[^\n]{0,120}\.pdf: https:\/\/media\.example\/1\.pdf$/)
    expect(line.replace(/\.pdf: .*$/, '')).not.toMatch(link)
  })
})
