import type { PublicUser } from '../../lib/contract/people.ts'
import {
  memberRole,
  type OrgMember,
  type OrgRoles,
  ownerRole,
  rolesOf,
} from '../../lib/identity/organizations.ts'
import { publicUserOf } from '../../lib/identity/people.ts'
import type { TenantUser } from '../../lib/identity/records.ts'
import type { Table } from '../../lib/table/table.ts'
import type { MessageView } from './contract.ts'
import { findAuthors, findLikes, type Message } from './repository.ts'

type Author = Pick<MessageView, 'authorId' | 'authorRole' | 'authorRoleDisplayName'>

const ofMember = ({ userId, username, name, picture }: OrgMember): PublicUser => ({
  _id: userId,
  username,
  name,
  picture,
})

/** Somebody who has left the school. */
const gone = (_id: string): PublicUser => ({ _id, username: '', name: 'Former member' })

/** A member as readers of a message see them, with the primary role. */
export const authorOf = (member: OrgMember, roles: OrgRoles): Author => {
  const [role] = rolesOf(member, roles)
  return {
    authorId: ofMember(member),
    authorRole: role?.name ?? memberRole,
    ...(role ? { authorRoleDisplayName: role.displayName } : {}),
  }
}

/** Somebody without a membership: the owner on record by the owner's role, others by none. */
const outsiderOf = (id: string, { owner, roles }: OrgRoles, user: TenantUser | undefined): Author => {
  const role = id === owner ? roles.find(({ _id }) => _id === ownerRole) : undefined
  return {
    authorId: user ? publicUserOf(user) : gone(id),
    ...(role ? { authorRole: role.name, authorRoleDisplayName: role.displayName } : {}),
  }
}

export type Joins = { readonly authors: ReadonlyMap<string, Author>; readonly likes: ReadonlySet<string> }

/** Reads what some messages need beside themselves: their authors, and which of them the reader likes. */
export const joinsOf = async (
  table: Table,
  roles: OrgRoles,
  messages: readonly Message[],
  readerId: string,
): Promise<Joins> => {
  const ids = [...new Set(messages.map(({ authorId }) => authorId))]
  const [{ members, users }, likes] = await Promise.all([
    findAuthors(table, roles.orgId, ids),
    findLikes(
      table,
      messages.filter(({ likeCount }) => likeCount > 0).map(({ id }) => id),
      readerId,
    ),
  ])
  const authors = ids.map((id) => {
    const member = members.get(id)
    return [id, member ? authorOf(member, roles) : outsiderOf(id, roles, users.get(id))] as const
  })
  return { authors: new Map(authors), likes }
}

export const viewOf = (message: Message, { authors, likes }: Joins, readerId: string): MessageView => {
  const { id, authorId, parentMessageId, mentionedEvents: _, ...plain } = message
  const likedByMe = likes.has(id)
  return {
    ...plain,
    ...(authors.get(authorId) ?? { authorId: gone(authorId) }),
    _id: id,
    mentionedEvents: [],
    likes: likedByMe ? [readerId] : [],
    likedByMe,
    parentMessageId: parentMessageId ?? null,
    isDeleted: false,
  }
}
