import type { Translate } from '../../../lib/contract/text/locale.ts'
import { momentText } from '../../../lib/contract/time-and-place.ts'
import { reasonText, type Template, wordText } from './event.ts'

type Params = Parameters<Template['title']>[0]

/** The organization's name, as a value of a text. */
const named = ({ orgName }: Params, t: Translate): { readonly organization: string } => ({
  organization: orgName ?? t('an organization'),
})

const requestTexts: Readonly<Record<string, (t: Translate) => string>> = {
  verification: (t) => t('verification'),
  'feature access': (t) => t('feature access'),
  funding: (t) => t('funding'),
  'space reservation': (t) => t('space reservation'),
  'event approval': (t) => t('event approval'),
  'status upgrade': (t) => t('status upgrade'),
}

const requestText = ({ what = 'verification' }: Params, t: Translate): string =>
  wordText(requestTexts, what, t) ?? what

const statusTexts: Readonly<Record<string, (t: Translate) => string>> = {
  pending: (t) => t('pending'),
  approved: (t) => t('approved'),
  rejected: (t) => t('rejected'),
  'conditionally approved': (t) => t('conditionally approved'),
  'under review': (t) => t('under review'),
  escalated: (t) => t('escalated'),
  reviewed: (t) => t('reviewed'),
}

const statusText = ({ status = 'reviewed' }: Params, t: Translate): string =>
  wordText(statusTexts, status, t) ?? status

/** Notifications from before do not say what was requested. */
const reviewedText = (params: Params, t: Translate): string => {
  const words = { ...named(params, t), status: statusText(params, t) }
  return params.what === undefined
    ? t('The request of {organization} is now {status}.', words)
    : t('The request of {organization} for {request} is now {status}.', {
        ...words,
        request: requestText(params, t),
      })
}

/** A message of a person, with its author. */
const quoted = ({ authorName = '', messagePreview = '' }: Params): string =>
  `${authorName}: ${messagePreview}`

const budgetOf = (params: Params, t: Translate) => ({
  ...named(params, t),
  budget: params.budgetTitle ?? '',
})

const budgetTitleOf = ({ budgetTitle }: Params, t: Translate): { readonly budget: string } => ({
  budget: budgetTitle ?? t('A budget'),
})

/**
 * Organization templates. Params: `orgName`, and for some `senderName`, `inviterName`, `authorName`, `messagePreview`.
 */
export const orgTemplates = {
  org_message_new: {
    type: 'org',
    kind: 'messages',
    channels: ['in_app', 'push'],
    title: ({ orgName = '' }, t) => t('News from {organization}', { organization: orgName }),
    message: quoted,
  },
  org_message_reply: {
    type: 'org',
    kind: 'messages',
    channels: ['in_app', 'push'],
    title: ({ orgName = '' }, t) => t('New reply in {organization}', { organization: orgName }),
    message: quoted,
  },
  /** Also `eventTitle`. */
  org_message_event_mention: {
    type: 'org',
    kind: 'messages',
    channels: ['in_app', 'push'],
    title: ({ orgName = '', eventTitle = '' }, t) =>
      t('{organization} mentions {event}', { organization: orgName, event: eventTitle }),
    message: quoted,
  },
  org_pending_approval: {
    type: 'org',
    kind: 'approvals',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Approval required: {organization}', named(params, t)),
    message: (params, t) => t('{organization} was created and needs your approval.', named(params, t)),
  },
  org_approved: {
    type: 'org',
    kind: 'decisions',
    channels: ['in_app', 'email'],
    title: (params, t) => t('{organization} was approved', named(params, t)),
    message: (params, t) => t('{organization} was approved by the school.', named(params, t)),
  },
  verification_submitted: {
    type: 'org',
    kind: 'approvals',
    channels: ['in_app', 'email'],
    title: (params, t) => t('New request from {organization}', named(params, t)),
    message: (params, t) =>
      t('{organization} requests {request}.', { ...named(params, t), request: requestText(params, t) }),
  },
  verification_escalated: {
    type: 'org',
    kind: 'approvals',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Still open: request from {organization}', named(params, t)),
    message: (params, t) =>
      t('The request from {organization} for {request} still needs a decision.', {
        ...named(params, t),
        request: requestText(params, t),
      }),
  },
  verification_reviewed: {
    type: 'org',
    kind: 'decisions',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Request decided: {organization}', named(params, t)),
    message: (params, t) =>
      `${reviewedText(params, t)}${params.reason ? ` ${t('Note: {note}', { note: params.reason })}` : ''}`,
  },
  /** Budget templates. Params: `orgName`, `budgetTitle`, and an optional `note`. */
  budget_stage_waiting: {
    type: 'approval',
    kind: 'approvals',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Approval required: {budget}', budgetTitleOf(params, t)),
    message: (params, t) => t('{budget} of {organization} needs your decision.', budgetOf(params, t)),
  },
  budget_approved: {
    type: 'approval',
    kind: 'decisions',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Approved: {budget}', budgetTitleOf(params, t)),
    message: (params, t) => t('{budget} of {organization} was approved.', budgetOf(params, t)),
  },
  budget_rejected: {
    type: 'approval',
    kind: 'decisions',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Rejected: {budget}', budgetTitleOf(params, t)),
    message: (params, t) =>
      `${t('{budget} of {organization} was rejected.', budgetOf(params, t))}${reasonText({ reason: params.note ?? '' }, t)}`,
  },
  budget_revision_requested: {
    type: 'approval',
    kind: 'decisions',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Changes requested: {budget}', budgetTitleOf(params, t)),
    message: (params, t) =>
      t('Changes were requested for {budget} of {organization}: {note}', {
        ...budgetOf(params, t),
        note: params.note ?? '',
      }),
  },
  org_member_added: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params, t) => t('You are a member of {organization}', named(params, t)),
    message: (params, t) =>
      t(
        '{person} added you as a member of {organization}. If you refuse, nobody there can add you again for thirty days.',
        { ...named(params, t), person: params.senderName ?? t('Somebody') },
      ),
  },
  org_invite: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app'],
    title: ({ orgName = '' }, t) => t('Invitation to {organization}', { organization: orgName }),
    message: ({ orgName = '', inviterName = '' }, t) =>
      t('{inviter} invites you to join {organization}.', { inviter: inviterName, organization: orgName }),
  },
} as const satisfies Readonly<Record<string, Template>>

