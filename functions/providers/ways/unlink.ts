import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import {
  type GlobalUser,
  globalUser,
  type ProviderLink,
  providerLink,
  providerPointer,
} from '../../../lib/identity/person/records.ts'
import { cameBy } from '../../../lib/identity/school/saml-issuer.ts'
import { ownCopyWrites } from '../../../lib/identity/school/tenants.ts'
import { everythingEnded, passwordKept } from '../../../lib/identity/session/recovery.ts'
import { wayMail } from '../../../lib/identity/session/sign-in-notice.ts'
import { remove, update, type Write } from '../../../lib/table/write.ts'
import { LastWay, WayNotFound } from '../failures.ts'
import { requireOwner, requireRecent, type Self, wayIdOf, waysOf } from './ways.ts'

const markOf = ({ issuer }: ProviderLink): keyof Pick<GlobalUser, 'googleId' | 'appleId' | 'samlId'> => {
  if (issuer === 'google') return 'googleId'
  return issuer === 'apple' ? 'appleId' : 'samlId'
}

/** The marks on the user and on this school's copy, where they are those of the link. */
const marksRemoved = ({ tenant, now }: Context, { person }: Self, link: ProviderLink): Write[] => {
  const { user, rights } = person
  const mark = markOf(link)
  if (user[mark] !== link.subject) return []
  const gone = mark === 'samlId' ? ([mark, 'samlProvider'] as const) : ([mark] as const)
  const change = { set: { updatedAt: now().toISOString() }, remove: gone }
  return [update(globalUser, { id: user.id }, change), ...ownCopyWrites(tenant, rights, change)]
}

const unlinkWrites = (context: Context, self: Self, link: ProviderLink): Write[] => {
  const { person, own, stored } = self
  const { user, rights } = person
  return [
    remove(providerPointer, link, { equals: { globalUserId: user.id } }),
    remove(providerLink, link, { exists: true }),
    // The devices that came in by the link are signed out, all but the one that asks; sign-ins by it that are about to
    // be written end with the epoch.
    ...everythingEnded(
      person,
      context.now(),
      passwordKept(rights, stored),
      (one) => one.id === own.id || !cameBy(one, link.issuer),
    ),
    ...marksRemoved(context, self, link),
    wayMail(context, 'unlinked', link.issuer, user.id),
    audit(context, {
      action: 'identity.unlink',
      actor: user.id,
      targetType: 'globalUser',
      targetId: user.id,
      detail: { issuer: link.issuer },
    }),
  ]
}

const attempts = 5

/** Takes a way to sign in away, while another one is left; 409 when it is the last. */
export const unlink = async (context: Context, globalUserId: string, wayId: string): Promise<void> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const self = await requireOwner(context, globalUserId, context.caller?.sid)
    const link = self.person.links.find((one) => wayIdOf(one) === wayId) ?? fail(WayNotFound)
    requireRecent(self, context.now())
    if (!waysOf(self).find(({ id }) => id === wayId)?.removable) fail(LastWay)
    const written = await context.table.write(unlinkWrites(context, self, link))
    if (written.ok) return
  }
  return fail(ConcurrentChange)
}
