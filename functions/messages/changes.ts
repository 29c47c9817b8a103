import { fail } from '../../lib/contract/failure.ts'
import { spendWrite } from '../../lib/identity/limit/limits.ts'
import type { OrgRights } from '../../lib/identity/org/organizations.ts'
import { defaultMessageSettings, type MessageSettings } from '../../lib/identity/org/records.ts'
import type { Operation } from '../../lib/operation.ts'
import { isHeldBack, type MessagingRules, managementConfig, messagingRulesOf } from '../policies/index.ts'
import { type Cards, checkedContent, limitsOf, readMentioned, summariesOf } from './content.ts'
import type { contract } from './contract.ts'
import {
  DeletionForbidden,
  MembersOnly,
  MessageNotFound,
  type MessageView,
  MessagingOff,
  NotTheAuthor,
  OrgPending,
  ParentNotFound,
  PostingForbidden,
  postingLimits,
  RepliesOff,
  SendAsOrgForbidden,
  TooLateToEdit,
} from './contract.ts'
import { notifyMentions, notifyNewMessage, notifyReply } from './notifications.ts'
import {
  deletionWrites,
  findMessage,
  findOrganization,
  type Message,
  markMessage,
  messageWrite,
  parentIdOf,
  saveContent,
} from './repository.ts'
import { canSee, isInside, readerOf, type VisitorContext } from './retrieval.ts'
import { authorOf, type Joins, joinsOf, viewOf } from './views.ts'

type Rows = (typeof contract)['rows']

/** The organization's facts that decide about posting. */
export type Club = {
  readonly name: string
  readonly pending: boolean
  readonly settings: MessageSettings
  readonly rules: MessagingRules
}

/** The school's and the organization's rules. One round trip. */
export const findClub = async ({ table }: Pick<VisitorContext, 'table'>, orgId: string): Promise<Club> => {
  const [[card, body], config] = await Promise.all([
    findOrganization(table, orgId),
    table.get(managementConfig, {}, { strong: true }),
  ])
  return {
    name: card?.org_name ?? '',
    pending: isHeldBack(config, 'post_messages', card),
    settings: body?.messageSettings ?? defaultMessageSettings,
    rules: messagingRulesOf(config),
  }
}

/**
 * Fails where messaging is off, for a pending organization that may not post, and for callers outside the organization.
 */
const requireWriter = (rights: OrgRights, { pending, settings, rules }: Club): void => {
  if (!rules.enabled || !settings.enabled) fail(MessagingOff)
  if (!isInside(rights)) fail(MembersOnly)
  if (pending) fail(OrgPending)
}

const requirePoster = (rights: OrgRights, { settings }: Club, sendAsOrg: boolean): void => {
  const announces = rights.may('send_announcements')
  const roleIds = rights.member?.roles ?? []
  if (!announces && !roleIds.some((roleId) => settings.postingPermissions.includes(roleId)))
    fail(PostingForbidden)
  if (sendAsOrg && !announces) fail(SendAsOrgForbidden)
}

type Draft = {
  readonly orgId: string
  readonly content?: string | undefined
  readonly visibility?: Message['visibility'] | undefined
  readonly sendAsOrg?: boolean | undefined
}

const noCounts = { likeCount: 0, replyCount: 0 }

/** The author's membership holds all that readers see. An author without one is read from the table. */
const joinsOfOwn = async (context: VisitorContext, sent: Message, mentioned: Cards): Promise<Joins> => {
  const { caller, counts } = context
  const { member, roles } = caller.org
  if (!member) return joinsOf(context, caller.org, [sent], caller.tenantUserId)
  const events = summariesOf(mentioned, caller.org, caller.tenantUserId)
  return { authors: new Map([[sent.authorId, authorOf(member, roles)]]), likes: new Set(), counts, events }
}

/** Stores a message or reply with its notifications. Returns it as its author sees it. */
const send = async (
  context: VisitorContext,
  { name, rules }: Club,
  sent: Message,
  mentioned: Cards,
  parent?: Message,
): Promise<MessageView> => {
  const { table, caller } = context
  const limit = spendWrite(context, 'message', postingLimits.person, caller.tenantUserId)
  const posting = { name, author: caller.org.member?.name ?? '', sent }
  const notifications = parent
    ? notifyReply(context, rules, { ...posting, parent })
    : notifyNewMessage(context, rules, posting)
  await Promise.all([
    table.commit([
      messageWrite(sent),
      limit,
      ...notifications,
      ...notifyMentions(context, rules, { ...posting, mentioned }),
    ]),
    ...(parent ? [markMessage(table, parent, 'hasReplies')] : []),
  ])
  return viewOf(sent, await joinsOfOwn(context, sent, mentioned), caller.tenantUserId)
}

const draftOf = ({ caller, now }: VisitorContext, { orgId }: Draft) => {
  const at = now().toISOString()
  return { ...noCounts, orgId, authorId: caller.tenantUserId, createdAt: at, updatedAt: at }
}

