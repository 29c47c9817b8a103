import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { SessionRevoked } from '../../lib/contract/failures.ts'
import { minuteMs } from '../../lib/contract/time.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { findCredential } from '../../lib/identity/credential/password.ts'
import { requireFactorShown } from '../../lib/identity/factor/strength.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
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
import { proofSchoolKey, trustOf } from '../../lib/identity/school/provider-trust.ts'
import { isLinkLive, isOpenedByIssuer, schoolOfIssuer } from '../../lib/identity/school/saml-issuer.ts'
import { ownCopyWrites } from '../../lib/identity/school/tenants.ts'
import { endEverything, keepPassword } from '../../lib/identity/session/recovery.ts'
import { deviceInfoOf, isLive } from '../../lib/identity/session/sessions.ts'
import { linkMail } from '../../lib/identity/session/sign-in-notifications.ts'
import type { Operation } from '../../lib/operation.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { check, put, update, type Write } from '../../lib/table/write.ts'
import type { contract } from './contract.ts'
import { recentMinutes, wayLimits } from './contract.ts'
import { findLinkedPerson, type ProviderRequest } from './repository.ts'
import {
  appleCallbackAddress,
  beginRequest,
  requireAnsweredRequest,
  requirePath,
  requireRedirect,
  startReply,
} from './requests.ts'
import { LastWay, ProofMissing, SignInAgain, type Way, WayExists, WayNotFound, WayTaken } from './shapes.ts'
import type { ProviderIdentity } from './sign-in.ts'
import { proveByProvider, refuseTwoProofs } from './sign-in.ts'

type Rows = (typeof contract)['rows']

/** A person with all their ways in, and the session of the request. */
type OwnWays = {
  readonly person: Person
  readonly own: Session
  /** The password, unless it ended with an earlier epoch. */
  readonly password: Credential | undefined
  /** The stored password, whether it is still valid or not. */
  readonly stored: Credential | undefined
  /** Current trust numbers of the schools whose identity providers are linked. */
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

/** Fails with 401 when the session has ended meanwhile. */
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

/** An old session may be on a device that was left open, so it may not change how its owner signs in. */
const requireRecent = ({ own }: OwnWays, now: Date): void => {
  if (now.getTime() - Date.parse(own.createdAt) > recentMinutes * minuteMs) fail(SignInAgain)
}

/** Adding a way in requires a recent session, in which a person with a second factor has shown it (rules/mfa 27). */
export const requireLinker = (self: OwnWays, now: Date): void => {
  requireRecent(self, now)
  requireFactorShown(self.person.rights, self.own, now)
}

const kindOf = (issuer: string): Pick<Way, 'kind' | 'school'> =>
  issuer === 'google' || issuer === 'apple'
    ? { kind: issuer }
    : { kind: 'saml', school: schoolOfIssuer(issuer) }

/**
 * Ways to sign in, the password first. An inactive way can always be removed, and does not count as a remaining way.
 */
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
 * Links a proven provider account to the requesting account. The session that began it must still exist and be recent.
 * One provider account per person, and one person per provider account. Linking again changes nothing.
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

/** Clears the link's fields on the user and on this school's copy, where they hold this link. */
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
    // Signs out the devices that signed in by the link, except the requesting one. Sign-ins by the link that are about
    // to be written end with the epoch.
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

/** Removes a way to sign in while another one is left; 409 when it is the last. */
export const removeWay = async (context: Context, globalUserId: string, wayId: string): Promise<void> => {
  await context.table.retryOnConflict(async () => {
    const self = await requireOwner(context, globalUserId, context.caller?.sid)
    const link = self.person.links.find((one) => linkIdOf(one) === wayId) ?? fail(WayNotFound)
    requireRecent(self, context.now())
    if (!waysOf(self).find(({ id }) => id === wayId)?.removable) fail(LastWay)
    const written = await context.table.write(unlinkWrites(context, self, link))
    return written.ok || conflicted
  })
}

const spendWay = (context: Context, globalUserId: string): Promise<void> =>
  spend(context, 'ways', wayLimits.account, globalUserId)

export const listWays: Operation<Rows['listWays']> = async (_, context) => {
  const { caller } = context
  return { ways: waysOf(await requireOwner(context, identityOf(caller), caller.sid)) }
}

export const startLink: Operation<Rows['startLink']> = async ({ provider, url, path }, context) => {
  const { caller, now } = context
  const globalUserId = identityOf(caller)
  const nextPath = path === undefined ? undefined : requirePath(path, context)
  const ownRedirect = url === undefined ? undefined : requireRedirect(url, context)
  await spendWay(context, globalUserId)
  requireLinker(await requireOwner(context, globalUserId, caller.sid), now())
  const called = context.device.native ? undefined : appleCallbackAddress(context)
  const redirectUri = provider === 'google' ? ownRedirect : called
  const linkRequest = {
    purpose: 'link',
    path: nextPath,
    redirectUri,
    globalUserId,
    sid: caller.sid,
  } as const
  return startReply(await beginRequest(context, provider, linkRequest))
}

export const linkWay: Operation<Rows['linkWay']> = async ({ state, code, idToken }, context) => {
  const { caller } = context
  const globalUserId = identityOf(caller)
  if (code === undefined && idToken === undefined) fail(ProofMissing)
  refuseTwoProofs(code, idToken)
  await spendWay(context, globalUserId)
  const { sid = '' } = caller
  const request = await requireAnsweredRequest(context, state, { globalUserId, sid })
  const identity = await proveByProvider(context, request.provider, { code, idToken, request })
  await linkIdentity(context, request, identity)
  return { ways: waysOf(await requireOwner(context, globalUserId, sid)) }
}

export const unlinkWay: Operation<Rows['unlinkWay']> = async ({ wayId }, context) => {
  const { caller } = context
  const globalUserId = identityOf(caller)
  await spendWay(context, globalUserId)
  await removeWay(context, globalUserId, wayId)
  return { ways: waysOf(await requireOwner(context, globalUserId, caller.sid)) }
}
