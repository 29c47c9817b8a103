import * as z from 'zod/mini'
import { dayMs } from './contract/time.ts'
import { dueOf, notificationRow } from './outbox.ts'
import { entity } from './table/entity.ts'
import type { Table } from './table/table.ts'
import { put, type Write } from './table/write.ts'

const text = z.string()

/**
 * The change of one event by an operation on several events, such as a whole series. It is written in the transaction
 * that changes the event. The group's notification lists all changes that concern its reader.
 */
export const GroupedChange = z.object({
  group: text,
  eventId: text,
  /** Start of the event (ISO 8601), which orders the list. */
  startsAt: text,
  /** Absent when the change notifies nobody. */
  template: z.optional(text),
  params: z.record(text, text),
  metadata: z.optional(z.record(text, z.unknown())),
  expiresAt: text,
})
export type GroupedChange = z.infer<typeof GroupedChange>
export const groupedChange = entity('GroupedChange', GroupedChange, {
  scope: 'tenant',
  pk: 'OUT#GROUP#{group}',
  sk: '{eventId}',
  ttl: 'expiresAt',
})

type Clock = { now(): Date }

const rowLifetimeMs = 7 * dayMs

export const groupedChangeWrite = ({ now }: Clock, change: Omit<GroupedChange, 'expiresAt'>): Write =>
  put(groupedChange, { ...change, expiresAt: new Date(now().getTime() + rowLifetimeMs).toISOString() })

/** Limit of events in a group: a series has at most 52 events, a bulk action at most 100. */
const maxChanges = 100

/** The changes of a group in the order of their events. With `template`, only those with that notification. */
export const listGroupedChanges = async (
  table: Table,
  group: string,
  template?: string,
): Promise<readonly GroupedChange[]> => {
  const { items } = await table.list(groupedChange, { keyParams: { group }, limit: maxChanges, strong: true })
  const placeOf = ({ startsAt, eventId }: GroupedChange): string => `${startsAt}#${eventId}`
  return items
    .filter((change) => change.template !== undefined && (template ?? change.template) === change.template)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

/**
 * Writes that send a group's notifications, once all of its events are changed: one for each template. Repeating it
 * sends nothing again, because the row of the first time is still there.
 */
export const groupNotifications = async (
  { table, now }: Clock & { readonly table: Table },
  group: string,
): Promise<readonly Write[]> => {
  const templates = new Set((await listGroupedChanges(table, group)).map(({ template = '' }) => template))
  return [...templates].map((template) =>
    put(
      notificationRow,
      dueOf(now(), group, { template, params: {}, to: { kind: 'changeGroup', group, template } }),
    ),
  )
}

const listed = [
  'startTime',
  'endTime',
  'oldStartTime',
  'oldEndTime',
  'timezone',
  'place',
  'oldPlace',
] as const

/** The values of a notification about some changes. Several are listed in `dates`, as JSON. */
export const paramsOfChanges = (changes: readonly GroupedChange[]): Readonly<Record<string, string>> => {
  const [first] = changes
  if (!first || changes.length === 1) return first?.params ?? {}
  const names = new Set(changes.map(({ params }) => params.eventTitle ?? ''))
  const isSeries = names.size === 1
  const { timezone = 'UTC', eventTitle = '' } = first.params
  const kinds = new Set(changes.flatMap(({ params }) => params.changes?.split(',') ?? []))
  const reason = changes.find(({ params }) => params.reason)?.params.reason
  const dates = changes.map(({ params }) =>
    Object.fromEntries(
      [...listed, ...(isSeries ? [] : (['eventTitle'] as const))].flatMap((name) =>
        params[name] === undefined ? [] : [[name, params[name]]],
      ),
    ),
  )
  return {
    eventId: first.eventId,
    ...(isSeries
      ? { eventTitle, dateCount: String(changes.length) }
      : { eventCount: String(changes.length) }),
    timezone,
    ...(kinds.size > 0 ? { changes: [...kinds].join(',') } : {}),
    ...(reason ? { reason } : {}),
    ...(first.params.oldTitle === undefined ? {} : { oldTitle: first.params.oldTitle }),
    dates: JSON.stringify(dates),
  }
}
