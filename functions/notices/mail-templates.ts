import { isIP } from 'node:net'
import type { Tenant } from '../../lib/context.ts'
import { momentParams, whenAndWhere } from '../../lib/contract/when-and-where.ts'
import { type Draft, letter, nameInMail } from '../../lib/gateways/mail.ts'
import { codeMinutes } from '../../lib/identity/credential/codes.ts'
import { addressOf, elsewhere } from '../../lib/identity/school/addresses.ts'

/** What a template may say. The school's address comes from configuration. */
export type LetterValues = {
  readonly school: Tenant
  readonly to: string
  /** Of the recipient, once the address is proven to be theirs. */
  readonly name: string | undefined
  readonly code: string | undefined
  /** The code of a link, too long to be typed. */
  readonly linkCode: string | undefined
  readonly params: Readonly<Record<string, string>>
}

type Letter = ReturnType<typeof letter>

const ways: Readonly<Record<string, string>> = {
  reset: 'was reset with a code that was sent to this address',
  change: 'was changed',
  set: 'was set for the first time',
}

const wayNames: Readonly<Record<string, string>> = { google: 'Google', apple: 'Apple' }

const wayOf = ({ way = '', school = '' }: LetterValues['params']): string =>
  wayNames[way] ?? `The identity provider of ${school}`

/** Words of an organization to the people of its event, each line a paragraph. */
const writtenLines = (text = ''): Draft['lines'] =>
  text.split(/\n+/).flatMap((line) => (line.trim() === '' ? [] : [{ written: line }]))

/** A moment that everybody reads alike. */
const timeOf = ({ at = '' }: LetterValues['params']): string => `${at.slice(0, 16).replace('T', ' ')} UTC`

const lifetime = `The code is good for ${codeMinutes} minutes and can be used once.`

/** Where the front end sets a new password. An asterisk would end what a mail takes for a link. */
const resetLink = (school: Tenant, email: string, code: string): string =>
  addressOf(
    school,
    'resetPassword',
    {},
    new URLSearchParams({ email, code }).toString().replaceAll('*', '%2A'),
  )

const eventLink = (school: Tenant, { eventId = '' }: LetterValues['params']): string =>
  addressOf(school, 'event', { eventId })

/** What a cause put into the mail: a path of ours, which the client of the school may have elsewhere. */
const linkOf = (school: Tenant, { link = '' }: LetterValues['params']): string =>
  school.web ? elsewhere(school.web, link) : `${school.origin}${link}`

const home = (school: Tenant): string => addressOf(school, 'home')

