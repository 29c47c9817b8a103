import type { Table } from '../../table/table.ts'
import { put, update, type Write } from '../../table/write.ts'
import { type Audited, audit } from '../audit/audit.ts'
import { type FormerIssuer, linkRemoved, linksUnchanged, otherLink } from '../school/provider-links.ts'
import { isLinkLive } from '../school/saml-issuer.ts'
import { ownCopyWrites } from '../school/tenants.ts'
import type { SignInContext } from '../session/entrance.ts'
import { findPerson, type Person } from './person.ts'
import { globalUser, type ProviderLink, providerLink, providerPointer } from './records.ts'

/**
 * The name that an identity provider had in older links, and the moment (ISO 8601) since which it has certainly been the
 * one behind it. What was linked earlier may have been by another.
 */
export type Former = FormerIssuer & {
  /** Told when there is an older link that is not handed over. */
  kept(): void
}

type Known = Pick<ProviderLink, 'issuer' | 'subject' | 'trust'>

const linkOf = async (
  table: Table,
  { issuer, subject }: Known,
  globalUserId: string,
): Promise<{ readonly person: Person; readonly link: ProviderLink } | undefined> => {
  const person = await findPerson(table, globalUserId)
  const link = person?.links.find((each) => each.issuer === issuer && each.subject === subject)
  return person && link && { person, link }
}

type Move = {
  readonly person: Person
  readonly link: ProviderLink
  readonly to: Pick<ProviderLink, 'issuer' | 'subject'>
  readonly audited: Pick<Audited, 'action' | 'detail'>
  readonly also?: readonly Write[]
}

/** Gives a live link another name. It keeps its date and its person, and nothing else of the account changes. */
const move = async (
  context: SignInContext,
  { person, link, to, audited, also = [] }: Move,
): Promise<boolean> => {
  const { globalUserId } = link
  const { ok } = await context.table.write([
    linksUnchanged(person.rights),
    put(providerPointer, { ...to, globalUserId }, { absent: true }),
    put(providerLink, { ...link, ...to }),
    ...linkRemoved(link),
    ...also,
    audit(context, { ...audited, actor: 'system', targetType: 'globalUser', targetId: globalUserId }),
  ])
  return ok
}

/**
 * Moves a live link to the subject that its issuer names the same person by now, where one signed answer names both.
 * `other` where the two are linked to different people: nothing moves then. `none` without a live link of `formerSubject`.
 */
export const carriedLink = async (
  context: SignInContext,
  { issuer, subject, trust = 0 }: Known,
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
  await move(context, {
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

/**
 * Brings an older link to the name that its identity provider has now; it keeps the date of the day it was made. False
 * when there is none, when it was made before the identity provider is known to have been this one, or when its person
 * signs in there under another subject by now.
 */
export const renamedLink = async (
  context: SignInContext,
  { issuer, subject, trust }: Known,
  former: Former,
): Promise<boolean> => {
  const { table } = context
  const old = { issuer: former.issuer, subject }
  const pointer = await table.get(providerPointer, old, { strong: true })
  const found = pointer && (await linkOf(table, old, pointer.globalUserId))
  if (!found) return false
  const { person, link } = found
  if (link.linkedAt < former.since) {
    former.kept()
    return false
  }
  if (otherLink(person.links, { issuer, subject, ...(trust === undefined ? {} : { trust }) })) return false
  return move(context, {
    person,
    link,
    to: { issuer, subject },
    audited: { action: 'identity.rename', detail: { issuer, former: former.issuer } },
  })
}
