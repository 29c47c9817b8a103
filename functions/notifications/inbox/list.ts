import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { timeOf } from '../../../lib/id.ts'
import type { Input } from '../../../lib/operation.ts'
import { BadPosition } from '../contract/failures.ts'
import type { PersonalChannel } from '../contract/kinds.ts'
import type { Delivery, NotificationView } from '../contract/shapes.ts'
import type { contract } from '../contract.ts'
import { findInbox, findNotifications, type Inbox, type Notification, type Sending } from '../repository.ts'
import { readStateOf } from './counters.ts'
import { withoutDeparted } from './departed-people.ts'
import { inLanguage } from './language.ts'

const publicStatusOf = (status: Sending): Delivery['status'] => (status === 'claimed' ? 'pending' : status)

const deliveriesOf = ({
  hidden,
  email,
  emailTries = 0,
  emailAt,
  push,
  pushTries = 0,
  pushAt,
}: Notification): Partial<Record<PersonalChannel, Delivery>> => ({
  ...(hidden ? {} : { in_app: { status: 'delivered' as const, attempts: 1 } }),
  ...(email ? { email: { status: publicStatusOf(email), attempts: emailTries, lastAttempt: emailAt } } : {}),
  ...(push ? { push: { status: publicStatusOf(push), attempts: pushTries, lastAttempt: pushAt } } : {}),
})

/** From the worst to the best. */
const order = ['failed', 'pending', 'sent', 'delivered'] as const

const summaryOf = (deliveries: readonly Delivery[]) => ({
  deliveryStatus: order.find((status) => deliveries.some((one) => one.status === status)) ?? 'delivered',
  deliveryAttempts: deliveries.reduce((sum, { attempts }) => sum + attempts, 0),
  lastDeliveryAttempt: deliveries
    .flatMap(({ lastAttempt }) => lastAttempt ?? [])
    .sort()
    .at(-1),
})

/** A notification as its reader sees it. */
export const viewOf = (row: Notification, box: Inbox | undefined): NotificationView => {
  const deliveries = deliveriesOf(row)
  const status = readStateOf(row, box)
  return {
    _id: row.id,
    id: row.id,
    recipient: row.to,
    recipientModel: 'User',
    ...(row.sender ? { sender: row.sender, senderModel: 'User' } : {}),
    title: row.title,
    message: row.message,
    type: row.type,
    category: row.category,
    priority: row.priority ?? 'normal',
    status,
    readAt: row.readAt ?? (status === 'read' ? box?.readAllAt : undefined),
    acknowledgedAt: row.acknowledgedAt,
    archivedAt: row.archivedAt,
    deletedAt: row.deletedAt,
    actions: row.actions ?? [],
    actionResult: row.actionResult,
    metadata: row.metadata ?? {},
    channels: Object.keys(deliveries) as PersonalChannel[],
    ...summaryOf(Object.values(deliveries)),
    deliveries: deliveries as Record<string, Delivery>,
    ...(row.template ? { template: { name: row.template } } : {}),
    batchId: row.batchId,
    createdAt: new Date(timeOf(row.id)).toISOString(),
    expiresAt: row.expiresAt,
  }
}

type InboxQuery = Input<(typeof contract)['rows']['listNotifications']>

/** Rows that a filtered list examines for one page. Its cursor continues after them. */
const maxExamined = 100
const maxSkipped = 1000

const clamp = (given: string | undefined, usual: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Number(given ?? usual)))

const matchesQuery = (row: Notification, box: Inbox | undefined, requested: InboxQuery): boolean => {
  const readState = readStateOf(row, box)
  if (row.hidden || readState === 'deleted') return false
  if (requested.status ? readState !== requested.status : readState === 'archived') return false
  if (requested.type && row.type !== requested.type) return false
  if (requested.priority && (row.priority ?? 'normal') !== requested.priority) return false
  return !requested.category || row.category === requested.category
}

const isFiltered = ({ status, type, priority, category }: InboxQuery): boolean =>
  [status, type, priority, category].some((each) => each !== undefined)

type InboxRows = {
  readonly rows: readonly Notification[]
  readonly last: string | undefined
  readonly more: boolean
}

/** Reads as many rows as a page needs. Reads once more when archived or deleted rows fill the page. */
const find = async (
  { table, caller }: Context<'member'>,
  requested: InboxQuery,
  enough: number,
  box: Promise<Inbox | undefined>,
): Promise<InboxRows> => {
  const first = isFiltered(requested) ? Math.max(enough, maxExamined) : enough
  const rows: Notification[] = []
  let last = requested.cursor
  let more = true
  for (const limit of [first, maxExamined]) {
    const [page, known] = await Promise.all([findNotifications(table, caller.tenantUserId, limit, last), box])
    rows.push(...page.items.filter((row) => matchesQuery(row, known, requested)))
    last = page.items.at(-1)?.id
    more = page.cursor !== undefined && last !== undefined
    if (!more || rows.length >= enough || isFiltered(requested)) break
  }
  return { rows, last, more }
}

/** Whether the counters already show that no rows follow, counting from the top. */
const isEnd = (requested: InboxQuery, box: Inbox | undefined, seen: number): boolean =>
  !isFiltered(requested) && requested.cursor === undefined && seen >= (box?.total ?? 0) - (box?.archived ?? 0)

/** Shows one notification. */
export const showNotification = async (
  { row, box }: { readonly row: Notification; readonly box: Inbox | undefined },
  { table }: Pick<Context, 'table'>,
): Promise<NotificationView> => {
  const [shown = row] = await withoutDeparted(table, [row])
  return viewOf(shown, box)
}

/** Lists one page of the inbox. One round trip; more when many rows are archived or deleted, or name people. */
export const listNotifications = async (requested: InboxQuery, context: Context<'member'>) => {
  if (requested.cursor !== undefined && !/^[0-9A-Z]{26}$/.test(requested.cursor)) fail(BadPosition)
  const limit = clamp(requested.limit, 20, 1, 100)
  const skip = clamp(requested.skip, 0, 0, maxSkipped)
  const counters = findInbox(context.table, context.caller.tenantUserId)
  const { rows, last, more } = await find(context, requested, skip + limit, counters)
  const box = await counters
  const page = rows.slice(skip, skip + limit)
  const left = rows.length > skip + limit
  const hasMore = left || (more && !isEnd(requested, box, skip + page.length))
  const nextCursor = left ? page.at(-1)?.id : last
  const shown = await withoutDeparted(context.table, await inLanguage(page, requested.locale))
  return {
    data: shown.map((row) => viewOf(row, box)),
    pagination: { limit, skip, hasMore, ...(hasMore && nextCursor ? { nextCursor } : {}) },
  }
}
