import * as z from 'zod/mini'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { SessionRevoked } from '../../lib/contract/failures.ts'
import { Email } from '../../lib/contract/fields.ts'
import { audit } from '../../lib/identity/audit.ts'
import { identityOf } from '../../lib/identity/caller.ts'
import { codeUsed, proveCode } from '../../lib/identity/code-proof.ts'
import { newCode } from '../../lib/identity/codes.ts'
import { spend } from '../../lib/identity/limits.ts'
import type { GlobalUser } from '../../lib/identity/records.ts'
import type { Operations } from '../../lib/operation.ts'
import { mailDue } from '../../lib/outbox.ts'
import { codeLimits, InvalidCode } from '../passwords/contract.ts'
import { codeSubject, linkAddress, requireEdu, unlinkAddress } from './affiliated.ts'
import {
  AffiliatedTaken,
  AlreadyVerified,
  affiliatedLimits,
  checkLimits,
  type contract,
  requestLimits,
} from './contract.ts'
import { emailProven, findGlobalUser, findHolder, findMember } from './repository.ts'

const requireGlobalUser = async ({ table, caller }: Context<'caller'>): Promise<GlobalUser> =>
  (await findGlobalUser(table, identityOf(caller))) ?? fail(SessionRevoked)

const ownSubject = ({ id, email }: GlobalUser): string => `${id} ${email}`

export const operations: Operations<typeof contract> = {
  // Asks nobody: a paid checking service behind an open door would be everybody's.
  async checkEmail({ email }, context) {
    await spend(context, 'email-check', checkLimits.address, context.device.address)
    return { result: z.safeParse(Email, email).success ? 'deliverable' : 'undeliverable' }
  },

  async requestEmailCode(_, context) {
    const user = await requireGlobalUser(context)
    if (user.emailVerified) fail(AlreadyVerified)
    await spend(context, 'email-code', requestLimits.account, user.id)
    const subject = ownSubject(user)
    const { nonce, write } = newCode(context, 'email', subject)
    const mail = mailDue(context, { template: 'verify_email', to: user.email, nonce, params: { subject } })
    await context.table.write([write, mail])
  },

  // The first sign-in after this one also brings what waits for a proven address.
  async confirmEmail({ code }, context) {
    const { table, now, caller } = context
    const user = await requireGlobalUser(context)
    const subject = ownSubject(user)
    if (!(await proveCode(context, codeLimits.address, 'email', subject, code))) fail(InvalidCode)
    const deed = { action: 'email.verify', actor: caller, targetType: 'globalUser', targetId: user.id }
    const written = await table.write([
      codeUsed('email', subject),
      emailProven(user, now().toISOString()),
      audit(context, deed),
    ])
    if (!written.ok) fail(InvalidCode)
  },

  async requestAffiliatedEmailCode({ email: given }, context) {
    const { table, caller } = context
    const email = requireEdu(given)
    await spend(context, 'affiliated-account', affiliatedLimits.account, caller.tenantUserId)
    const [holder, self] = await Promise.all([
      findHolder(table, email),
      findMember(table, caller.tenantUserId),
    ])
    if (holder !== undefined && holder !== caller.tenantUserId) fail(AffiliatedTaken)
    await spend(context, 'affiliated-mailbox', affiliatedLimits.mailbox, email)
    const subject = codeSubject(context, email)
    const { nonce, write } = newCode(context, 'affiliated_email', subject)
    const params = { subject, username: self?.username ?? '' }
    await table.write([
      write,
      mailDue(context, { template: 'verify_affiliated_email', to: email, nonce, params }),
    ])
  },

  async verifyAffiliatedEmail({ email: given, code }, context) {
    const email = given.toLowerCase()
    const subject = codeSubject(context, email)
    if (!(await proveCode(context, codeLimits.address, 'affiliated_email', subject, code))) fail(InvalidCode)
    await linkAddress(context, email)
  },

  async unlinkAffiliatedEmail(_, context) {
    await unlinkAddress(context)
  },
}
