import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { globalUser, providerLink, providerPointer, session } from '../../../lib/identity/person/records.ts'
import { ownCopyWrites } from '../../../lib/identity/school/tenants.ts'
import { wayMail } from '../../../lib/identity/session/sign-in-notice.ts'
import { check, put, update, type Write } from '../../../lib/table/write.ts'
import { WayExists, WayTaken } from '../failures.ts'
import { findLinked, type ProviderRequest } from '../repository.ts'
import type { Proven } from '../sign-in/proof.ts'
import { requireOwner, requireRecent, type Self } from './ways.ts'

const marks = { google: 'googleId', apple: 'appleId' } as const

const linkWrites = (context: Context, self: Self, { provider, subject }: Proven): Write[] => {
  const { user, rights } = self.person
  const at = context.now().toISOString()
  const link = { issuer: provider, subject, globalUserId: user.id }
  const mark = { [marks[provider]]: subject, updatedAt: at }
  return [
    put(providerPointer, link, { absent: true }),
    check(session, { globalUserId: user.id, id: self.own.id }, { equals: { epoch: rights.epoch } }),
    put(providerLink, { ...link, linkedAt: at }, { absent: true }),
    update(globalUser, { id: user.id }, { set: mark }),
    ...ownCopyWrites(context.tenant, rights, { set: mark }),
    wayMail(context, 'linked', provider, user.id),
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
export const linkProven = async (
  context: Context,
  { globalUserId = '', sid }: ProviderRequest,
  proven: Proven,
): Promise<void> => {
  const self = await requireOwner(context, globalUserId, sid)
  requireRecent(self, context.now())
  const current = self.person.links.find(({ issuer }) => issuer === proven.provider)
  if (current?.subject === proven.subject) return
  if (current) fail(WayExists)
  const written = await context.table.write(linkWrites(context, self, proven))
  if (written.ok) return
  const holder = await findLinked(context.table, proven.provider, proven.subject)
  if (holder !== undefined && holder !== globalUserId) fail(WayTaken)
  if (holder === undefined) fail(ConcurrentChange)
}
