import * as z from 'zod/mini'
import type { Context } from '../../lib/context.ts'
import { allInOrder, fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange, NotAMember } from '../../lib/contract/failures.ts'
import { Email, normalAddress } from '../../lib/contract/fields.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { codeUsed } from '../../lib/identity/credential/code-proof.ts'
import type { TenantUser } from '../../lib/identity/person/records.ts'
import { InvalidCode } from '../passwords/contract.ts'
import { AffiliatedTaken, EduRequired, NotLinked } from './contract.ts'
import { requireOwnCode } from './proof.ts'
import { addressLinked, addressUnlinked, findMember } from './repository.ts'

type World = Context<'member'>

/** Whose code it is: this user of this school, for this address. The code is of no use to anybody else. */
export const codeSubject = ({ tenant, caller }: World, email: string): string =>
  [tenant.key, caller.tenantUserId, email].join(' ')

export const requireEdu = (given: string): string => {
  const email = normalAddress(given)
  if (!email.endsWith('.edu') || !z.safeParse(Email, email).success) fail(EduRequired, { field: 'email' })
  return email
}

const requireSelf = async ({ table, caller }: World): Promise<TenantUser> =>
  (await findMember(table, caller.tenantUserId)) ?? fail(NotAMember)

const recorded = (context: World, action: string) =>
  audit(context, {
    action,
    actor: context.caller,
    targetType: 'tenantUser',
    targetId: context.caller.tenantUserId,
  })

const attempts = 5

/** Links the address whose code is right, in one write that uses the code up and keeps the address to one user. */
export const linkAddress = async (context: World, email: string, code: string): Promise<void> => {
  const { table, now } = context
  const subject = codeSubject(context, email)
  const [found, proven] = await allInOrder([
    requireSelf(context),
    requireOwnCode(context, 'affiliated_email', subject, code),
  ])
  const used = codeUsed(proven)
  let self = found
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const links = self.affiliatedEmail === email ? [] : addressLinked(self, email, now().toISOString())
    const written = await table.write([used, ...links, recorded(context, 'affiliated_email.link')])
    if (written.ok) return
    if (written.failed.includes(0)) fail(InvalidCode)
    if (written.failed.includes(1)) fail(AffiliatedTaken)
    self = await requireSelf(context)
  }
  fail(ConcurrentChange)
}

export const unlinkAddress = async (context: World): Promise<void> => {
  const { table, now } = context
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const self = await requireSelf(context)
    if (self.affiliatedEmail === undefined) fail(NotLinked)
    const written = await table.write([
      ...addressUnlinked(self, now().toISOString()),
      recorded(context, 'affiliated_email.unlink'),
    ])
    if (written.ok) return
  }
  fail(ConcurrentChange)
}
