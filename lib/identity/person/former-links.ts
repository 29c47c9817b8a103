import type { Table } from '../../table/table.ts'
import { put, update, type Write } from '../../table/write.ts'
import { type AuditedAction, audit } from '../audit/audit.ts'
import { linksUnchangedWrite, removeLink } from '../school/provider-links.ts'
import { isLinkLive } from '../school/saml-issuer.ts'
import { ownCopyWrites } from '../school/tenants.ts'
import type { SignInContext } from '../session/sign-in-request.ts'
import { findPerson, type Person } from './person.ts'
import { globalUser, type ProviderLink, providerLink, providerPointer } from './records.ts'

type KnownLink = Pick<ProviderLink, 'issuer' | 'subject' | 'trust'>

const linkOf = async (
  table: Table,
  { issuer, subject }: KnownLink,
  globalUserId: string,
): Promise<{ readonly person: Person; readonly link: ProviderLink } | undefined> => {
  const person = await findPerson(table, globalUserId)
  const link = person?.links.find((each) => each.issuer === issuer && each.subject === subject)
  return person && link && { person, link }
}

type LinkMove = {
  readonly person: Person
  readonly link: ProviderLink
  readonly to: Pick<ProviderLink, 'issuer' | 'subject'>
  readonly audited: Pick<AuditedAction, 'action' | 'detail'>
  readonly also?: readonly Write[]
}

/** Renames a live link. Its date and its person stay, and the rest of the account does not change. */
const moveLink = async (
  context: SignInContext,
  { person, link, to, audited, also = [] }: LinkMove,
): Promise<boolean> => {
  const { globalUserId } = link
  const { ok } = await context.table.write([
    linksUnchangedWrite(person.rights),
    put(providerPointer, { ...to, globalUserId }, { absent: true }),
    put(providerLink, { ...link, ...to }),
    ...removeLink(link),
    ...also,
    audit(context, { ...audited, actor: 'system', targetType: 'globalUser', targetId: globalUserId }),
  ])
  return ok
}

/**
 * Moves a live link to the person's new subject at the same issuer, when one signed response names both subjects.
 * `other`: the two are linked to different people, and nothing moves. `none`: `formerSubject` has no live link.
 */
export const moveFormerLink = async (
  context: SignInContext,
  { issuer, subject, trust = 0 }: KnownLink,
  formerSubject: string,
  holder: string | undefined,
): Promise<'moved' | 'other' | 'none'> => {
  const { table } = context
  const old = { issuer, subject: formerSubject }
  const pointer = await table.get(providerPointer, old, { strong: true })
  const found = pointer && (await linkOf(table, old, pointer.globalUserId))
  if (!found || !isLinkLive(found.link, trust)) return 'none'
  const { person, link } = found
  if (holder !== undefined) return holder === link.globalUserId ? 'none' : 'other'
  const set = { samlId: subject, updatedAt: context.now().toISOString() }
  await moveLink(context, {
    person,
    link,
    to: { issuer, subject },
    audited: { action: 'identity.move', detail: { issuer } },
    also: [
      update(globalUser, { id: link.globalUserId }, { set }),
      ...ownCopyWrites(context.tenant, person.rights, { set }),
    ],
  })
  return 'moved'
}
