import { createHash } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { SessionRevoked } from '../../lib/contract/failures.ts'
import { findCredential } from '../../lib/identity/credential.ts'
import { findPerson, type Person } from '../../lib/identity/person.ts'
import type { Credential, ProviderLink, Session } from '../../lib/identity/records.ts'
import { schoolOfIssuer } from '../../lib/identity/saml-issuer.ts'
import { isLive } from '../../lib/identity/sessions.ts'
import { recentMinutes } from './contract.ts'
import { SignInAgain } from './failures.ts'
import type { Way } from './shapes.ts'

/** Somebody with all their ways in, and the session that they are asking in. */
export type Self = {
  readonly person: Person
  readonly own: Session
  /** The password, unless it ended with the sessions of its time. */
  readonly password: Credential | undefined
  /** What is stored, whether it still counts or not. */
  readonly stored: Credential | undefined
}

/** 401 when the session has ended meanwhile. */
export const requireOwner = async (
  { table }: Context,
  globalUserId: string,
  sid: string | undefined,
): Promise<Self> => {
  const [person, stored] = await Promise.all([
    findPerson(table, globalUserId),
    findCredential(table, globalUserId),
  ])
  const own = person?.sessions.find(({ id }) => id === sid)
  if (!person || !own || !isLive(own, person.rights)) return fail(SessionRevoked)
  return { person, own, stored, password: stored?.epoch === person.rights.epoch ? stored : undefined }
}

/** Somebody at a device that was left open does not change how its owner signs in. */
export const requireRecent = ({ own }: Self, now: Date): void => {
  if (now.getTime() - Date.parse(own.createdAt) > recentMinutes * 60_000) fail(SignInAgain)
}

/** Names a link without telling what the provider calls the person. */
export const wayIdOf = ({ issuer, subject }: ProviderLink): string =>
  createHash('sha256').update(`${issuer}\n${subject}`).digest('base64url').slice(0, 22)

const kindOf = (issuer: string): Pick<Way, 'kind' | 'school'> =>
  issuer === 'google' || issuer === 'apple'
    ? { kind: issuer }
    : { kind: 'saml', school: schoolOfIssuer(issuer) }

/** How somebody can sign in, the password first. */
export const waysOf = ({ person, password }: Self): Way[] => {
  const several = person.links.length + (password ? 1 : 0) > 1
  const links = person.links.map((link) => ({
    id: wayIdOf(link),
    ...kindOf(link.issuer),
    since: link.linkedAt,
    removable: several,
  }))
  if (!password) return links
  return [{ id: 'password', kind: 'password', since: password.updatedAt, removable: false }, ...links]
}
