import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { spending } from '../../lib/identity/limits.ts'
import { defaultMessageSettings, type MessageSettings } from '../../lib/identity/org-records.ts'
import { type OrgStanding, roleNamesOf } from '../../lib/identity/organizations.ts'
import {
  type MessagingRules,
  managementConfig,
  messagingRulesOf,
  pendingActionsOf,
} from '../management/service.ts'
import { checkedContent, limitsOf } from './content.ts'
import { postingLimits } from './contract.ts'
import {
  MembersOnly,
  MessagingOff,
  OrgPending,
  ParentNotFound,
  PostingForbidden,
  RepliesOff,
  SendAsOrgForbidden,
} from './failures.ts'
import { noticesOfMessage, noticesOfReply } from './notifying.ts'
import { maySee, readerOf } from './readers.ts'
import { findMessage, findOrganization, type Message, messageWrites, parentIdOf } from './repository.ts'
import { joinsOf, viewOf } from './views.ts'

/** The organization as far as posting depends on it. */
export type Club = {
  readonly name: string
  readonly pending: boolean
  readonly settings: MessageSettings
  readonly rules: MessagingRules
}

/** The rules of the school and of the organization, in one round trip. */
export const clubOf = async ({ table }: Context<'member'>, orgId: string): Promise<Club> => {
  const [[card, body], config] = await Promise.all([
    findOrganization(table, orgId),
    table.get(managementConfig, {}),
  ])
  const waits = card?.approvalStatus === 'pending' && !pendingActionsOf(config).includes('post_messages')
  return {
    name: card?.org_name ?? '',
    pending: waits,
    settings: body?.messageSettings ?? defaultMessageSettings,
    rules: messagingRulesOf(config),
  }
}

/** Nobody writes where messaging is off, where the organization waits for approval, or from outside. */
export const requireWriter = (standing: OrgStanding, { pending, settings, rules }: Club): void => {
  if (!rules.enabled || !settings.enabled) fail(MessagingOff)
  if (!standing.member && !standing.isOwner && !standing.isAdmin) fail(MembersOnly)
  if (pending) fail(OrgPending)
}

const requirePoster = (standing: OrgStanding, { settings }: Club, sendAsOrg: boolean): void => {
  const announces = standing.may('send_announcements')
  const names = standing.member ? roleNamesOf(standing.member, standing.roles) : []
  if (!announces && !names.some((name) => settings.postingPermissions.includes(name))) fail(PostingForbidden)
  if (sendAsOrg && !announces) fail(SendAsOrgForbidden)
}

type Draft = {
  readonly orgId: string
  readonly content?: string | undefined
  readonly visibility?: Message['visibility'] | undefined
  readonly sendAsOrg?: boolean | undefined
}

const counts = { likeCount: 0, replyCount: 0 }

/** Stores a new message or reply together with what its readers are told, and shows it as its author sees it. */
const send = async (
  context: Context<'member'>,
  standing: OrgStanding,
  { name, rules }: Club,
  sent: Message,
  parent?: Message,
) => {
  const { table, caller } = context
  const limit = spending(context, 'message', postingLimits.person, caller.tenantUserId)
  const author = standing.member?.name ?? ''
  const told = parent
    ? noticesOfReply(context, rules, { name, author, sent, parent })
    : noticesOfMessage(context, rules, { name, author, sent })
  const written = await table.write([...messageWrites(sent), limit.write, ...told])
  if (!written.ok) {
    if (written.failed.includes(0)) fail(ParentNotFound)
    limit.refuse()
  }
  const joins = await joinsOf(table, standing.roles, [sent], caller.tenantUserId)
  return viewOf(sent, joins, caller.tenantUserId)
}

/** Posts a message (organizations.md 4.5). */
export const post = async (
  { orgId, content, visibility, sendAsOrg = false }: Draft,
  context: Context<'member'>,
) => {
  const [{ standing }, club] = await Promise.all([readerOf(context, orgId), clubOf(context, orgId)])
  requireWriter(standing, club)
  requirePoster(standing, club, sendAsOrg)
  const checked = await checkedContent(
    content,
    club.rules,
    limitsOf(club.rules, club.settings.characterLimit, false),
  )
  const at = context.now().toISOString()
  return send(context, standing, club, {
    ...checked,
    ...counts,
    orgId,
    id: context.newId(),
    authorId: context.caller.tenantUserId,
    visibility: visibility ?? club.settings.visibility,
    sendAsOrg,
    createdAt: at,
    updatedAt: at,
  })
}

/** Replies to a message; a reply to a reply goes to the message that began it. */
export const answer = async (
  { orgId, messageId, content }: Draft & { readonly messageId: string },
  context: Context<'member'>,
) => {
  const { caller, table, now, newId } = context
  const parentId = parentIdOf(messageId) ?? messageId
  const [{ standing, reader }, club, { found: parent }] = await Promise.all([
    readerOf(context, orgId),
    clubOf(context, orgId),
    findMessage(table, orgId, parentId, caller.tenantUserId),
  ])
  requireWriter(standing, club)
  if (!club.settings.allowReplies) fail(RepliesOff)
  if (!parent || !maySee(reader, parent)) return fail(ParentNotFound)
  const limits = limitsOf(club.rules, club.settings.characterLimit, true)
  const checked = await checkedContent(content, club.rules, limits)
  const at = now().toISOString()
  const sent: Message = {
    ...checked,
    ...counts,
    orgId,
    id: `${parentId}-${newId()}`,
    authorId: caller.tenantUserId,
    visibility: parent.visibility,
    sendAsOrg: false,
    parentMessageId: parentId,
    createdAt: at,
    updatedAt: at,
  }
  return send(context, standing, club, sent, parent)
}
