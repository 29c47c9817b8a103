import { describe, expect, it } from 'vitest'
import { renderNotification } from '../../functions/notifications/channels/mail.ts'
import { draftOf } from '../../functions/notifications/send/placement.ts'
import { templates as notificationTemplates } from '../../functions/notifications/templates/templates.ts'
import { renderTemplate, templates } from '../../functions/stream/mail-templates.ts'
import catalogue from '../../lib/es/mails.json' with { type: 'json' }
import { schoolTexts } from '../../lib/school-texts.ts'
import { read, sources } from '../house/files.ts'
import { textsOf } from '../pages/locale/messages.ts'
import { schoolOfLetters } from '../support/schools.ts'

const spanish: Readonly<Record<string, string>> = catalogue
const files = sources('functions', 'lib').filter(
  (path) => !/^(?:functions\/pages|lib\/html)\//.test(path) && /\bTranslate\b/.test(read(path)),
)
const messages = new Set(files.flatMap((path) => textsOf(read(path)).messages))

/** Names of the values of a message, sorted. */
const valuesOf = (message: string): readonly string[] =>
  [...new Set([...message.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name))].sort()

const school = { ...schoolOfLetters, name: 'Uni', locale: 'es-MX' }
const t = await schoolTexts(school)
const english =
  /\b(?:and|at|by|for|from|hello|in|is|it|mail|not|of|on|or|the|this|to|was|were|which|with|you|your)\b/i

/** Every param that a template may read, without words. `changes` and the like have words of their own. */
const params = new Proxy<Record<string, string>>(
  {},
  {
    get: (_, name) => {
      if (name === 'startTime' || name === 'oldStartTime' || name === 'moment' || name === 'endTime')
        return '2026-04-01T16:00:00.000Z'
      const known = { timezone: 'Europe/Rome', readerZone: 'Asia/Seoul', changes: 'time,place,withdrawn' }
      if (name in known) return known[name as keyof typeof known]
      return ['dates', 'when', 'content'].includes(String(name)) ? undefined : '7'
    },
    ownKeys: () => ['removed', 'kept', 'oldTitle', 'reason', 'startTime', 'place', 'oldPlace', 'timezone'],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  },
)
const values = { school, to: 'a@b.example', name: '7', code: '7', linkCode: '7', params, link: undefined }

describe('the texts of mails and notifications', () => {
  it('have a Spanish message each, with the same values, and the catalogue has no other', () => {
    expect(messages.size).toBeGreaterThan(300)
    expect(Object.keys(spanish).sort()).toEqual([...messages].sort())
    for (const message of messages) expect(valuesOf(spanish[message] ?? '')).toEqual(valuesOf(message))
  })

  it.each(Object.keys(templates))('are all translated in the mail %s', (template) => {
    const { subject, text } = renderTemplate(template, { ...values, t })
    expect(text).toContain('Hola, 7:')
    for (const line of [subject, ...text.split('\n')])
      expect(line.replace(/https?:\S+/g, '')).not.toMatch(english)
  })

  it.each(Object.keys(notificationTemplates))('are all translated in the notification %s', (template) => {
    const due = { cause: 'c', createdAt: '2026-03-02T12:00:00.000Z', template, params }
    const draft = draftOf(due, t)
    const row = { id: 'i', to: 'u', title: '', message: '', ...draft?.told } as Parameters<
      typeof renderNotification
    >[0]
    const { text } = renderNotification(row, { t, school, address: 'a@b.example', name: '7', token: 't' })
    for (const line of [row.title, row.message, ...text.split('\n')])
      expect(line.replace(/https?:\S+/g, '')).not.toMatch(english)
    expect(text).toContain('Recibes este correo porque')
  })
})
