import { isForm } from '../../lib/contract/row.ts'
import { everySample, type Sample } from '../support/replay.ts'

type Schema = { readonly _zod?: { readonly def: Record<string, unknown> } }

/** Names of the fields of a schema, at whatever depth. */
const fieldsOf = (schema: unknown): readonly string[] => {
  const def = (schema as Schema | undefined)?._zod?.def
  if (!def) return []
  const shape = Object.entries((def.shape ?? {}) as Record<string, unknown>)
  const inside = [def.innerType, def.element, def.in, def.valueType, ...((def.options ?? []) as unknown[])]
  return [...shape.flatMap(([name, field]) => [name, ...fieldsOf(field)]), ...inside.flatMap(fieldsOf)]
}

/** Fields that name an organization which is there. */
const naming = new Set(['orgId', 'organizationId', 'hostingId', 'collaboratorOrgs', 'collaboratorOrgIds'])

/** Pages for browsers are left out: what an organization may do there is what the operations that they ask say. */
const named = ({ contract, row }: Sample): boolean => {
  if (contract.domain === 'pages') return false
  const { path, aliases = [], body, query } = row
  const fields = [...fieldsOf(body && isForm(body) ? body.form : body), ...fieldsOf(query)]
  return (
    [path, ...aliases].some((one) => /:orgId\b|:org_id\b|:name\b/.test(one)) ||
    fields.some((field) => naming.has(field)) ||
    JSON.stringify(row.example).includes('demo-org-')
  )
}

/** Operations that reach an organization by something of it: an event, an invitation, a form, a request. */
const reaching = new Set([
  'acceptInvite',
  'acceptInviteByToken',
  'acknowledgeEvent',
  'addApprovalComment',
  'approveEvent',
  'cancelEvent',
  'checkIn',
  'checkInOnPage',
  'checkOut',
  'declineInvite',
  'declineInviteByToken',
  'delegateApproval',
  'deleteEvent',
  'getCheckInTicket',
  'getEvent',
  'getEventAnalytics',
  'getMyRsvp',
  'getPublicAgenda',
  'getRegistrationForm',
  'listAttendees',
  'publishEvent',
  'registerForEvent',
  'rejectEvent',
  'requestEventChanges',
  'reviewVerificationRequest',
  'setRsvp',
  'submitFormResponse',
  'updateEventAgenda',
  'uploadEventImage',
  'withdrawEvent',
  'withdrawFromEvent',
])

/** Bodies of configurations have fields of these names, and no organization behind them. */
const elsewhere = new Set(['saveApprovalFlow', 'updateApprovalFlow'])

/** Every operation whose path, query or body names an organization, and those that reach one otherwise. */
export const organizationSamples: readonly Sample[] = everySample
  .filter((one) => (named(one) && !elsewhere.has(one.operation)) || reaching.has(one.operation))
  .sort((one, other) => (one.operation < other.operation ? -1 : 1))

export const unknownReaching = [...reaching, ...elsewhere].filter(
  (name) => !everySample.some(({ operation }) => operation === name),
)
