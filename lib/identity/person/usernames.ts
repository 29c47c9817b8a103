import { createHash } from 'node:crypto'
import type { Tenant } from '../../context.ts'
import { usernameLength } from '../../contract/people.ts'
import { isProfane } from '../../profanity.ts'
import { confusableKeyOf } from './names.ts'

/** Letters and digits (rules/identity 32). */
export const usernamePattern = new RegExp(`^[A-Za-z0-9]{${usernameLength.least},${usernameLength.most}}$`)

/** A username is one and the same in any casing. */
export const usernameKeyOf = (username: string): string => username.toLowerCase()

const hash = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

const fill = (text: string): string => (text.length >= usernameLength.least ? text : `${text}user`)

const numbered = (base: string, email: string, digits: number): string => {
  const number = digits === 0 ? '' : String(hash(`${email} ${digits}`) % 10 ** Math.min(digits, 8))
  return base.slice(0, usernameLength.most - number.length) + number
}

/**
 * The name before the @, as far as it is letters and digits. From `attempt` 1 on a number stands behind it that follows
 * from the whole address, so that many people of one name do not try the same numbers. A profane name, or one that is
 * reserved at the school, becomes a neutral one.
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

/** Whoever has one of these seems to speak for the platform, for a school, or for their mail (RFC 2142). */
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

/** Whether nobody may choose a name at this school: it is one of the words, or the school's own, or looks like one. */
export const isReservedUsername = (username: string, tenantKey: string): boolean => {
  const look = confusableKeyOf(username)
  return looks.has(look) || look === confusableKeyOf(tenantKey.replaceAll('-', ''))
}
