import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { listNumbered } from '../../lib/table/numbered.ts'
import { MessageNotFound, ViewForbidden } from './failures.ts'
import { indexOf, maySee, readerOf } from './readers.ts'
import { findCount, findMessage, listReplies, type Message, message } from './repository.ts'
import { joinsOf, viewOf } from './views.ts'

type Asked = Parameters<typeof pageOf>[0] & {
  readonly orgId: string
  readonly includeReplies?: 'true' | 'false' | undefined
}

/** Replies that a list shows under each message, of at most twenty messages. */
const repliesShown = 5
const mostWithReplies = 20

const repliesTo = async ({ table }: Context<'member'>, messages: readonly Message[]) => {
  const lists = await Promise.all(
    messages.map(async ({ id, replyCount }) => (replyCount > 0 ? listReplies(table, id, repliesShown) : [])),
  )
  return new Map(messages.map(({ id }, at) => [id, lists[at] ?? []]))
}

/** One page of what the caller may see, newest first: one query, whoever reads. */
export const listPage = async ({ orgId, includeReplies, ...asked }: Asked, context: Context<'member'>) => {
  const { table, caller } = context
  const numbered = pageOf(asked)
  const withReplies = includeReplies === 'true'
  const limit = withReplies ? Math.min(mostWithReplies, numbered.limit) : numbered.limit
  const { standing, reader } = await readerOf(context, orgId)
  const index = indexOf[reader]
  const [{ items, cursor }, count] = await Promise.all([
    listNumbered(
      table,
      message,
      { ...(index ? { index } : {}), holes: { orgId }, descending: true },
      { ...numbered, limit },
    ),
    findCount(table, orgId),
  ])
  const replies = withReplies ? await repliesTo(context, items) : undefined
  const shown = [...items, ...items.flatMap(({ id }) => replies?.get(id) ?? [])]
  const joins = await joinsOf(table, standing.roles, shown, caller.tenantUserId)
  const view = (each: Message) => viewOf(each, joins, caller.tenantUserId)
  const total = count?.[reader] ?? 0
  return {
    messages: items.map((each) => ({
      ...view(each),
      ...(replies ? { replies: (replies.get(each.id) ?? []).map(view) } : {}),
    })),
    pagination: {
      page: numbered.page,
      limit,
      total,
      pages: Math.ceil(total / limit),
      nextCursor: cursor,
    },
  }
}

/** A message that the caller may see, as whom; fails otherwise. */
export const requireVisible = async (
  { orgId, messageId }: { readonly orgId: string; readonly messageId: string },
  context: Context<'member'>,
) => {
  const { table, caller } = context
  const [{ standing, reader }, { found, liked }] = await Promise.all([
    readerOf(context, orgId),
    findMessage(table, orgId, messageId, caller.tenantUserId),
  ])
  if (!found) return fail(MessageNotFound)
  return maySee(reader, found) ? { found, liked, standing } : fail(ViewForbidden)
}

const mostReplies = 100

/** One message and its replies, oldest first. */
export const readOne = async (
  input: { readonly orgId: string; readonly messageId: string },
  context: Context<'member'>,
) => {
  const { table, caller } = context
  const [{ found, standing }, replies] = await Promise.all([
    requireVisible(input, context),
    listReplies(table, input.messageId, mostReplies),
  ])
  const joins = await joinsOf(table, standing.roles, [found, ...replies], caller.tenantUserId)
  const view = (each: Message) => viewOf(each, joins, caller.tenantUserId)
  return { message: view(found), replies: replies.map(view) }
}
