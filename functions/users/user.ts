import { fail } from '../../lib/contract/failure.ts'
import { publicUserOf } from '../../lib/identity/person/people.ts'
import type { Operation } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { findUser, findUserByUsername, findUsers } from './repository.ts'
import { listOf } from './search.ts'
import { UserNotFound, UsernameRequired } from './shapes.ts'

type Rows = (typeof contract)['rows']

export const getUser: Operation<Rows['getUser']> = async ({ userId }, { table }) => {
  return { user: publicUserOf((await findUser(table, userId)) ?? fail(UserNotFound)) }
}

export const getUsers: Operation<Rows['getUsers']> = async (
  { userIds, 'userIds[]': repeated },
  { table },
) => {
  const ids = listOf(userIds ?? repeated, 'userIds')
  return { users: (await findUsers(table, ids)).map(publicUserOf) }
}

export const getUserByUsername: Operation<Rows['getUserByUsername']> = async (
  { username = '' },
  { table },
) => {
  const requested = username.trim() || fail(UsernameRequired)
  return { user: publicUserOf((await findUserByUsername(table, requested)) ?? fail(UserNotFound)) }
}
