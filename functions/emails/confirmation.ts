import type { Context } from '../../lib/context.ts'
import { allInOrder, fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { codeUsed } from '../../lib/identity/credential/code-proof.ts'
import { findCredential } from '../../lib/identity/credential/credential.ts'
import { addressProven } from '../../lib/identity/person/address-proof.ts'
import { type Person, requireSelf } from '../../lib/identity/person/person.ts'
import type { Access, Credential, Session } from '../../lib/identity/person/records.ts'
import { putAccess } from '../../lib/identity/person/rights.ts'
import { grantFor } from '../../lib/identity/platform/grants.ts'
import { deviceProof } from '../../lib/identity/session/known-device.ts'
import { epochAfter, everythingEnded, passwordKept } from '../../lib/identity/session/recovery.ts'
import type { Write } from '../../lib/table/write.ts'
import { InvalidCode } from '../passwords/contract.ts'
import { requireOwnCode } from './proof.ts'

type Self = { readonly person: Person; readonly own: Session; readonly stored: Credential | undefined }

const requireAll = async (context: Context<'caller'>, id: string): Promise<Self> => {
  const [self, stored] = await Promise.all([requireSelf(context, id), findCredential(context.table, id)])
  return { ...self, stored }
}

/**
 * Whoever came in while the address was not proven is out, but for the session in which its owner types the code. `granted`
 * are rights that come with the proof.
 */
const othersEnded = ({ person, own, stored }: Self, granted: Access | undefined, now: Date): Write[] => {
  if (person.user.emailVerified) return granted ? [putAccess(granted)] : []
  const rights = granted ?? person.rights
  return everythingEnded({ ...person, rights }, now, passwordKept(rights, stored), ({ id }) => id === own.id)
}

/** What the deployment's list promises, unless a school's provider opened this session. */
const promised = (context: Context<'caller'>, { person: { user, rights }, own }: Self) =>
  grantFor(context, user, rights, own.proof === undefined)

const attempts = 5

/**
 * Proves the address of the caller by its code. Whoever types it owns both the address and this session, so the way in
 * by which the session came stays; other ways in by a provider and other sessions, which somebody may have planted, end
 * (rules/passwords 20). What waits for a proof of the address comes with it. Answers what the device stays known by.
 */
export const confirmAddress = async (
  context: Context<'caller'>,
  id: string,
  code: string,
): Promise<string> => {
  const { table, now, caller } = context
  const deed = { action: 'email.verify', actor: caller, targetType: 'globalUser', targetId: id }
  const [found, proven] = await allInOrder([
    requireAll(context, id),
    requireOwnCode(context, 'email', id, code),
  ])
  let self = found
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const grant = await promised(context, self)
    const written = await table.write([
      codeUsed(proven, self.person.rights),
      ...addressProven(self.person, now().toISOString(), self.own),
      ...othersEnded(self, grant?.rights, now()),
      ...(grant?.writes ?? []),
      audit(context, deed),
    ])
    const { user, rights } = self.person
    const epoch = user.emailVerified ? rights.epoch : epochAfter(rights)
    if (written.ok) return deviceProof(context, { ...self.own, epoch })
    if (written.failed.includes(0)) fail(InvalidCode)
    self = await requireAll(context, id)
  }
  return fail(ConcurrentChange)
}
