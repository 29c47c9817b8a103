import { orgPartitions } from '../../lib/identity/org/records.ts'
import { fillTemplate } from '../../lib/table/entity.ts'
import type { IndexName } from '../../lib/table/schema.ts'
import { eventPartitions, Shelf } from '../events/index.ts'
import { daysOfStay, isStay } from '../rooms/index.ts'
import { defaultRoles } from '../stakeholders/index.ts'

export type Fields = Readonly<Record<string, unknown>>

/**
 * Node of the walk: a partition of the school, an index list that leads to partitions, or what signs a person in.
 * `hostless`: only events whose host is gone, which no host's list contains.
 */
export type Node = {
  readonly pk: string
  readonly index?: IndexName
  readonly hostless?: true
  /** Event through which the walk reaches a room's day. */
  readonly event?: string
  readonly person?: { readonly globalUserId: string; readonly userId: string }
}

const below = (template: string, fields: Fields): Node[] => {
  const pk = fillTemplate(template, fields)
  return pk === undefined ? [] : [{ pk }]
}

const nodesOf = (templates: readonly string[], fields: Fields): Node[] =>
  templates.flatMap((template) => below(template, fields))

const hostNodes = (hostingId: unknown): Node[] =>
  Shelf.options.flatMap((shelf) =>
    below('HOST#{hostingId}#EV#{shelf}', { hostingId, shelf }).map((node) => ({
      ...node,
      index: 'gsi2' as const,
    })),
  )

/** Days on which an event may hold its room. */
const roomDayNodes = ({
  eventId,
  classroom_id: roomId,
  start_time: start,
  end_time: end,
}: Fields): Node[] => {
  if (typeof roomId !== 'string' || roomId === '' || !isStay(String(start), String(end))) return []
  return daysOfStay({ roomId, start: String(start), end: String(end) })
    .flatMap((day) => below('ROOM#{roomId}#{date}', day))
    .map((node) => ({ ...node, event: String(eventId) }))
}

const isDefaultRole = (id: unknown): boolean => defaultRoles.some(({ stakeholderId }) => stakeholderId === id)

/** Partition that an index item leads to, by kind. Other kinds of the same list lead to none. */
export const partitionTemplates: Readonly<Record<string, string>> = {
  Organization: 'ORG#{orgId}',
  TenantUser: 'U#{id}',
  EventCard: 'EV#{eventId}',
  Form: 'FORM#{formId}',
}

/** Replies to a message, and likes. A reply has likes only. */
const threadNodes = (fields: Fields): Node[] =>
  Number(fields.replyCount) + Number(fields.likeCount) > 0 ? below('MSG#{id}', fields) : []

/** Nodes below an item, in the order of the file. */
const childNodes: Readonly<Record<string, (fields: Fields) => Node[]>> = {
  Organization: (fields) => [
    ...nodesOf(
      [
        'ORGNAME#{nameKey}',
        ...(fields.look ? ['ORGNAME#{look}'] : []),
        ...orgPartitions.filter((template) => template !== partitionTemplates.Organization),
        'ORGROLL#{orgId}',
        'HOSTS#Org#{orgId}',
      ],
      fields,
    ),
    ...below('ROLL#{subject}', { subject: `org:${fields.orgId}` }),
    ...below('ORG#{orgId}#FORMS', fields).map((node) => ({ ...node, index: 'gsi1' as const })),
    ...hostNodes(fields.orgId),
  ],
  Budget: (fields) => below('BUD#{id}', fields),
  Message: threadNodes,
  Reply: threadNodes,
  TenantUser: (fields) => [
    { pk: '', person: { globalUserId: String(fields.globalUserId), userId: String(fields.id) } },
    ...nodesOf(['UNAME#{usernameKey}', 'U#{id}#N', 'U#{id}#SHIFTS', 'HOSTS#User#{id}'], fields),
    ...below('AFFILIATED#{email}', { email: fields.affiliatedEmail }),
    ...hostNodes(fields.id),
  ],
  EventCard: (fields) => [
    ...nodesOf(
      eventPartitions.filter((template) => template !== partitionTemplates.EventCard),
      fields,
    ),
    ...roomDayNodes(fields),
  ],
  Form: (fields) => below('FORM#{formId}#R', fields),
  StakeholderRole: (fields) =>
    isDefaultRole(fields.stakeholderId) ? [] : below('STAKE#{stakeholderId}', fields),
  AuditSeal: (fields) => below('AUDITLEAVES#{hour}', fields),
}

export const childNodesOf = (entity: string, fields: Fields): readonly Node[] =>
  childNodes[entity]?.(fields) ?? []

const firstYear = 2020

const monthsUntil = (moment: string): string[] => {
  const years = Array.from({ length: Number(moment.slice(0, 4)) - firstYear + 1 }, (_, at) => firstYear + at)
  return years
    .flatMap((year) => Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`))
    .filter((month) => month <= moment.slice(0, 7))
}

/** Roots of a school's data, in the order of the file. `until`: audit rows are not younger than this. */
export const rootsOf = (until: string): readonly Node[] => [
  ...[
    'TENANT',
    'MANAGEMENT',
    'FINANCE',
    'STAKEHOLDERS',
    'SAML',
    'BUDCOUNT',
    'VRCOUNT',
    'SCHEDULED',
    'ROOMS',
    'ROSTER',
  ].map((pk) => ({
    pk,
  })),
  ...['ROLL#school', 'ROLL#school#TOP', 'ORGROLL#campus'].map((pk) => ({ pk })),
  ...defaultRoles.flatMap((role) => below('STAKE#{stakeholderId}', role)),
  { pk: 'USERS', index: 'gsi1' },
  { pk: 'ORGS#ALL', index: 'gsi2' },
  { pk: 'EVENTS#live', index: 'gsi1', hostless: true },
  { pk: 'EVENTS#past', index: 'gsi1', hostless: true },
  { pk: 'AUDITSEALS' },
  ...monthsUntil(until).map((month) => ({ pk: `AUDIT#${month}` })),
]
