import { createHash } from 'node:crypto'
import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { SessionRevoked } from '../../../lib/contract/failures.ts'
import { findCredential } from '../../../lib/identity/credential/credential.ts'
import { findPerson, type Person } from '../../../lib/identity/person/person.ts'
import type { Credential, ProviderLink, Session } from '../../../lib/identity/person/records.ts'
import { isLinkLive } from '../../../lib/identity/school/links.ts'
import { schoolOfIssuer } from '../../../lib/identity/school/saml-issuer.ts'
import { provingSchool, trustOf } from '../../../lib/identity/school/trust.ts'
import { isLive } from '../../../lib/identity/session/sessions.ts'
import { recentMinutes } from '../contract.ts'
import { SignInAgain } from '../failures.ts'
import type { Way } from '../shapes.ts'

/** Somebody with all their ways in, and the session that they are asking in. */
export type Self = {
  readonly person: Person
  readonly own: Session
  /** The password, unless it ended with the sessions of its time. */
  readonly password: Credential | undefined
  /** What is stored, whether it still counts or not. */
  readonly stored: Credential | undefined
  /** Trust numbers, as they are now, of the schools whose identity providers are linked. */
  readonly trust: ReadonlyMap<string, number>
}

const trustIn = async (
  table: Context['table'],
  links: readonly ProviderLink[],
): Promise<ReadonlyMap<string, number>> => {
  const schools = [...new Set(links.flatMap(({ issuer }) => schoolOfIssuer(issuer) ?? []))]
  if (schools.length === 0) return new Map()
  const rows = await table.batchGet(schools.map(provingSchool), { strong: true })
  return new Map(schools.map((school, at) => [school, trustOf(rows[at])]))
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
  const password = stored?.epoch === person.rights.epoch ? stored : undefined
  return { person, own, stored, password, trust: await trustIn(table, person.links) }
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

/** How somebody can sign in, the password first. What signs nobody in any more can always go, and is no way that is left. */
export const waysOf = ({ person, password, trust }: Self): Way[] => {
  const isActive = (link: ProviderLink): boolean =>
    isLinkLive(link, trust.get(schoolOfIssuer(link.issuer) ?? '') ?? 0)
  const several = person.links.filter(isActive).length + (password ? 1 : 0) > 1
  const links = person.links.map((link) => ({
    id: wayIdOf(link),
    ...kindOf(link.issuer),
    since: link.linkedAt,
    active: isActive(link),
    removable: several || !isActive(link),
  }))
  if (!password) return links
  const since = password.updatedAt
  return [{ id: 'password', kind: 'password', since, active: true, removable: false }, ...links]
}