/** Posts a message (rules/messages 1, rules/messages 4). */
export const post = async (draft: Draft, context: VisitorContext): Promise<MessageView> => {
  const { org: rights } = context.caller
  const { sendAsOrg = false } = draft
  const { orgId, content } = draft
  const [club, mentioned] = await Promise.all([
    findClub(context, orgId),
    readMentioned(context.table, content),
  ])
  requireWriter(rights, club)
  requirePoster(rights, club, sendAsOrg)
  const { rules, settings } = club
  const limits = limitsOf(rules, settings.characterLimit, false)
  const checked = await checkedContent(content, rules, limits, { orgId, mentioned })
  const sent: Message = {
    ...draftOf(context, draft),
    ...checked,
    id: context.newId(),
    visibility: draft.visibility ?? settings.visibility,
    sendAsOrg,
  }
  return send(context, club, sent, mentioned)
}

/** Replies to a message. A reply to a reply goes to the first message. */
export const replyToMessage = async (
  draft: Draft & { readonly messageId: string },
  context: VisitorContext,
): Promise<MessageView> => {
  const { caller, table, newId } = context
  const { orgId, content } = draft
  const parentId = parentIdOf(draft.messageId) ?? draft.messageId
  const [reader, club, { found: parent }, mentioned] = await Promise.all([
    readerOf(context),
    findClub(context, orgId),
    findMessage(table, orgId, parentId, caller.tenantUserId),
    readMentioned(table, content),
  ])
  requireWriter(caller.org, club)
  const { rules, settings } = club
  if (!settings.allowReplies) fail(RepliesOff)
  if (!parent || !canSee(reader, parent)) return fail(ParentNotFound)
  const limits = limitsOf(rules, settings.characterLimit, true)
  const checked = await checkedContent(content, rules, limits, { orgId, mentioned })
  const sent: Message = {
    ...draftOf(context, draft),
    ...checked,
    id: `${parentId}-${newId()}`,
    visibility: parent.visibility,
    sendAsOrg: false,
    parentMessageId: parentId,
  }
  return send(context, club, sent, mentioned, parent)
}

type MessageRef = { readonly orgId: string; readonly messageId: string }

const editSeconds = 15 * 60

/** Edits an own message. Its author must still be inside the organization. */
export const editMessage = async (
  { orgId, messageId, content }: MessageRef & { readonly content?: string | undefined },
  context: VisitorContext,
) => {
  const { table, caller, now } = context
  const [club, { found, liked }, mentioned] = await Promise.all([
    findClub(context, orgId),
    findMessage(table, orgId, messageId, caller.tenantUserId),
    readMentioned(table, content),
  ])
  if (found?.authorId !== caller.tenantUserId) return fail(NotTheAuthor)
  requireWriter(caller.org, club)
  const at = now()
  if (at.getTime() - Date.parse(found.createdAt) > editSeconds * 1000) fail(TooLateToEdit)
  const isReply = found.parentMessageId !== undefined
  const limits = limitsOf(club.rules, club.settings.characterLimit, isReply)
  const checked = await checkedContent(content, club.rules, limits, { orgId, mentioned })
  const stamp = at.toISOString()
  const saved = await saveContent(table, found, { ...checked, editedAt: stamp, updatedAt: stamp })
  const after = (saved.ok ? saved.after : undefined) as Message | undefined
  if (!after) return fail(NotTheAuthor)
  const joins = await joinsOfOwn(context, after, mentioned)
  return viewOf(after, liked ? { ...joins, likes: new Set([after.id]) } : joins, caller.tenantUserId)
}

/** The id of the built-in admin role, also after renaming. Another role of that name does not count. */
const adminRole = 'admin'

/** The author, the owner, holders of role `admin`, communications managers, and administrators of the school. */
const canDelete = (rights: OrgRights, { authorId }: Message, userId: string): boolean => {
  if (authorId === userId || rights.may('manage_communications')) return true
  return rights.member?.roles.includes(adminRole) ?? false
}

/** Hides a message and its replies. */
export const deleteMessage: Operation<Rows['deleteMessage']> = async ({ orgId, messageId }, context) => {
  const { table, caller, now } = context
  const [reader, { found }] = await Promise.all([
    readerOf(context),
    findMessage(table, orgId, messageId, caller.tenantUserId),
  ])
  if (!found || !(canSee(reader, found) || found.authorId === caller.tenantUserId))
    return fail(MessageNotFound)
  if (!canDelete(caller.org, found, caller.tenantUserId)) fail(DeletionForbidden)
  await table.commit(deletionWrites(found, caller.tenantUserId, now()))
}

export const postMessage: Operation<Rows['postMessage']> = async ({ parentMessageId, ...draft }, context) =>
  parentMessageId ? replyToMessage({ ...draft, messageId: parentMessageId }, context) : post(draft, context)
