import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { SessionRevoked } from '../../../lib/contract/failures.ts'
import { minuteMs } from '../../../lib/contract/time.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { requireFactorShown } from '../../../lib/identity/factor/strength.ts'
import { identityOf } from '../../../lib/identity/person/caller.ts'
import { findPerson, type Person, requireSelf } from '../../../lib/identity/person/person.ts'
import {
  globalUser,
  type ProviderLink,
  providerLink,
  providerPointer,
  type Session,
  session,
} from '../../../lib/identity/person/records.ts'
import { linkRows, linksUnchangedWrite, otherLink } from '../../../lib/identity/school/provider-links.ts'
import { isLinkLive, samlIssuer } from '../../../lib/identity/school/saml-issuer.ts'
import { ownCopyWrites } from '../../../lib/identity/school/tenants.ts'
import { deviceInfoOf, isLive } from '../../../lib/identity/session/sessions.ts'
import { linkMail } from '../../../lib/identity/session/sign-in-notifications.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import { check, put, update, type Write } from '../../../lib/table/write.ts'
import { recentMinutes } from '../../providers/contract.ts'
import { AnswerRepeated, SignInAgain, WayExists, WayTaken } from '../contract/failures.ts'
import { nameHash } from '../name-hash.ts'
import { type SamlRequest, samlSeen } from '../repository.ts'
import type { SamlSignIn } from './provisioning.ts'

/** Fails unless the session is recent and has shown its factor: the device may have been left open. */
export const requireLinker = async (
  context: Context<'caller'>,
): Promise<{ readonly globalUserId: string; readonly sid: string }> => {
  const globalUserId = identityOf(context.caller)
  const { own, person } = await requireSelf(context, globalUserId)
  const age = context.now().getTime() - Date.parse(own.createdAt)
  if (age > recentMinutes * minuteMs) fail(SignInAgain)
  requireFactorShown(person.rights, own, context.now())
  return { globalUserId, sid: own.id }
}

type LinkHolder = { readonly person: Person; readonly own: Session; readonly dead: ProviderLink | undefined }

/** The link with its present owner. While a pointer is moving, there may be none for a moment. */
const findLink = async (
  { table }: Context<'anyone'>,
  link: Pick<ProviderLink, 'issuer' | 'subject'>,
): Promise<ProviderLink | undefined> => {
  const known = await table.get(providerPointer, link, { strong: true })
  return known && (await table.get(providerLink, known, { strong: true }))
}

/** The current person, in the session that began the link, and a dead link that stands in the way. */
const requireLinkHolder = async (
  context: Context<'anyone'>,
  { globalUserId = '', sid }: SamlRequest,
  link: Pick<ProviderLink, 'issuer' | 'subject'> & { readonly trust: number },
): Promise<LinkHolder | 'linked'> => {
  const [person, dead] = await Promise.all([findPerson(context.table, globalUserId), findLink(context, link)])
  const own = person?.sessions.find(({ id }) => id === sid)
  if (!person || !own || own.proof || !isLive(own, person.rights)) return fail(SessionRevoked)
  const isMine = (each: ProviderLink): boolean =>
    each.issuer === link.issuer && each.subject === link.subject && isLinkLive(each, link.trust)
  if (person.links.some(isMine)) return 'linked'
  if (otherLink(person.links, link)) fail(WayExists)
  return dead && isLinkLive(dead, link.trust) ? fail(WayTaken) : { person, own, dead }
}

/**
 * Links the identity provider's identity to the account that asked for it, whose owner has just signed in another way.
 * A dead link is replaced, no matter who owns it. Linking again changes nothing.
 */
export const linkSignIn = async (
  context: Context<'anyone'>,
  { config, subject, statement, trust }: SamlSignIn,
  request: SamlRequest,
  trace: () => Write,
): Promise<void> => {
  const { table, tenant, now, device } = context
  const issuer = samlIssuer(tenant.key, config.idpEntityId)
  const link = { issuer, subject, trust }
  const hash = nameHash('assertion', config.idpEntityId, statement.id)
  await table.retryOnConflict(async () => {
    const holder = await requireLinkHolder(context, request, link)
    if (holder === 'linked') return true
    const { person, own, dead } = holder
    requireFactorShown(person.rights, own, now())
    const { id } = person.user
    const set = { samlId: subject, samlProvider: tenant.key, updatedAt: now().toISOString() }
    const written = await table.write([
      put(samlSeen, { hash, expiresAt: statement.ends }, { absent: AnswerRepeated }),
      check(session, { globalUserId: id, id: own.id }, { equals: { epoch: person.rights.epoch } }),
      ...linkRows({ ...link, device: deviceInfoOf(device.userAgent) }, id, now(), dead),
      linksUnchangedWrite(person.rights),
      update(globalUser, { id }, { set }, { exists: true }),
      ...ownCopyWrites(tenant, person.rights, { set }),
      linkMail(context, 'linked', issuer, id),
      audit(context, {
        action: 'identity.link',
        actor: id,
        targetType: 'globalUser',
        targetId: id,
        detail: { issuer },
      }),
      trace(),
    ])
    return written.ok || conflicted
  })
}
