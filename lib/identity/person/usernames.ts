import { createHash } from 'node:crypto'
import type { Tenant } from '../../context.ts'
import { usernameLength } from '../../contract/people.ts'
import { isProfane } from '../../profanity.ts'
import { confusableKeyOf } from './names.ts'

/** Letters and digits (rules/identity 32). */
export const usernamePattern = new RegExp(`^[A-Za-z0-9]{${usernameLength.least},${usernameLength.most}}$`)

/** A username is the same in any casing. */
export const usernameKeyOf = (username: string): string => username.toLowerCase()

const hash = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

const fill = (text: string): string => (text.length >= usernameLength.least ? text : `${text}user`)

const numbered = (base: string, email: string, digits: number): string => {
  const number = digits === 0 ? '' : String(hash(`${email} ${digits}`) % 10 ** Math.min(digits, 8))
  return base.slice(0, usernameLength.most - number.length) + number
}

/**
 * The part before the @, reduced to letters and digits. From `attempt` 1 on, a number derived from the whole address
 * follows, so that people with the same name try different numbers. A profane or reserved name becomes a neutral one.
 */
export const usernameFrom = async (
  email: string,
  attempt: number,
  { key }: Pick<Tenant, 'key'>,
): Promise<string> => {
  const base = fill((email.split('@')[0] ?? '').normalize('NFKD').replace(/[^A-Za-z0-9]/g, ''))
  const name = numbered(base, email, attempt === 0 ? 0 : attempt + 1)
  const unfit = isReservedUsername(base, key) || isReservedUsername(name, key) || (await isProfane(name))
  return unfit ? numbered('member', email, attempt + 5) : name
}

/** A person with one of these names would seem to speak for the platform, a school or its mail system (RFC 2142). */
const words = [
  ...[
    'admin',
    'admins',
    'administrator',
    'administration',
    'root',
    'superuser',
    'sysadmin',
    'system',
    'moderator',
  ],
  ...[
    'support',
    'help',
    'helpdesk',
    'servicedesk',
    'security',
    'abuse',
    'noc',
    'privacy',
    'billing',
    'official',
  ],
  ...[
    'postmaster',
    'hostmaster',
    'webmaster',
    'mailerdaemon',
    'noreply',
    'donotreply',
    'everyone',
    'anonymous',
  ],
  ...['www', 'api', 'null', 'undefined', 'constructor', 'quad', 'quadteam', 'teamquad', 'platform'],
]
const looks = new Set(words.map(confusableKeyOf))

/**
 * Whether a name is reserved at this school: one of these words, the school's own name, or one that looks like either.
 */
export const isReservedUsername = (username: string, tenantKey: string): boolean => {
  const look = confusableKeyOf(username)
  return looks.has(look) || look === confusableKeyOf(tenantKey.replaceAll('-', ''))
}
