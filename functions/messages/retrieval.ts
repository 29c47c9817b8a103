import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { OrgRights } from '../../lib/identity/org/organizations.ts'
import type { Page } from '../../lib/table/lists/list.ts'
import { listNumbered, type Numbered, totalOf } from '../../lib/table/lists/numbered.ts'
import type { IndexName } from '../../lib/table/schema.ts'
import { MessageNotFound, ViewForbidden } from './contract.ts'
import { findCount, findMessage, isFollower, listReplies, type Message, message } from './repository.ts'
import { joinsOf, viewOf } from './views.ts'

/** Members and administrators read everything, followers all but members-only messages, others public messages. */
export type Reader = 'members' | 'followers' | 'public'

const visibleTo: Readonly<Record<Reader, readonly Message['visibility'][]>> = {
  members: ['members_only', 'members_and_followers', 'public'],
  followers: ['members_and_followers', 'public'],
  public: ['public'],
}

export const indexOf: Readonly<Record<Reader, IndexName | undefined>> = {
  members: undefined,
  followers: 'gsi2',
  public: 'gsi1',
}

export const canSee = (reader: Reader, { visibility }: Message): boolean =>
  visibleTo[reader].includes(visibility)

/** Any user of the school, in or outside the organization. */
export type VisitorContext = Context<{ readonly org: 'visitor' }>

/** Members, the owner and administrators may read everything and write. */
export const isInside = ({ member, isOwner, isAdmin }: OrgRights): boolean =>
  member !== undefined || isOwner || isAdmin

/** The caller's kind of reader. Callers outside the organization cost a read of their follow. */
export const readerOf = async ({ table, caller }: VisitorContext): Promise<Reader> => {
  if (isInside(caller.org)) return 'members'
  return (await isFollower(table, caller.org.roles.orgId, caller.tenantUserId)) ? 'followers' : 'public'
}

type MessageQuery = Parameters<typeof pageOf>[0] & {
  readonly orgId: string
  readonly includeReplies?: 'true' | 'false' | undefined
}

/** Replies shown under each message of a list, which has at most twenty messages. */
const repliesShown = 5
const maxWithReplies = 20

const readReplies = async ({ table }: VisitorContext, messages: readonly Message[]) => {
  const lists = await Promise.all(
    messages.map(async ({ id, hasReplies }) => (hasReplies ? listReplies(table, id, repliesShown) : [])),
  )
  return new Map(messages.map(({ id }, at) => [id, lists[at] ?? []]))
}

/**
 * Reads a page for the caller's kind of reader in one query. For callers outside, it reads both possible pages and
 * their follow in parallel.
 */
const pageFor = async (
  context: VisitorContext,
  orgId: string,
  numbered: Numbered,
): Promise<{ readonly reader: Reader; readonly page: Page<Message> }> => {
  const list = (reader: Reader) => {
    const index = indexOf[reader]
    const listing = { ...(index ? { index } : {}), keyParams: { orgId }, descending: true }
    return listNumbered(context.table, message, listing, numbered)
  }
  if (isInside(context.caller.org)) return { reader: 'members', page: await list('members') }
  const pages = { members: undefined, followers: list('followers'), public: list('public') }
  const [reader] = await Promise.all([readerOf(context), pages.followers, pages.public])
  return { reader, page: (await pages[reader]) ?? { items: [] } }
}

/** Lists one page of the messages that the caller may see, newest first. */
export const listMessages = async (
  { orgId, includeReplies, ...query }: MessageQuery,
  context: VisitorContext,
) => {
  const { table, caller } = context
  const numbered = pageOf(query)
  const withReplies = includeReplies === 'true'
  const limit = withReplies ? Math.min(maxWithReplies, numbered.limit) : numbered.limit
  const [{ reader, page }, count] = await Promise.all([
    pageFor(context, orgId, { ...numbered, limit }),
    findCount(table, orgId),
  ])
  const { items, cursor } = page
  const replies = withReplies ? await readReplies(context, items) : undefined
  const shown = [...items, ...items.flatMap(({ id }) => replies?.get(id) ?? [])]
  const joins = await joinsOf(context, caller.org, shown, caller.tenantUserId)
  const view = (each: Message) => viewOf(each, joins, caller.tenantUserId)
  const total = totalOf(count?.[reader] ?? 0, { ...numbered, limit }, page)
  return {
    messages: items.map((each) => ({
      ...view(each),
      ...(replies ? { replies: (replies.get(each.id) ?? []).map(view) } : {}),
    })),
    pagination: { page: numbered.page, limit, total, pages: Math.ceil(total / limit), nextCursor: cursor },
  }
}

/** A message and the caller's kind of reader. Fails when the caller may not see the message. */
export const requireVisible = async (
  { orgId, messageId }: { readonly orgId: string; readonly messageId: string },
  context: VisitorContext,
) => {
  const { table, caller } = context
  const [reader, { found, liked }] = await Promise.all([
    readerOf(context),
    findMessage(table, orgId, messageId, caller.tenantUserId),
  ])
  if (!found) return fail(MessageNotFound)
  return canSee(reader, found) ? { found, liked } : fail(ViewForbidden)
}

const maxReplies = 100

/** One message and its replies, oldest first. */
export const getMessage = async (
  input: { readonly orgId: string; readonly messageId: string },
  context: VisitorContext,
) => {
  const { table, caller } = context
  const [{ found }, replies] = await Promise.all([
    requireVisible(input, context),
    listReplies(table, input.messageId, maxReplies),
  ])
  const joins = await joinsOf(context, caller.org, [found, ...replies], caller.tenantUserId)
  const view = (each: Message) => viewOf(each, joins, caller.tenantUserId)
  const replyCount = Math.max(found.replyCount, replies.length)
  return { message: { ...view(found), replyCount }, replies: replies.map(view) }
}
