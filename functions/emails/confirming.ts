import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { addressProven } from '../../lib/identity/address-proof.ts'
import { audit } from '../../lib/identity/audit.ts'
import { codeUsed } from '../../lib/identity/code-proof.ts'
import { requireSelf } from '../../lib/identity/person.ts'
import { InvalidCode } from '../passwords/contract.ts'
import { requireOwnCode } from './own-code.ts'

const attempts = 5

/**
 * Proves the address of the caller by its code. Whoever types it owns both the address and this session, so the way in
 * by which the session came stays; other ways in by a provider, which somebody may have planted, end (identity.md
 * section 4). The first sign-in after this one also brings what waits for a proven address.
 */
export const confirmAddress = async (context: Context<'caller'>, id: string, code: string): Promise<void> => {
  const { table, now, caller } = context
  const deed = { action: 'email.verify', actor: caller, targetType: 'globalUser', targetId: id }
  let [{ person, own }] = await Promise.all([
    requireSelf(context, id),
    requireOwnCode(context, 'email', id, code),
  ])
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const written = await table.write([
      codeUsed('email', id),
      ...addressProven(person, now().toISOString(), own),
      audit(context, deed),
    ])
    if (written.ok) return
    if (written.failed.includes(0)) fail(InvalidCode)
    ;({ person, own } = await requireSelf(context, id))
  }
  fail(ConcurrentChange)
}
