import type { AuditEntry } from '../../lib/identity/audit/audit.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import {
  type Access,
  access,
  type GlobalUser,
  globalUser,
  type TenantUser,
  tenantUser,
} from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { budget } from '../budgets/index.ts'
import { type EventCard, eventCard } from '../events/index.ts'
import { domain } from '../stakeholders/index.ts'

/** Which names a reader may see. */
type Reader = {
  readonly tenantKey: string
  /** Platform administrators see everybody's name; a school sees its members only. */
  readonly platform: boolean
}

const presentNames = (pairs: readonly (readonly [string, string | undefined])[]) =>
  pairs.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const]))

/**
 * Current names of the people, organizations, events, budgets and departments on a page of rows, by id, in one round trip. The rows
 * store no names, so deleted people and things have none here.
 */
export const readNames = async (
  table: Table,
  entries: readonly AuditEntry[],
  { tenantKey, platform }: Reader,
): Promise<Readonly<Record<string, string>>> => {
  const idsOf = (...types: readonly string[]) =>
    entries.flatMap(({ targetType, targetId }) => (types.includes(targetType) ? [targetId] : []))
  const actors = entries.flatMap(({ actor, actingAs }) => [actor, ...(actingAs ? [actingAs] : [])])
  const people = [...new Set([...actors, ...idsOf('globalUser')])].filter((id) => id !== 'system')
  const users = [...new Set(idsOf('user', 'tenantUser'))]
  const orgs = [...new Set(idsOf('organization'))]
  const events = [...new Set(idsOf('event'))]
  const budgets = new Map(
    entries.flatMap(({ targetType, targetId: id, detail }) =>
      targetType === 'budget' && detail?.orgId ? [[id, { orgId: detail.orgId, id }] as const] : [],
    ),
  )
  const departments = [...new Set(idsOf('domain'))]
  const [persons, rights, members, clubs, cards, drafts, domains] = await Promise.all([
    table.batchGet(people.map((id) => key(globalUser, { id }))),
    table.batchGet(platform ? [] : people.map((globalUserId) => key(access, { globalUserId }))),
    table.batchGet(users.map((id) => key(tenantUser, { id }))),
    table.batchGet(orgs.map((orgId) => key(organization, { orgId }))),
    table.batchGet(events.map((eventId) => key(eventCard, { eventId }))),
    table.batchGet([...budgets.values()].map((keys) => key(budget, keys))),
    table.batchGet(departments.map((_id) => key(domain, { _id }))),
  ])
  const isKnown = (right: Access | undefined): boolean =>
    platform || right?.memberships[tenantKey]?.status === 'active'
  return Object.fromEntries(
    presentNames([
      ...people.map((id, at) => {
        const person: GlobalUser | undefined = persons[at]
        return [id, isKnown(rights[at]) ? person?.name : undefined] as const
      }),
      ...users.map((id, at) => {
        const user: TenantUser | undefined = members[at]
        return [id, user?.name] as const
      }),
      ...orgs.map((orgId, at) => {
        const club: Organization | undefined = clubs[at]
        return [orgId, club?.deletedAt === undefined ? club?.org_name : undefined] as const
      }),
      ...events.map((eventId, at) => {
        const card: EventCard | undefined = cards[at]
        return [eventId, card?.deletedAt === undefined ? card?.name : undefined] as const
      }),
      ...drafts.map((found) => [found?.id ?? '', found?.title] as const),
      ...domains.map((found) => [found?._id ?? '', found?.name] as const),
    ]),
  )
}