const roleTexts: Readonly<Record<string, (t: Translate) => string>> = {
  Owner: (t) => t('Owner'),
  Admin: (t) => t('Admin'),
  Officer: (t) => t('Officer'),
  Member: (t) => t('Member'),
}

/** Roles as `titlesOf` lists them. Only the first roles of an organization have names of ours. */
const rolesText = (roles: string, t: Translate): string =>
  roles
    .split(', ')
    .map((role) => wordText(roleTexts, role, t) ?? role)
    .join(', ')

type RoleHolders = { readonly role: string; readonly people: readonly string[]; readonly more?: boolean }

/** Roles and their holders, as JSON. Rows of older versions have the text itself. */
const holdersText = (held: string, t: Translate): string => {
  let all: readonly RoleHolders[]
  try {
    all = JSON.parse(held)
  } catch {
    return held
  }
  return all
    .map(({ role, people, more }) => {
      const names = [...people, ...(more ? [t('others')] : [])].join(', ')
      return `${rolesText(role, t)}: ${names}`
    })
    .join('; ')
}

/** Lists the roles without other holders, and the holders of the others. */
const successorText = (params: Params, t: Translate): string => {
  const { held, alone = '' } = params
  const time = momentText(params, t)
  const roles = rolesText(alone, t)
  const missing = time
    ? t('Nobody else holds {roles}. Assign a successor before {time}.', { roles, time })
    : t('Nobody else holds {roles}. Assign a successor.', { roles })
  return [
    roles ? ` ${missing}` : '',
    held ? ` ${t('Others who hold them: {people}.', { people: holdersText(held, t) })}` : '',
  ].join('')
}

/** Values of a text about a term. */
const termOf = (params: Params, t: Translate) => ({
  ...named(params, t),
  person: params.memberName ?? '',
  roles: rolesText(params.roles ?? '', t),
  time: momentText(params, t),
  left: rolesText(params.left ?? '', t),
})

/**
 * Membership templates. Params: `orgName`, and for some `roles`, `reason`, `ownerName`. Terms also have `memberName`,
 * `when`, `alone` (roles without other holders), `held` (holders of the others), and `left` (remaining roles).
 */
export const memberTemplates = {
  org_roles_changed: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Your roles in {organization}', named(params, t)),
    message: (params, t) =>
      t('Your roles in {organization} are now: {roles}.', {
        ...named(params, t),
        roles: params.roles ? rolesText(params.roles, t) : t('none'),
      }),
  },
  org_member_removed: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params, t) => t('No longer a member of {organization}', named(params, t)),
    message: (params, t) =>
      `${t('You are no longer a member of {organization}.', named(params, t))}${reasonText(params, t)}`,
  },
  org_ownership_offered: {
    type: 'membership',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params, t) => t('You are offered the ownership of {organization}', named(params, t)),
    message: (params, t) =>
      t(
        'The owner of {organization} offers you the ownership. Accept or decline within 14 days. If you accept, you become the owner at once.',
        named(params, t),
      ),
  },
  /** Also `memberName`. */
  org_ownership_declined: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Ownership of {organization} declined', named(params, t)),
    message: (params, t) =>
      t('{person} declined the ownership of {organization}. You remain the owner.', {
        ...named(params, t),
        person: params.memberName || t('The member'),
      }),
  },
  org_ownership_given: {
    type: 'membership',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params, t) => t('You are the owner of {organization}', named(params, t)),
    message: (params, t) => t('You are now the owner of {organization}.', named(params, t)),
  },
  org_ownership_taken: {
    type: 'membership',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params, t) => t('New owner: {organization}', named(params, t)),
    message: (params, t) =>
      t('{person} is now the owner of {organization}.', {
        ...named(params, t),
        person: params.ownerName ?? t('Somebody else'),
      }),
  },
  org_term_ending: {
    type: 'membership',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params, t) => t('Your term in {organization} ends', named(params, t)),
    message: (params, t) =>
      `${t('Your term as {roles} in {organization} ends on {time}.', termOf(params, t))}${successorText(params, t)}`,
  },
  org_term_ending_of: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params, t) => t('A term in {organization} ends', named(params, t)),
    message: (params, t) =>
      `${t('The term of {person} as {roles} in {organization} ends on {time}.', termOf(params, t))}${successorText(params, t)}`,
  },
  org_term_ended: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Your term in {organization} has ended', named(params, t)),
    message: (params, t) =>
      t('Your term as {roles} in {organization} has ended. Your roles are now: {left}.', termOf(params, t)),
  },
  org_term_ended_of: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params, t) => t('A term in {organization} has ended', named(params, t)),
    message: (params, t) =>
      `${t('The term of {person} as {roles} in {organization} has ended.', termOf(params, t))}${successorText(params, t)}`,
  },
} as const satisfies Readonly<Record<string, Template>>