export const templates: Readonly<Record<string, (values: LetterValues) => Draft>> = {
  password_reset: ({ school, to, code = '', linkCode = '' }) => ({
    subject: 'Your password reset code',
    lines: [
      `Somebody, hopefully you, asked for a code to reset the password of your account at ${school.key}, or to sign in with it and the password.`,
      { code },
      lifetime,
      'If the code is refused, because others have tried too many wrong ones, open this address to set a new password:',
      resetLink(school, to, linkCode),
      'If it was not you, do nothing: your password stays as it is.',
    ],
  }),
  password_changed: ({ school, params }) => ({
    subject: 'Your password was changed',
    lines: [
      `The password of your account at ${school.key} ${ways[params.way ?? ''] ?? 'was changed'} (${params.device ?? 'Unknown'}).`,
      ...(params.way === 'set'
        ? []
        : [
            'All other devices were signed out. Secret calendar addresses and codes that were mailed before ended.',
          ]),
      `If it was not you, reset your password at once: ${home(school)}`,
    ],
  }),
  verify_email: ({ school, code = '' }) => ({
    subject: 'Your verification code',
    lines: [
      `Enter this code at ${school.key} to confirm that this e-mail address is yours.`,
      { code },
      lifetime,
      'If you did not ask for it, do nothing.',
    ],
  }),
  own_proof: ({ school, code = '' }) => ({
    subject: 'Your code to confirm that it is you',
    lines: [
      `Somebody, hopefully you, is signed in to your account at ${school.key} and wants to do what takes more than the sign-in of a school.`,
      { code },
      lifetime,
      `If it was not you, give the code to nobody, and sign that device out: ${home(school)}`,
    ],
  }),
  verify_affiliated_email: ({ school, code = '', params }) => ({
    subject: 'Your verification code',
    lines: [
      `The user ${params.username ?? ''} at ${school.key} wants to link this e-mail address. If that is you, enter this code there.`,
      { code },
      lifetime,
      'If it is not you, do nothing and give the code to nobody.',
    ],
  }),
  org_invite: ({ school, params }) => ({
    subject: `Invitation to ${params.orgName ?? ''}`,
    lines: [
      `${params.inviterName ?? ''} invites you to join ${params.orgName ?? ''} at ${school.key}.`,
      'To join, open this address within seven days and sign in or sign up with this e-mail address:',
      `${school.origin}/org-invites/landing/${params.token ?? ''}`,
      'If you do not want to join, do nothing.',
    ],
  }),
  event_registered: ({ school, params }) => ({
    subject: `Registered: ${params.eventTitle ?? ''}`,
    lines: [
      `You are registered for ${params.eventTitle ?? 'an event'} at ${school.key}. ${whenAndWhere(params)}`,
      `To withdraw, open ${eventLink(school, params)}.`,
    ],
  }),
  event_waitlisted: ({ school, params }) => ({
    subject: `On the waitlist: ${params.eventTitle ?? ''}`,
    lines: [
      `${params.eventTitle ?? 'The event'} at ${school.key} is full. You are on the waitlist and hear from us when a seat is free. ${whenAndWhere(params)}`,
      `To withdraw, open ${eventLink(school, params)}.`,
    ],
  }),
  waitlist_promoted: ({ school, params }) => ({
    subject: `You have a seat: ${params.eventTitle ?? ''}`,
    lines: [
      `A seat was free: you are registered for ${params.eventTitle ?? 'an event'} at ${school.key}. ${whenAndWhere(params)}`,
      `If you cannot come, withdraw so that somebody else can: ${eventLink(school, params)}`,
    ],
  }),
  registration_withdrawn: ({ school, params }) => ({
    subject: `No longer registered: ${params.eventTitle ?? ''}`,
    lines: [
      `${params.eventTitle ?? 'An event'} at ${school.key} is for members of its organization only. Your registration was withdrawn. ${whenAndWhere(params)}`,
    ],
  }),
  event_cancelled: ({ school, params }) => ({
    subject: `Cancelled: ${params.eventTitle ?? ''}`,
    lines: [
      `${params.eventTitle ?? 'An event'} at ${school.key} does not take place. ${whenAndWhere(params, 'It was to begin')}`,
      ...(params.reason ? [{ said: `Reason: ${params.reason}` }] : []),
    ],
  }),
  event_updated: ({ school, params }) => ({
    subject: `Changed: ${params.eventTitle ?? ''}`,
    lines: [
      `${params.eventTitle ?? 'An event'} at ${school.key} was changed. ${whenAndWhere(params)}`,
      `If you cannot come, withdraw so that somebody else can: ${eventLink(school, params)}`,
    ],
  }),
  event_reminder: ({ school, params }) => ({
    subject: `${params.eventTitle ?? 'An event'} begins in ${params.timeUntil ?? 'a while'}`,
    lines: [
      `${params.eventTitle ?? 'An event'} at ${school.key} begins in ${params.timeUntil ?? 'a while'}. ${whenAndWhere(params)}`,
      eventLink(school, params),
    ],
  }),
  org_event_announcement: ({ school, params }) => ({
    subject: `${params.orgName ?? ''}: ${params.subject || (params.eventTitle ?? '')}`,
    lines: [
      `${params.orgName ?? ''} at ${school.key} writes about ${params.eventTitle ?? 'an event'}:`,
      ...writtenLines(params.content),
      ...writtenLines(params.attachments),
      whenAndWhere(params),
      linkOf(school, params),
    ],
  }),
  way_linked: ({ school, params }) => ({
    subject: 'A new way to sign in',
    lines: [
      `${wayOf(params)} now signs you in to your account at ${school.key}.`,
      `If it was not you, take it away under your ways to sign in, and change your password: ${home(school)}`,
    ],
  }),
  way_unlinked: ({ school, params }) => ({
    subject: 'A way to sign in was removed',
    lines: [
      `${wayOf(params)} does not sign you in to your account at ${school.key} any more.`,
      'Other devices that had come in by it were signed out.',
      `If it was not you, change your password at once: ${home(school)}`,
    ],
  }),
  new_device: ({ school, params }) => ({
    subject: 'A new device signed in',
    lines: [
      `A device that was not signed in before (${params.device ?? 'Unknown'}) signed in to your account at ${school.key}, at ${timeOf(params)}.`,
      { written: `Network address: ${isIP(params.address ?? '') === 0 ? 'unknown' : params.address}` },
      'If it was you, there is nothing to do.',
      `If it was not you, change your password at once, which signs every other device out: ${home(school)}`,
    ],
  }),
  impersonated: ({ school, params }) => ({
    subject: 'An administrator acts for you',
    lines: [
      `An administrator of ${school.key} signed in to your account there at ${timeOf(params)}, to see what you see. It ends by itself within an hour, and everything they do is on record.`,
      'They cannot change how you sign in.',
      `To end it at once, sign that device out in the list of your devices. If you did not expect it, ask ${school.key} why: ${home(school)}`,
    ],
  }),
  session_ended: ({ school, params }) => ({
    subject: 'A device was signed out',
    lines: [
      `The sign-in of a device (${params.device ?? 'Unknown'}) to your account at ${school.key} was used a second time from a copy, so it has been ended.`,
      `If you do not know why, change your password: ${home(school)}`,
    ],
  }),
}

/** What is no name: words to the readers themselves, and what we have put together of addresses. */
const asGiven: readonly string[] = [
  ...['content', 'attachments', 'link', 'token', 'address'],
  ...momentParams,
]

const named = (params: LetterValues['params']): LetterValues['params'] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, asGiven.includes(name) ? value : nameInMail(value)]),
  )

/** The letter of a template, as text and as HTML. Throws for a template there is not. */
export const letterOf = (template: string, values: LetterValues): Letter => {
  const draft = Object.hasOwn(templates, template) ? templates[template] : undefined
  if (!draft) throw new Error(`there is no template ${template}`)
  return letter(draft({ ...values, params: named(values.params) }), values)
}
