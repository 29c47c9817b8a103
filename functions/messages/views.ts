import type { PublicUser } from '../../lib/contract/people.ts'
import {
  memberRole,
  type OrgMember,
  type OrgRights,
  type OrgRoles,
  ownerRole,
  rolesOf,
} from '../../lib/identity/org/organizations.ts'
import { personViewOf, publicUserOf } from '../../lib/identity/person/people.ts'
import type { TenantUser } from '../../lib/identity/person/records.ts'
import type { OwnCounts } from '../../lib/own-counts.ts'
import type { Table } from '../../lib/table/table.ts'
import { cardsOf, type Summaries, summariesOf } from './content.ts'
import type { MessageView } from './contract.ts'
import { findAuthors, findLikes, type Message } from './repository.ts'

export type Author = Pick<MessageView, 'authorId' | 'authorRole' | 'authorRoleDisplayName'>

/** A person who has left the school. */
export const formerMember = (_id: string): PublicUser => ({ _id, username: '', name: 'Former member' })

/** A member as readers see them, with the primary role. */
export const authorOf = (member: OrgMember, roles: OrgRoles): Author => {
  const [role] = rolesOf(member, roles)
  return {
    authorId: personViewOf(member.userId, member),
    authorRole: role?.name ?? memberRole,
    ...(role ? { authorRoleDisplayName: role.displayName } : {}),
  }
}

/** A person without a membership. The owner on record has the owner's role, others have none. */
const outsiderOf = (id: string, { owner, roles }: OrgRoles, user: TenantUser | undefined): Author => {
  const role = id === owner ? roles.find(({ _id }) => _id === ownerRole) : undefined
  return {
    authorId: user ? publicUserOf(user) : formerMember(id),
    ...(role ? { authorRole: role.name, authorRoleDisplayName: role.displayName } : {}),
  }
}

export type Authors = ReadonlyMap<string, Author>

/** Authors as readers see them, by id. A second round trip reads those who have left. */
export const authorsOf = async (
  table: Table,
  roles: OrgRoles,
  writers: readonly string[],
): Promise<Authors> => {
  const ids = [...new Set(writers)]
  const { members, users } = await findAuthors(table, roles.orgId, ids)
  const authors = ids.map((id) => {
    const member = members.get(id)
    return [id, member ? authorOf(member, roles) : outsiderOf(id, roles, users.get(id))] as const
  })
  return new Map(authors)
}

/** The author of an id; a former member when it was not found. */
export const writerOf = (authors: Authors, id: string): Author =>
  authors.get(id) ?? { authorId: formerMember(id) }

export type Joins = {
  readonly authors: Authors
  readonly likes: ReadonlySet<string>
  readonly counts: OwnCounts
  readonly events: Summaries
}

/** Reads what some messages need: their authors, the reader's likes, and mentioned events that the reader may see. */
export const joinsOf = async (
  { table, counts }: { readonly table: Table; readonly counts: OwnCounts },
  rights: OrgRights,
  messages: readonly Message[],
  readerId: string,
): Promise<Joins> => {
  const writers = messages.map(({ authorId }) => authorId)
  const [authors, likes, cards] = await Promise.all([
    authorsOf(table, rights.roles, writers),
    findLikes(
      table,
      messages.filter(({ hasLikes }) => hasLikes).map(({ id }) => id),
      readerId,
    ),
    cardsOf(table, messages),
  ])
  return { authors, likes, counts, events: summariesOf(cards, rights, readerId) }
}

export const viewOf = (
  message: Message,
  { authors, likes, counts, events }: Joins,
  readerId: string,
): MessageView => {
  const { id, authorId, parentMessageId, mentionedEvents, hasLikes: _, hasReplies: __, ...plain } = message
  const likedByMe = likes.has(id)
  return {
    ...plain,
    ...writerOf(authors, authorId),
    _id: id,
    mentionedEvents: mentionedEvents.flatMap((event) => events.get(event) ?? []),
    likeCount: Math.max(counts.shown('likes', id, message.likeCount), likedByMe ? 1 : 0),
    likes: likedByMe ? [readerId] : [],
    likedByMe,
    parentMessageId: parentMessageId ?? null,
    isDeleted: false,
  }
}
