import { fail } from '../../lib/contract/failure.ts'
import type { OrgStanding } from '../../lib/identity/org/organizations.ts'
import { checkedContent, limitsOf } from './content.ts'
import { DeletionForbidden, MessageNotFound, NotTheAuthor, TooLateToEdit } from './contract/failures.ts'
import { readMentioned } from './mentions.ts'
import { clubOf, joinsOfOwn, requireWriter } from './message-post.ts'
import { maySee, readerOf, type Visit } from './readers.ts'
import { deletionWrites, findMessage, type Message, saveContent } from './repository.ts'
import { viewOf } from './views.ts'

type Named = { readonly orgId: string; readonly messageId: string }

const editSeconds = 15 * 60

/** Changes what an own message says; its author has to be inside still. */
export const edit = async (
  { orgId, messageId, content }: Named & { readonly content?: string | undefined },
  context: Visit,
) => {
  const { table, caller, now } = context
  const [club, { found, liked }, mentioned] = await Promise.all([
    clubOf(context, orgId),
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

/** The role that organizations are made with, whatever it is called by now; another one of its name is not meant. */
const adminRole = 'admin'

/** The author, the owner, the role `admin`, who manages communications, administrators of the school. */
const mayDelete = (standing: OrgStanding, { authorId }: Message, userId: string): boolean => {
  if (authorId === userId || standing.may('manage_communications')) return true
  return standing.member?.roles.includes(adminRole) ?? false
}

/** Takes a message out of sight, and with it its replies. */
export const erase = async ({ orgId, messageId }: Named, context: Visit): Promise<void> => {
  const { table, caller, now } = context
  const [reader, { found }] = await Promise.all([
    readerOf(context),
    findMessage(table, orgId, messageId, caller.tenantUserId),
  ])
  if (!found || !(maySee(reader, found) || found.authorId === caller.tenantUserId))
    return fail(MessageNotFound)
  if (!mayDelete(caller.org, found, caller.tenantUserId)) fail(DeletionForbidden)
  const written = await table.write(deletionWrites(found, caller.tenantUserId, now()))
  if (!written.ok) fail(MessageNotFound)
}
