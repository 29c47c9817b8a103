import { describe, expect, it } from 'vitest'
import { renderNotification } from '../../functions/notifications/channels/mail.ts'
import { draftOf } from '../../functions/notifications/send/placement.ts'
import { translateRows } from '../../functions/notifications/templates/rendering.ts'
import { templates as notificationTemplates } from '../../functions/notifications/templates/templates.ts'
import { describePolicy } from '../../functions/operators/sign-in-policy-fields.ts'
import { renderTemplate, templates } from '../../functions/stream/mail-templates.ts'
import catalogue from '../../lib/es/mails.json' with { type: 'json' }
import { english } from '../../lib/message.ts'
import { storedTexts } from '../../lib/prepared-text.ts'
import { schoolTexts } from '../../lib/school-texts.ts'
import { read, sources } from '../house/files.ts'
import { textsOf } from '../pages/locale/messages.ts'
import { schoolOfLetters } from '../support/schools.ts'

const spanish: Readonly<Record<string, string>> = catalogue
const files = sources('functions', 'lib').filter(
  (path) =>
    !/^(?:functions\/pages|lib\/html)\//.test(path) &&
    /\b(?:Translate|Template)\b|\bpreparedText\(/.test(read(path)),
)
const messages = new Set(files.flatMap((path) => textsOf(read(path), ['t', 'preparedText']).messages))

/** Names of the values of a message, sorted. */
const valuesOf = (message: string): readonly string[] =>
  [...new Set([...message.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name))].sort()

const school = { ...schoolOfLetters, name: 'Uni', locale: 'es-MX', timezone: 'America/Mexico_City' }
const t = await schoolTexts(school)

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []

/** Words of the English messages that no Spanish message contains. */
const spanishWords = new Set(Object.values(spanish).flatMap(wordsOf))
const namesOfValues = /\{\w+(?:, plural, one)?|\bother \{/g
const englishWords = new Set(
  [...messages]
    .flatMap((message) => wordsOf(message.replace(namesOfValues, '')))
    .filter((word) => !spanishWords.has(word)),
)
/** English words of a rendered text, without its addresses. */
const englishIn = (text: string): readonly string[] =>
  wordsOf(text.replace(/https?:\S+/g, '')).filter((word) => englishWords.has(word))

/** The text of an HTML document. */
const textIn = (html: string): string =>
  html.replace(/<(style|head)\b.*?<\/\1>/gs, ' ').replace(/<[^>]*>|&[^;]+;/g, ' ')

const method = {
  kind: 'passkey',
  school: null,
  addedAt: '2026-03-02T12:00:00.000Z',
  device: 'Chrome Browser',
}
const methods = ['passkey', 'totp', 'recovery_codes', 'google', 'apple', 'saml', 'push', 'calendar']
const policies = [
  describePolicy({ newMembers: 'domains', publishers: 'proven', otherSchools: [], longestSession: 90 }),
  describePolicy({ newMembers: 'rostered', campusNetworks: ['10.0.0.0/8'] }),
  describePolicy({ newMembers: 'invited' }),
].flat()

/** Values that the platform prepares in English words, as rows store them. */
const prepared: Readonly<Record<string, string>> = {
  startTime: '2026-04-01T16:00:00.000Z',
  oldStartTime: '2026-03-31T16:00:00.000Z',
  endTime: '2026-04-01T18:00:00.000Z',
  moment: '2026-04-01T16:00:00.000Z',
  at: '2026-04-01T16:00:00.000Z',
  zone: 'America/New_York',
  timezone: 'Europe/London',
  readerZone: 'America/Mexico_City',
  oldPlace: '',
  timeUntil: '2 hours',
  changes: 'time,place,name,link,unlinked,approval,confirmed,withdrawn',
  device: 'Safari Browser',
  roles: 'Owner, Admin',
  left: 'Officer, Member',
  alone: 'Owner',
  held: JSON.stringify([{ role: 'Officer', people: ['Ana'], more: true }]),
}
const methodParams = methods.map((kind, at) => [`removed${at}`, JSON.stringify({ ...method, kind })] as const)
/** Params that people write. */
const written = [
  ...[
    'orgName',
    'eventTitle',
    'budgetTitle',
    'roleName',
    'title',
    'oldTitle',
    'place',
    'subject',
    'username',
  ],
  ...['senderName', 'inviterName', 'memberName', 'ownerName', 'personName', 'authorName'],
  ...['reason', 'note', 'message', 'messagePreview', 'eventId', 'link', 'token'],
]

/** Every param of the templates, unless `more` leaves it out. */
const paramsWith = (more: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({
      ...Object.fromEntries(written.map((name) => [name, '7'])),
      ...prepared,
      ...Object.fromEntries(methodParams),
      kept0: JSON.stringify(method),
      ...more,
    }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

const date = { startTime: prepared.startTime, place: '', oldPlace: '' }
const dates = JSON.stringify([date, { startTime: prepared.oldStartTime, place: '7' }])
const variants: readonly Readonly<Record<string, string | undefined>>[] = [
  {},
  { dates, dateCount: '3', unmade: 'yes', way: 'set' },
  { dates, eventCount: '3', what: 'space reservation', way: 'reset', did: 'confirmed' },
  { timeUntil: undefined, held: undefined, orgName: undefined, status: 'under review' },
  ...['verification', 'feature access', 'funding', 'event approval', 'status upgrade'].map((what) => ({
    what,
  })),
  ...['pending', 'approved', 'rejected', 'conditionally approved', 'escalated', 'reviewed'].map((status) => ({
    status,
    way: 'change',
  })),
]

const values = { school, to: 'a@b.example', name: '7', code: '7', linkCode: '7', link: undefined }

const accountVariants: typeof variants = [
  ...variants,
  ...['passkey', 'totp', 'recovery_code', 'codes', 'all'].map((what) => ({
    what,
    way: 'school',
    scope: 'school',
    password: 'ended',
  })),
  ...['added', 'removed', 'renewed', 'used', 'confirmed'].map((did) => ({ did, device: 'Android Device' })),
  { device: undefined, address: 'nowhere', reason: 'stolen' },
]

describe('the texts of mails and notifications', () => {
  it('have a Spanish message each, with the same values, and the catalogue has no other', () => {
    expect(messages.size).toBeGreaterThan(300)
    expect(Object.keys(spanish).sort()).toEqual([...messages].sort())
    for (const message of messages) expect(valuesOf(spanish[message] ?? '')).toEqual(valuesOf(message))
  })

  it.each(Object.keys(templates))('are all translated in the mail %s', (template) => {
    for (const more of accountVariants) {
      const { subject, text, html } = renderTemplate(template, { ...values, params: paramsWith(more), t })
      expect(text).toContain('Hola, 7:')
      expect([subject, text, textIn(html)].flatMap(englishIn)).toEqual([])
    }
  })

  it.each(Object.keys(notificationTemplates))('are all translated in the notification %s', (template) => {
    const statuses = template === 'org_closed' ? [{ status: 'inactive' }, { status: 'sunset' }] : []
    for (const more of [...variants, ...statuses]) {
      const changes = {
        ...(template === 'sign_in_changed' ? { changes: storedTexts(policies) } : {}),
        ...(template === 'approval_stuck' ? { roleName: 'event coordinator' } : {}),
      }
      const params = paramsWith({ ...more, ...changes })
      const draft = draftOf({ cause: 'c', createdAt: '2026-03-02T12:00:00.000Z', template, params }, t)
      const row = { id: 'i', to: 'u', title: '', message: '', ...draft?.told } as Parameters<
        typeof renderNotification
      >[0]
      const { text, html } = renderNotification(row, {
        t,
        school,
        address: 'a@b.example',
        name: '7',
        token: 't',
      })
      expect([row.title, row.message, text, textIn(html)].flatMap(englishIn)).toEqual([])
      expect(text).toContain('Recibes este correo porque')
    }
  })

  it('are translated in the buttons of a notification', () => {
    const calls = {
      'Accept ownership': 'members.acceptOwnership',
      Accept: 'invites.accept',
      Decline: 'invites.decline',
      'No, thank you': 'members.refuse',
      Mine: 'mine',
    }
    const labels = Object.keys(calls)
    const actions = Object.entries(calls).map(([label, operation]) => ({
      id: label,
      label,
      type: 'api_call' as const,
      operation,
    }))
    const due = {
      cause: 'c',
      createdAt: '2026-03-02T12:00:00.000Z',
      template: 'org_invite',
      params: {},
      actions,
    }
    const shown = (origin?: object) =>
      draftOf(origin ? { ...due, origin } : due, t)?.told.actions?.map(({ label }) => label)
    expect(shown()).toEqual(['Aceptar la propiedad', 'Aceptar', 'Rechazar', 'No, gracias', 'Mine'])
    expect(shown({})).toEqual(labels)
    const row = draftOf(due, t)?.told ?? expect.fail('no draft')
    expect(translateRows([row], english)[0]?.actions?.map(({ label }) => label)).toEqual(labels)
  })

  // rules/notifications 28
  it('are translated again in a list of dates, unless it is very long', () => {
    const date = {
      startTime: '2026-12-01T18:00:00.000Z',
      endTime: '2026-12-01T20:00:00.000Z',
      oldStartTime: '2026-12-01T17:00:00.000Z',
    }
    const draft = (count: number) => {
      const dates = JSON.stringify(Array.from({ length: count }, () => date))
      const params = {
        eventTitle: 'Ajedrez',
        timezone: 'UTC',
        changes: 'time',
        dateCount: String(count),
        dates,
      }
      const due = { cause: 'c', createdAt: '2026-03-02T12:00:00.000Z', template: 'event_updated', params }
      return draftOf(due, t)?.told ?? expect.fail('no draft')
    }
    expect(draft(3).message).toContain('antes: ')
    const [few, many] = translateRows([draft(3), draft(52)], english)
    expect([few?.title, few?.message]).toEqual([
      'Changed: Ajedrez (3 dates)',
      expect.stringContaining('before: '),
    ])
    expect(many).toEqual(draft(52))
  })

  it('keep the text of rows that an older version stored', () => {
    const params = { removed0: 'a passkey (added on 2026-03-02, iPhone)', way: 'reset' }
    expect(renderTemplate('password_changed', { ...values, params, t: english }).text).toContain(
      'Removed from your account: a passkey (added on 2026-03-02, iPhone).',
    )
    const term = { held: 'Officer: Ana, others', roles: 'Owner', orgName: 'Ajedrez' }
    const due = {
      cause: 'c',
      createdAt: '2026-03-02T12:00:00.000Z',
      template: 'org_term_ended_of',
      params: term,
    }
    expect(draftOf(due, english)?.told.message).toContain('Others who hold them: Officer: Ana, others.')
  })
})
