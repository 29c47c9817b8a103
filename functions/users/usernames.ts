import type { Context } from '../../lib/context.ts'
import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import { usernameLength } from '../../lib/contract/people.ts'
import { answer } from '../../lib/contract/reply.ts'
import { isReservedUsername, usernamePattern } from '../../lib/identity/person/usernames.ts'
import type { Operation } from '../../lib/operation.ts'
import { isProfane } from '../../lib/profanity.ts'
import type { contract } from './contract.ts'
import { findUsernameHolder, isNameOfSchool } from './repository.ts'
import {
  UsernameInvalid,
  UsernameProfane,
  UsernameRequired,
  UsernameTaken,
  UsernameTooLong,
  UsernameTooShort,
} from './shapes.ts'

type Rows = (typeof contract)['rows']

/** What is wrong with a username, without spaces around it. */
export const usernameProblem = (username: string): FailureKind | undefined => {
  if (username === '') return UsernameRequired
  if (username.length < usernameLength.least) return UsernameTooShort
  if (username.length > usernameLength.most) return UsernameTooLong
  return usernamePattern.test(username) ? undefined : UsernameInvalid
}

/** The username as it is stored: letters and digits, without spaces around it. Fails with a code per rule. */
const wellFormedUsername = (given = ''): string => {
  const username = given.trim()
  const problem = usernameProblem(username)
  return problem ? fail(problem, { field: 'username' }) : username
}

/** Whether a name is reserved at this school: for the platform, or because a school has it as its name. */
export const isReserved = async ({ table, tenant }: Context, username: string): Promise<boolean> =>
  usernamePattern.test(username) &&
  (isReservedUsername(username, tenant.key) || (await isNameOfSchool(table, username)))

const negativeAnswer = ({ message }: { message: string }) => answer(undefined, { success: false, message })

export const checkUsername: Operation<Rows['checkUsername']> = async ({ username: given }, context) => {
  const { table, caller } = context
  const username = wellFormedUsername(given)
  const [holder, reserved] = await Promise.all([
    findUsernameHolder(table, username),
    isReserved(context, username),
  ])
  if (holder === caller.tenantUserId) return undefined
  if (await isProfane(username)) return negativeAnswer(UsernameProfane)
  return holder === undefined && !reserved ? undefined : negativeAnswer(UsernameTaken)
}
