import { TOTP } from 'otpauth'
import { demoPassword } from '../../infra/local/demo-people.ts'
import type { Site } from './site.ts'

/** Names as people give them: long, without a place to break, from right to left. */
export const names = {
  club: 'The Society for the Preservation, Performance and Enjoyment of Early and Not So Early Chamber Music',
  hebrewClub: '\u05de\u05d5\u05e2\u05d3\u05d5\u05df \u05d4\u05e9\u05d7\u05de\u05d8',
  event:
    'An evening of games, talks, prizes and music for everybody who has ever lost a game in fewer than ten moves',
  arabicEvent:
    '\u0623\u0645\u0633\u064a\u0629 \u0627\u0644\u0634\u0637\u0631\u0646\u062c \u2014 Chess & \u0634\u0627\u064a (2)',
  person: '\u05e0\u05d5\u05e2\u05d4 \u05db\u05d4\u05df',
  place: `Building${'-of-the-Faculties'.repeat(4)}, third floor, room 3.101`,
} as const

/** What was made, by the names that pages carry in their paths. */
export type Furnished = Readonly<
  Record<
    'formId' | 'clubId' | 'emptyClubId' | 'eventId' | 'arabicId' | 'waitingId' | 'checkIn' | 'memberId',
    string
  >
>

type Made = Readonly<Record<string, unknown>>

type Ask = (path: string, body?: object) => Promise<Made>

/** Asks for operations as a program of that person does. */
const asking = async (site: Site, email: string): Promise<Ask> => {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-client': 'mobile' }
  const ask: Ask = async (path, body) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const reply = await fetch(`${site.local}${path}`, { headers, ...sent })
    const told = (await reply.json()) as Made
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(told)}`)
    return told
  }
  const { data } = await ask('/login', { email, password: demoPassword })
  headers.authorization = `Bearer ${(data as { readonly accessToken: string }).accessToken}`
  return ask
}

const soon = (days: number, clock: string): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${clock}`

const question = (type: string, text: string, options: readonly string[] = []) => ({
  type,
  question: text,
  required: true,
  options,
})

const questions = [
  question('short', 'What do you play?'),
  question('long', '\u0645\u0627\u0630\u0627 \u062a\u062a\u0648\u0642\u0639\u061f'),
  question('multiple_choice', 'How long have you played?', ['Since yesterday', 'For years']),
  question('select_multiple', 'What do you bring?', ['A board', '\u05e9\u05e2\u05d5\u05df', 'A clock']),
]

const event = { type: 'Competition', visibility: 'public', expectedAttendance: 40, registrationEnabled: true }

/** Fills the demo school, as its student, with what pages have to bear. */
export const furnish = async (site: Site): Promise<Furnished> => {
  const ask = await asking(site, 'ada@demo.example.edu')
  const founded = async (org_name: string, org_description: string) => {
    const { org } = await ask('/create-org', { org_name, org_description })
    return (org as { readonly _id: string })._id
  }
  const clubId = await founded(names.club, `Music. https://example.edu/${'long-'.repeat(20)} Every week.`)
  const emptyClubId = await founded(
    names.hebrewClub,
    '\u05d0\u05e0\u05d7\u05e0\u05d5 \u05de\u05e9\u05d7\u05e7\u05d9\u05dd',
  )
  const form = { title: `What you bring to ${names.event}`.slice(0, 120), questions }
  const { data } = await ask(`/org-event-management/${clubId}/forms`, { form })
  const formId = (data as { readonly _id: string })._id
  const planned = async (name: string, days: number, more: object) => {
    const when = { start_time: soon(days, '18:00'), end_time: soon(days + 1, '01:00') }
    const made = await ask('/create-event', { ...event, name, ...when, ...more })
    return String(made.eventId)
  }
  const tags = ['open to all', 'no experience needed whatsoever', '\u05e9\u05d7\u05de\u05d8']
  const eventId = await planned(names.event, 0, {
    orgId: clubId,
    location: names.place,
    tags,
    maxAttendees: 12,
    registrationFormId: formId,
    description: `Come early. ${'Very '.repeat(60)}early.`,
  })
  const arabicId = await planned(names.arabicEvent, 2, {
    orgId: emptyClubId,
    location: '\u0642\u0627\u0639\u0629 \u0661\u0660\u0661',
  })
  const waitingId = await planned(`${names.arabicEvent} ${names.event}`.slice(0, 120), 20, {
    orgId: emptyClubId,
    requiresApproval: true,
    location: names.place,
  })
  const { members } = await ask('/org-roles/demo-org-chess/members')
  const all = members as readonly { readonly user_id: { readonly _id: string }; readonly role: string }[]
  const memberId = all.find(({ role }) => role === 'member')?.user_id._id ?? ''
  await ask(`/events/${eventId}/check-in/enable`, {})
  const link = await ask(`/events/${eventId}/check-in/link`)
  const checkInUrl = String(link.checkInUrl)
  const { pathname: checkIn } = new URL(checkInUrl)
  return { formId, clubId, emptyClubId, eventId, arabicId, waitingId, checkIn, memberId }
}

/** Makes an account by the form; its address is not confirmed yet. */
export const newcomer = async (site: Site, email: string): Promise<void> => {
  await site.open('/register')
  await site.fill({ name: names.person, email, password: demoPassword })
  await site.click('Create account')
}

/** Gives somebody an authenticator app, so that the next sign-in waits for its code. */
export const withApp = async (site: Site, email: string): Promise<void> => {
  const ask = await asking(site, email)
  const { data } = await ask('/mfa/admin/totp/setup', {})
  const { secret } = data as { readonly secret: string }
  await ask('/mfa/admin/totp/enable', { code: new TOTP({ secret }).generate() })
}
