import type { Context } from '../../context.ts'
import { failureText, failWithMistakes, type Mistake, withText } from '../../contract/failure.ts'
import { PasswordWeak } from '../../contract/failures.ts'
import type { PreparedText } from '../../contract/text/prepared.ts'
import { tenantRecord } from '../person/records.ts'

let common: Promise<ReadonlySet<string>> | undefined

// Half a megabyte, which only operations that set a password should load.
const loaded = async (): Promise<ReadonlySet<string>> => {
  const list = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } })
  return new Set(list.default.map((word) => word.toLowerCase()))
}

/** Whether a password, in any casing, is among the 49,233 most common in leaks. */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  common ??= loaded()
  return (await common).has(password.normalize('NFKC').trim().toLowerCase())
}

const shortestPassword = 8
const longestPassword = 128

/** The password's owner. The comparison with their data ignores case. */
export type PasswordOwner = {
  readonly email?: string | undefined
  readonly username?: string | undefined
  readonly name?: string | undefined
  /** The school's names. */
  readonly school?: readonly string[]
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

const sameText = (password: string, other: string | undefined): boolean =>
  other !== undefined && other !== '' && plain(password) === plain(other)

/** Words in names and addresses; single letters are ignored. */
const wordsIn = (texts: readonly (string | undefined)[]): readonly string[] =>
  texts.flatMap((text = '') => plain(text).split(/[^\p{L}]+/u)).filter(({ length }) => length > 1)

/** Whether a text consists only of some of these words. */
const consistsOf = (text: string, words: readonly string[]): boolean => {
  const ends = new Set([0])
  for (let at = 0; at < text.length; at += 1) {
    if (!ends.has(at)) continue
    for (const word of words) if (text.startsWith(word, at)) ends.add(at + word.length)
  }
  return text !== '' && ends.has(text.length)
}

/** `12345678`, `hgfedcba`, and repetitions of a few characters. */
const isPattern = (password: string): boolean => {
  const points = [...password].map((sign) => sign.codePointAt(0) ?? 0)
  const steps = new Set(points.slice(1).map((point, at) => point - (points[at] ?? 0)))
  const [step = 0] = steps
  return (steps.size === 1 && Math.abs(step) <= 1) || /^(.{1,4})\1+$/su.test(password)
}

/** The flaw of a password, in one sentence, or undefined. Length is counted in characters, not in bytes. */
const passwordFlaw = async (
  password: string,
  { email, username, name, school = [] }: PasswordOwner,
): Promise<PreparedText | undefined> => {
  const { length } = [...password]
  if (length < shortestPassword)
    return failureText('The password must have at least {count} characters', { count: shortestPassword })
  if (length > longestPassword)
    return failureText('The password must have at most {count} characters', { count: longestPassword })
  if (sameText(password, email) || sameText(password, email?.split('@')[0]))
    return failureText('The password must not be the e-mail address')
  if (sameText(password, username)) return failureText('The password must not be the username')
  const own = wordsIn([email, username, name, ...school])
  if (consistsOf(wordsIn([password]).join(''), own))
    return failureText('The password must not contain only your name, address or school')
  if (isPattern(password))
    return failureText('The password must not be a repeated or consecutive sequence of characters')
  if (await isCommonPassword(password)) return failureText('This password is too common. Choose another.')
  return undefined
}

/** The names of the request's school. */
export const schoolNames = async ({ table, tenant }: Context): Promise<readonly string[]> =>
  tenant.platform ? [] : [tenant.key, (await table.get(tenantRecord, {}))?.name ?? '']

/** The mistake of a password that does not follow the rule, if any. */
export const passwordMistakes = async (
  password: string,
  owner: PasswordOwner,
  field: string,
): Promise<readonly Mistake[]> => {
  const message = await passwordFlaw(password, owner)
  return message === undefined ? [] : [{ kind: withText(PasswordWeak, message), field }]
}

/** Accepts a password that follows the rule (rules/passwords 1); otherwise 400 `PASSWORD_WEAK` with the reason. */
export const requirePassword = async (
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<void> => {
  failWithMistakes(await passwordMistakes(password, owner, field))
}
