import type { Context } from '../../lib/context.ts'
import { type Caller, identityOf } from '../../lib/identity/person/caller.ts'
import {
  type Access,
  access,
  type GlobalUser,
  globalUser,
  type Session,
  session,
  type TenantUser,
  tenantUser,
} from '../../lib/identity/person/records.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Attendee, EventCard } from '../events/index.ts'

/** A person in event rows: a user of this school, or a guest by global id. */
export type AttendeeKey = Pick<Attendee, 'kind' | 'personId'>

export const attendeeKeyOf = (caller: Caller): AttendeeKey =>
  caller.tenantUserId === null
    ? { kind: 'g', personId: identityOf(caller) }
    : { kind: 'u', personId: caller.tenantUserId }

/** Parses a person's id: `g-<globalUserId>` is a guest, `u-<userId>` or a plain id a user of this school. */
export const attendeeKeyFrom = (id: string): AttendeeKey => {
  if (/^g-./.test(id)) return { kind: 'g', personId: id.slice(2) }
  return { kind: 'u', personId: /^u-./.test(id) ? id.slice(2) : id }
}

/** Returns all people that an id may mean. A plain id may be a user of this school, or a guest's global id. */
export const attendeeKeysFrom = (id: string): readonly AttendeeKey[] => {
  const person = attendeeKeyFrom(id)
  return person.kind === 'u' && person.personId === id ? [person, { kind: 'g', personId: id }] : [person]
}

export const attendeeIdOf = ({ kind, personId }: AttendeeKey): string => `${kind}-${personId}`

/** The key of a person's row at an event. */
export const rowKey = ({ eventId }: Pick<EventCard, 'eventId'>, { kind, personId }: AttendeeKey) => ({
  eventId,
  kind,
  personId,
})

/** The records found for a person who registers. */
export type AttendeeRecords = {
  readonly user?: TenantUser | undefined
  readonly guest?: GlobalUser | undefined
  readonly access?: Access | undefined
  readonly session?: Session | undefined
}

/** Keys of the records that a registration copies from. A guest's rights show whether they are still a guest. */
export const ownRecordRefs = ({ kind, personId }: AttendeeKey, caller: Caller): readonly Ref[] => {
  if (kind === 'u') return [key(tenantUser, { id: personId })]
  const { sid } = caller
  return [
    key(globalUser, { id: personId }),
    key(access, { globalUserId: personId }),
    ...(sid === undefined ? [] : [key(session, { globalUserId: personId, id: sid })]),
  ]
}

export const attendeeRecordsFrom = ({ kind }: AttendeeKey, items: readonly unknown[]): AttendeeRecords => {
  if (kind === 'u') return { user: items[0] as TenantUser | undefined }
  const [guest, rights, device] = items as [GlobalUser | undefined, Access | undefined, Session | undefined]
  return { guest, access: rights, session: device }
}

/** Copied fields for lists, refreshed on change. */
export const attendeeCopiesOf = ({
  user,
  guest,
  session: device,
}: AttendeeRecords): Partial<Attendee> | undefined => {
  if (user) {
    const { globalUserId, name, username, picture, email } = user
    return { globalUserId, name, username, email, ...(picture ? { picture } : {}) }
  }
  if (!guest) return undefined
  const { id: globalUserId, name, picture, email } = guest
  const home = device ? { sourceTenant: device.tenantKey } : {}
  return { globalUserId, name, email, ...(picture ? { picture } : {}), ...home }
}

/** The caller's keys: as a user, and as the guest that they were before. */
export const attendeeKeysOf = (caller: Caller): readonly AttendeeKey[] => {
  const person = attendeeKeyOf(caller)
  const { globalUserId } = caller
  return person.kind === 'g' || globalUserId === undefined
    ? [person]
    : [person, { kind: 'g', personId: globalUserId }]
}

type SubmitterIds = {
  readonly submittedBy?: string | undefined
  readonly globalSubmittedBy?: string | undefined
}

/**
 * Finds who has answered, under all of a person's keys. A guest who has since joined the school is registered as a
 * user.
 */
export const submittersOf = async (
  { submittedBy, globalSubmittedBy }: SubmitterIds,
  { table, tenant }: Pick<Context, 'table' | 'tenant'>,
): Promise<readonly AttendeeKey[]> => {
  if (submittedBy) return [{ kind: 'u', personId: submittedBy }]
  if (!globalSubmittedBy) return []
  const rights = await table.get(access, { globalUserId: globalSubmittedBy })
  const userId = rights?.memberships[tenant.key]?.tenantUserId
  const guest: AttendeeKey = { kind: 'g', personId: globalSubmittedBy }
  return userId === undefined ? [guest] : [{ kind: 'u', personId: userId }, guest]
}

/** Reads a person's records without the device; enough for a row. */
export const readAttendeeRecords = async (
  table: Table,
  { kind, personId }: AttendeeKey,
): Promise<AttendeeRecords> => {
  if (kind === 'u') return { user: await table.get(tenantUser, { id: personId }, { strong: true }) }
  const refs = [key(globalUser, { id: personId }), key(access, { globalUserId: personId })] as const
  const [guest, rights] = await table.batchGet(refs, { strong: true })
  return { guest, access: rights }
}
