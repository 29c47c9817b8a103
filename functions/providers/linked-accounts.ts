import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { SessionRevoked } from '../../lib/contract/failures.ts'
import { minuteMs } from '../../lib/contract/time.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { findCredential } from '../../lib/identity/credential/password.ts'
import { requireFactorShown } from '../../lib/identity/factor/strength.ts'
import { findPerson, type Person } from '../../lib/identity/person/person.ts'
import {
  type Credential,
  globalUser,
  type ProviderLink,
  providerLink,
  providerPointer,
  type Session,
  session,
} from '../../lib/identity/person/records.ts'
import {
  linkIdOf,
  linkMarks,
  linksUnchangedWrite,
  otherLink,
  removeLink,
} from '../../lib/identity/school/provider-links.ts'
import { isLinkLive, isOpenedByIssuer, schoolOfIssuer } from '../../lib/identity/school/saml-issuer.ts'
import { ownCopyWrites } from '../../lib/identity/school/tenants.ts'
import { proofSchoolKey, trustOf } from '../../lib/identity/school/trust.ts'
import { endEverything, keepPassword } from '../../lib/identity/session/recovery.ts'
import { deviceInfoOf, isLive } from '../../lib/identity/session/sessions.ts'
import { linkMail } from '../../lib/identity/session/sign-in-notifications.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { check, put, update, type Write } from '../../lib/table/write.ts'
import { recentMinutes } from './contract.ts'
import { findLinkedPerson, type ProviderRequest } from './repository.ts'
import { LastWay, SignInAgain, type Way, WayExists, WayNotFound, WayTaken } from './shapes.ts'
import type { ProviderIdentity } from './sign-in.ts'

/** Somebody with all their ways in, and the session that they are asking in. */
type OwnWays = {
  readonly person: Person
  readonly own: Session
  /** The password, unless it ended with the sessions of its time. */
  readonly password: Credential | undefined
  /** What is stored, whether it still counts or not. */
  readonly stored: Credential | undefined
  /** Trust numbers, as they are now, of the schools whose identity providers are linked. */
  readonly trust: ReadonlyMap<string, number>
}

const readTrust = async (
  table: Context['table'],
  links: readonly ProviderLink[],
): Promise<ReadonlyMap<string, number>> => {
  const schools = [...new Set(links.flatMap(({ issuer }) => schoolOfIssuer(issuer) ?? []))]
  if (schools.length === 0) return new Map()
  const rows = await table.batchGet(schools.map(proofSchoolKey), { strong: true })
  return new Map(schools.map((school, at) => [school, trustOf(rows[at])]))
}

/** 401 when the session has ended meanwhile. */
export const requireOwner = async (
  { table }: Context,
  globalUserId: string,
  sid: string | undefined,
): Promise<OwnWays> => {
  const [person, stored] = await Promise.all([
    findPerson(table, globalUserId),
    findCredential(table, globalUserId),
  ])
  const own = person?.sessions.find(({ id }) => id === sid)
  if (!person || !own || !isLive(own, person.rights)) return fail(SessionRevoked)
  const password = stored?.epoch === person.rights.epoch ? stored : undefined
  return { person, own, stored, password, trust: await readTrust(table, person.links) }
}

/** Somebody at a device that was left open does not change how its owner signs in. */
const requireRecent = ({ own }: OwnWays, now: Date): void => {
  if (now.getTime() - Date.parse(own.createdAt) > recentMinutes * minuteMs) fail(SignInAgain)
}

/** A way in is added in a young session, in which whoever has a second factor has shown it (rules/mfa 27). */
export const requireLinker = (self: OwnWays, now: Date): void => {
  requireRecent(self, now)
  requireFactorShown(self.person.rights, self.own, now)
}

const kindOf = (issuer: string): Pick<Way, 'kind' | 'school'> =>
  issuer === 'google' || issuer === 'apple'
    ? { kind: issuer }
    : { kind: 'saml', school: schoolOfIssuer(issuer) }

/** How somebody can sign in, the password first. What signs nobody in any more can always go, and is no way that is left. */
export const waysOf = ({ person, password, trust }: OwnWays): Way[] => {
  const isActive = (link: ProviderLink): boolean =>
    isLinkLive(link, trust.get(schoolOfIssuer(link.issuer) ?? '') ?? 0)
  const several = person.links.filter(isActive).length + (password ? 1 : 0) > 1
  const links = person.links.map((link) => ({
    id: linkIdOf(link),
    ...kindOf(link.issuer),
    since: link.linkedAt,
    active: isActive(link),
    removable: several || !isActive(link),
  }))
  if (!password) return links
  const since = password.updatedAt
  return [{ id: 'password', kind: 'password', since, active: true, removable: false }, ...links]
}

