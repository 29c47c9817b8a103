import { fail } from '../contract/failure.ts'
import { PasswordWeak } from '../contract/failures.ts'

const shortestPassword = 8
const longestPassword = 128

/** What a password must not repeat. Both are compared in any casing. */
export type PasswordOwner = { readonly email?: string | undefined; readonly username?: string | undefined }

// Tiny on purpose: what guessing programs try first, as far as it is long enough to pass.
const guessedFirst = new Set([
  '00000000',
  '11111111',
  '12341234',
  '12345678',
  '123456789',
  '1234567890',
  '87654321',
  'abcd1234',
  'abcdefgh',
  'baseball',
  'changeme',
  'football',
  'iloveyou',
  'letmein1',
  'passw0rd',
  'password',
  'password1',
  'password12',
  'password123',
  'princess',
  'qwerty12',
  'qwerty123',
  'qwertyui',
  'qwertyuiop',
  'sunshine',
  'superman',
  'trustno1',
  'welcome1',
  'welcome123',
])

const sameText = (password: string, other: string | undefined): boolean =>
  other !== undefined && other !== '' && password.toLowerCase() === other.toLowerCase()

/** What is wrong with a password, in one sentence, or undefined. Length is counted in characters, not in bytes. */
const passwordFlaw = (password: string, { email, username }: PasswordOwner = {}): string | undefined => {
  const { length } = [...password]
  if (length < shortestPassword) return `The password needs at least ${shortestPassword} characters`
  if (length > longestPassword) return `The password may have at most ${longestPassword} characters`
  if (sameText(password, email)) return 'The password must not be the e-mail address'
  if (sameText(password, username)) return 'The password must not be the username'
  if (guessedFirst.has(password.toLowerCase()))
    return 'This password is among the first that anybody would guess'
  if (new Set(password).size === 1) return 'The password must not repeat one character'
  return undefined
}

/** Lets a password pass that follows the rule of identity.md 5.1; otherwise 400 `PASSWORD_WEAK`, saying what is missing. */
export const requirePassword = (password: string, owner: PasswordOwner = {}, field = 'password'): void => {
  const message = passwordFlaw(password, owner)
  if (message !== undefined) fail({ ...PasswordWeak, message }, { field })
}
