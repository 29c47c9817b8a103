import type { Tenant } from '../../lib/context.ts'
import { escapeHtml, htmlOf } from '../../lib/gateways/mail-html.ts'
import { codeMinutes } from '../../lib/identity/codes.ts'

/** What a template may say. The school's address comes from configuration. */
export type LetterValues = {
  readonly school: Tenant
  /** Of the recipient, once the address is proven to be theirs. */
  readonly name: string | undefined
  readonly code: string | undefined
  readonly params: Readonly<Record<string, string>>
}

export type Letter = { readonly subject: string; readonly text: string; readonly html: string }

/** Plain sentences; the code stands by itself. Both forms of the letter are made from them. */
type Draft = { readonly subject: string; readonly lines: readonly string[] }

const ways: Readonly<Record<string, string>> = {
  reset: 'was reset with a code that was sent to this address',
  change: 'was changed',
  set: 'was set for the first time',
}

const wayNames: Readonly<Record<string, string>> = { google: 'Google', apple: 'Apple' }

const wayOf = ({ way = '', school = '' }: LetterValues['params']): string =>
  wayNames[way] ?? `The identity provider of ${school}`

/** Lines of a text that somebody wrote; each becomes a paragraph. */
const textLines = (text = ''): readonly string[] => text.split(/\n+/).filter((line) => line.trim() !== '')

const lifetime = `The code is good for ${codeMinutes} minutes and can be used once.`

const templates: Readonly<Record<string, (values: LetterValues) => Draft>> = {
  password_reset: ({ school, code = '' }) => ({
    subject: 'Your password reset code',
    lines: [
      `Somebody, hopefully you, asked to reset the password of your account at ${school.key}.`,
      code,
      lifetime,
      'If it was not you, do nothing: your password stays as it is.',
    ],
  }),
  password_changed: ({ school, params }) => ({
    subject: 'Your password was changed',
    lines: [
      `The password of your account at ${school.key} ${ways[params.way ?? ''] ?? 'was changed'} (${params.device ?? 'Unknown'}).`,
      'Other devices that knew the old password were signed out.',
      `If it was not you, reset your password at once: ${school.origin}`,
    ],
  }),
  verify_email: ({ school, code = '' }) => ({
    subject: 'Your verification code',
    lines: [
      `Enter this code at ${school.key} to confirm that this e-mail address is yours.`,
      code,
      lifetime,
      'If you did not ask for it, do nothing.',
    ],
  }),
  verify_affiliated_email: ({ school, code = '', params }) => ({
    subject: 'Your verification code',
    lines: [
      `The user ${params.username ?? ''} at ${school.key} wants to link this e-mail address. If that is you, enter this code there.`,
      code,
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
      `You are registered for ${params.eventTitle ?? 'an event'} at ${school.key}, which begins at ${params.startTime ?? ''}.`,
      `To withdraw, open ${school.origin}/event/${params.eventId ?? ''}.`,
    ],
  }),
  event_waitlisted: ({ school, params }) => ({
    subject: `On the waitlist: ${params.eventTitle ?? ''}`,
    lines: [
      `${params.eventTitle ?? 'The event'} at ${school.key} is full. You are on the waitlist and hear from us when a seat is free.`,
      `To withdraw, open ${school.origin}/event/${params.eventId ?? ''}.`,
    ],
  }),
  waitlist_promoted: ({ school, params }) => ({
    subject: `You have a seat: ${params.eventTitle ?? ''}`,
    lines: [
      `A seat was free: you are registered for ${params.eventTitle ?? 'an event'} at ${school.key}, which begins at ${params.startTime ?? ''}.`,
      `If you cannot come, withdraw so that somebody else can: ${school.origin}/event/${params.eventId ?? ''}`,
    ],
  }),
  event_cancelled: ({ school, params }) => ({
    subject: `Cancelled: ${params.eventTitle ?? ''}`,
    lines: [`${params.eventTitle ?? 'An event'} at ${school.key} does not take place.`],
  }),
  event_updated: ({ school, params }) => ({
    subject: `Changed: ${params.eventTitle ?? ''}`,
    lines: [
      `${params.eventTitle ?? 'An event'} at ${school.key} was changed. It begins at ${params.startTime ?? ''}.`,
      `If you cannot come, withdraw so that somebody else can: ${school.origin}/event/${params.eventId ?? ''}`,
    ],
  }),
  event_reminder: ({ school, params }) => ({
    subject: `${params.eventTitle ?? 'An event'} begins in ${params.timeUntil ?? 'a while'}`,
    lines: [
      `${params.eventTitle ?? 'An event'} at ${school.key} begins at ${params.startTime ?? ''}.`,
      `${school.origin}/event/${params.eventId ?? ''}`,
    ],
  }),
  org_event_announcement: ({ school, params }) => ({
    subject: `${params.orgName ?? ''}: ${params.subject || (params.eventTitle ?? '')}`,
    lines: [
      `${params.orgName ?? ''} at ${school.key} writes about ${params.eventTitle ?? 'an event'}:`,
      ...textLines(params.content),
      ...textLines(params.attachments),
      `${school.origin}${params.link ?? ''}`,
    ],
  }),
  way_linked: ({ school, params }) => ({
    subject: 'A new way to sign in',
    lines: [
      `${wayOf(params)} now signs you in to your account at ${school.key}.`,
      `If it was not you, take it away under your ways to sign in, and change your password: ${school.origin}`,
    ],
  }),
  way_unlinked: ({ school, params }) => ({
    subject: 'A way to sign in was removed',
    lines: [
      `${wayOf(params)} does not sign you in to your account at ${school.key} any more.`,
      'Other devices that had come in by it were signed out.',
      `If it was not you, change your password at once: ${school.origin}`,
    ],
  }),
  session_ended: ({ school, params }) => ({
    subject: 'A device was signed out',
    lines: [
      `The sign-in of a device (${params.device ?? 'Unknown'}) to your account at ${school.key} was used a second time from a copy, so it has been ended.`,
      `If you do not know why, change your password: ${school.origin}`,
    ],
  }),
}

const paragraph = (line: string, code: string | undefined): string => {
  const escaped = escapeHtml(line)
  return line === code ? `<p style="font-size:24px"><strong>${escaped}</strong></p>` : `<p>${escaped}</p>`
}

/** The letter of a template, as text and as HTML in which every value is escaped. Throws for a template there is not. */
export const letterOf = (template: string, values: LetterValues): Letter => {
  const draft = templates[template]
  if (!draft) throw new Error(`there is no template ${template}`)
  const { subject, lines } = draft(values)
  const greeting = values.name ? `Hello ${values.name},` : 'Hello,'
  const all = [greeting, ...lines, `${values.school.key}, ${values.school.origin}`]
  return {
    subject,
    text: `${all.join('\n\n')}\n`,
    html: htmlOf(all.map((line) => paragraph(line, values.code))),
  }
}