const linkFields = { google: 'googleId', apple: 'appleId' } as const

const linkWrites = (context: Context, self: OwnWays, { provider, subject }: ProviderIdentity): Write[] => {
  const { user, rights } = self.person
  const at = context.now().toISOString()
  const link = { issuer: provider, subject, globalUserId: user.id }
  const mark = { [linkFields[provider]]: subject, updatedAt: at }
  return [
    put(providerPointer, link, { absent: true }),
    linksUnchangedWrite(rights),
    check(session, { globalUserId: user.id, id: self.own.id }, { equals: { epoch: rights.epoch } }),
    put(
      providerLink,
      { ...link, linkedAt: at, device: deviceInfoOf(context.device.userAgent) },
      { absent: true },
    ),
    update(globalUser, { id: user.id }, { set: mark }),
    ...ownCopyWrites(context.tenant, rights, { set: mark }),
    linkMail(context, 'linked', provider, user.id),
    audit(context, {
      action: 'identity.link',
      actor: user.id,
      targetType: 'globalUser',
      targetId: user.id,
      detail: { issuer: provider },
    }),
  ]
}

/**
 * Links what a provider has proven to the account that asked for it: the session that began it has to be there still, and
 * young. One account of a provider per person, one person per account of a provider. Linking again changes nothing.
 */
export const linkIdentity = async (
  context: Context,
  { globalUserId = '', sid }: ProviderRequest,
  proven: ProviderIdentity,
): Promise<void> => {
  const { provider: issuer, subject } = proven
  await context.table.retryOnConflict(async () => {
    const self = await requireOwner(context, globalUserId, sid)
    requireLinker(self, context.now())
    if (self.person.links.some((link) => link.issuer === issuer && link.subject === subject)) return true
    if (otherLink(self.person.links, { issuer, subject })) fail(WayExists)
    const written = await context.table.write(linkWrites(context, self, proven))
    if (written.ok) return true
    const holder = await findLinkedPerson(context.table, issuer, subject)
    if (holder !== undefined && holder !== globalUserId) fail(WayTaken)
    return conflicted
  })
}

/** The marks on the user and on this school's copy, where they are those of the link. */
const removeLinkFields = ({ tenant, now }: Context, { person }: OwnWays, link: ProviderLink): Write[] => {
  const { user, rights } = person
  const gone = linkMarks(user, [link])
  if (gone.length === 0) return []
  const change = { set: { updatedAt: now().toISOString() }, remove: gone }
  return [update(globalUser, { id: user.id }, change), ...ownCopyWrites(tenant, rights, change)]
}

const unlinkWrites = (context: Context, self: OwnWays, link: ProviderLink): Write[] => {
  const { person, own, stored } = self
  const { user, rights } = person
  return [
    ...removeLink(link),
    // The devices that came in by the link are signed out, all but the one that asks; sign-ins by it that are about to
    // be written end with the epoch.
    ...endEverything(
      person,
      context.now(),
      keepPassword(rights, stored),
      (one) => one.id === own.id || !isOpenedByIssuer(one, link.issuer),
    ),
    ...removeLinkFields(context, self, link),
    linkMail(context, 'unlinked', link.issuer, user.id),
    audit(context, {
      action: 'identity.unlink',
      actor: user.id,
      targetType: 'globalUser',
      targetId: user.id,
      detail: { issuer: link.issuer },
    }),
  ]
}

/** Takes a way to sign in away, while another one is left; 409 when it is the last. */
export const unlinkWay = async (context: Context, globalUserId: string, wayId: string): Promise<void> => {
  await context.table.retryOnConflict(async () => {
    const self = await requireOwner(context, globalUserId, context.caller?.sid)
    const link = self.person.links.find((one) => linkIdOf(one) === wayId) ?? fail(WayNotFound)
    requireRecent(self, context.now())
    if (!waysOf(self).find(({ id }) => id === wayId)?.removable) fail(LastWay)
    const written = await context.table.write(unlinkWrites(context, self, link))
    return written.ok || conflicted
  })
}
