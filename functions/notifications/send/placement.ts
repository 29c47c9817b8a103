import { type TenantUser, tenantUser } from '../../../lib/identity/person/records.ts'
import { key } from '../../../lib/table/entity.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, update, type Write } from '../../../lib/table/write.ts'
import type { PersonalChannel } from '../contract/kinds.ts'
import { eraOf, sameEra, unreadField } from '../inbox/counters.ts'
import { type Inbox, inbox, type Notification, notification } from '../repository.ts'
import { type Draft, idFor } from './draft.ts'

/** Somebody to be told, and how. */
type Addressee = {
  readonly user: TenantUser
  box: Inbox | undefined
  readonly channels: readonly PersonalChannel[]
}

const personal: readonly PersonalChannel[] = ['in_app', 'email', 'push']

const isMuted = (box: Inbox | undefined, type: string, channel: PersonalChannel): boolean =>
  type !== 'security' && (box?.muted ?? []).includes(`${type}:${channel}`)

const channelsFor = ({ channels, told }: Draft, user: TenantUser, box: Inbox | undefined) =>
  personal.filter(
    (channel) =>
      channels.includes(channel) &&
      !isMuted(box, told.type, channel) &&
      (channel !== 'push' || user.pushToken !== undefined),
  )

/** How people were found: by name, or as some of a group, which nobody is who is suspended at the school. */
type Found = { readonly inGroup?: boolean }

const addresseesOf = async (
  table: Table,
  draft: Draft,
  people: readonly string[],
  { inGroup = false }: Found,
): Promise<Addressee[]> => {
  const [users, boxes] = await Promise.all([
    table.batchGet(people.map((id) => key(tenantUser, { id }))),
    table.batchGet(
      people.map((owner) => key(inbox, { owner })),
      { strong: true },
    ),
  ])
  return people.flatMap((_, at) => {
    const user = inGroup && users[at]?.accessSuspended ? undefined : users[at]
    const box = boxes[at]
    const channels = user ? channelsFor(draft, user, box) : []
    return user && channels.length > 0 ? [{ user, box, channels }] : []
  })
}

const valueFor = (draft: Draft, { user, box, channels }: Addressee): Notification => {
  const era = eraOf(box, draft.told.type)
  return {
    id: idFor(draft, user.id),
    to: user.id,
    ...draft.told,
    ...(era > 0 ? { era } : {}),
    ...(channels.includes('in_app') ? {} : { hidden: true }),
    ...(channels.includes('email') ? { email: 'pending' as const } : {}),
    ...(channels.includes('push') ? { push: 'pending' as const } : {}),
  }
}

type Step = { readonly of: Addressee; readonly write: Write; readonly counts: boolean }

/** A notification and its place in the counters, in one transaction and under one era. */
const stepsFor = (draft: Draft, of: Addressee): Step[] => {
  const value = valueFor(draft, of)
  const { type } = value
  const row: Step = { of, write: put(notification, value, { absent: true }), counts: false }
  if (value.hidden) return [row]
  const owner = of.user.id
  const change = { set: { owner }, add: { [unreadField(type)]: 1, total: 1 } }
  const write = update(inbox, { owner }, change, { orAbsent: true, ...sameEra(of.box, type) })
  return [row, { of, write, counts: true }]
}

/** People of one transaction: few enough that a busy reader among them does not hold up many. */
const together = 25

/** Tells a few people, each once: who has the notification already is left out, whatever the counters say. */
const placeGroup = async (table: Table, draft: Draft, group: readonly Addressee[]): Promise<void> => {
  let left = [...group]
  await table.retryOnConflict(async () => {
    if (left.length === 0) return true
    const steps = left.flatMap((one) => stepsFor(draft, one))
    const written = await table.write(steps.map(({ write }) => write))
    if (written.ok) return true
    const refused = written.failed.flatMap((at) => steps[at] ?? [])
    const told = new Set(refused.filter(({ counts }) => !counts).map(({ of }) => of))
    left = left.filter((one) => !told.has(one))
    for (const { of, counts } of refused) {
      if (counts) of.box = await table.get(inbox, { owner: of.user.id }, { strong: true })
    }
    return lost
  })
}

/** Whom mail and push still have to reach. */
export type Placed = { readonly email: readonly string[]; readonly push: readonly string[] }

/**
 * Puts the notification of a draft into the inboxes of at most 100 people, exactly once per person however often this
 * runs. Answers whom the other channels are for.
 */
export const place = async (
  table: Table,
  draft: Draft,
  people: readonly string[],
  found: Found = {},
): Promise<Placed> => {
  const addressees = await addresseesOf(table, draft, [...new Set(people)], found)
  for (let at = 0; at < addressees.length; at += together)
    await placeGroup(table, draft, addressees.slice(at, at + together))
  const by = (channel: PersonalChannel) =>
    addressees.filter(({ channels }) => channels.includes(channel)).map(({ user }) => user.id)
  return { email: by('email'), push: by('push') }
}
