import type { Table } from '../../table/table.ts'
import { check, put, remove } from '../../table/write.ts'
import { audit } from '../audit/audit.ts'
import type { SignInContext } from '../session/entrance.ts'
import { findPerson } from './person.ts'
import { globalUser, type ProviderLink, providerLink, providerPointer } from './records.ts'

/**
 * The name that an identity provider had in older links, and the moment (ISO 8601) since which it has certainly been the
 * one behind it. What was linked earlier may have been by another.
 */
export type Former = {
  readonly issuer: string
  readonly since: string
  /** Told when there is an older link that is not handed over. */
  kept(): void
}

type Known = { readonly issuer: string; readonly subject: string }

const linkOf = async (
  table: Table,
  { issuer, subject }: Known,
  globalUserId: string,
): Promise<ProviderLink | undefined> =>
  (await findPerson(table, globalUserId))?.links.find(
    (link) => link.issuer === issuer && link.subject === subject,
  )

/**
 * Brings an older link to the name that its identity provider has now; it keeps the date of the day it was made. False
 * when there is none, or when it was made before the identity provider is known to have been this one.
 */
export const renamedLink = async (
  context: SignInContext,
  { issuer, subject }: Known,
  former: Former,
): Promise<boolean> => {
  const { table } = context
  const old = { issuer: former.issuer, subject }
  const pointer = await table.get(providerPointer, old, { strong: true })
  const link = pointer && (await linkOf(table, old, pointer.globalUserId))
  if (!link) return false
  if (link.linkedAt < former.since) {
    former.kept()
    return false
  }
  const { globalUserId } = link
  const { ok } = await table.write([
    check(globalUser, { id: globalUserId }, { exists: true }),
    put(providerPointer, { issuer, subject, globalUserId }, { absent: true }),
    put(providerLink, { ...link, issuer }),
    remove(providerPointer, old, { equals: { globalUserId } }),
    remove(providerLink, { ...old, globalUserId }, { exists: true }),
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
