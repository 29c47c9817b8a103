import { createHash } from 'node:crypto'

/** Letters and digits, 3 to 20 (identity.md section 3). */
export const usernamePattern = /^[A-Za-z0-9]{3,20}$/

/** A username is one and the same in any casing. */
export const usernameKeyOf = (username: string): string => username.toLowerCase()

const hash = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

const fill = (text: string): string => (text.length >= 3 ? text : `${text}user`)

/**
 * The name before the @, as far as it is letters and digits. From `attempt` 1 on a number stands behind it that follows
 * from the whole address, so that many people of one name do not try the same numbers.
 */
export const usernameFrom = (email: string, attempt: number): string => {
  const base = fill((email.split('@')[0] ?? '').normalize('NFKD').replace(/[^A-Za-z0-9]/g, ''))
  const number = attempt === 0 ? '' : String(hash(`${email} ${attempt}`) % 10 ** Math.min(attempt + 1, 8))
  return base.slice(0, 20 - number.length) + number
}
