import type { Table } from '../../table/table.ts'
import { put } from '../../table/write.ts'
import { audit } from '../audit/audit.ts'
import { type FormerIssuer, linkRemoved, linksUnchanged, otherLink } from '../school/provider-links.ts'
import type { SignInContext } from '../session/entrance.ts'
import { findPerson, type Person } from './person.ts'
import { type ProviderLink, providerLink, providerPointer } from './records.ts'

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
  const { globalUserId } = link
  const { ok } = await table.write([
    linksUnchanged(person.rights),
    put(providerPointer, { issuer, subject, globalUserId }, { absent: true }),
    put(providerLink, { ...link, issuer }),
    ...linkRemoved(link),
    audit(context, {
      action: 'identity.rename',
      actor: 'system',
      targetType: 'globalUser',
      targetId: globalUserId,
      detail: { issuer, former: former.issuer },
    }),
  ])
  return ok
}
