import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import { usernamePattern } from '../../lib/identity/person/usernames.ts'
import { UsernameInvalid, UsernameRequired, UsernameTooLong, UsernameTooShort } from './failures.ts'

const problemOf = (username: string): FailureKind | undefined => {
  if (username === '') return UsernameRequired
  if (username.length < 3) return UsernameTooShort
  if (username.length > 20) return UsernameTooLong
  return usernamePattern.test(username) ? undefined : UsernameInvalid
}

/** The username as it is stored: 3 to 20 letters and digits, without spaces around it. Fails with a code per rule. */
export const wellFormedUsername = (given = ''): string => {
  const username = given.trim()
  const problem = problemOf(username)
  return problem ? fail(problem, { field: 'username' }) : username
}
