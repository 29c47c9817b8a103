import * as z from 'zod/mini'
import { fail } from '../../lib/contract/failure.ts'
import { SessionRevoked } from '../../lib/contract/failures.ts'
import { Email, normalAddress } from '../../lib/contract/fields.ts'
import { answer } from '../../lib/contract/reply.ts'
import { newCode } from '../../lib/identity/credential/codes.ts'
import { spend, spendWrite } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import type { Operations } from '../../lib/operation.ts'
import { mailDue } from '../../lib/outbox.ts'
import {
  confirmEmail,
  giveOwnProof,
  requestAffiliatedEmailCode,
  requestOwnProof,
  requireEduAddress,
  unlinkAffiliatedEmail,
  verifyAffiliatedEmail,
} from './address.ts'
import {
  AffiliatedTaken,
  AlreadyVerified,
  affiliatedLimits,
  checkLimits,
  type contract,
  requestLimits,
} from './contract.ts'
import { findGlobalUser, findHolder, findMember } from './repository.ts'

export const operations: Operations<typeof contract> = {
  // Calls no checking service: this operation is public, and each check would cost money.
  async checkEmail({ email }, context) {
    await spend(context, 'email-check', checkLimits.address, context.device.address)
    return { result: z.safeParse(Email, email).success ? 'deliverable' : 'undeliverable' }
  },

  async requestEmailCode(_, context) {
    const id = identityOf(context.caller)
    const [user] = await Promise.all([
      findGlobalUser(context.table, id),
      spend(context, 'email-code', requestLimits.account, id),
    ])
    if (!user) return fail(SessionRevoked)
    if (user.emailVerified) fail(AlreadyVerified)
    const { nonce, write } = newCode(context, 'email', id)
    const mail = mailDue(context, {
      template: 'verify_email',
      to: user.email,
      nonce,
      params: { subject: id },
    })
    await context.table.write([write, mail])
  },

  async confirmEmail({ code }, context) {
    const id = identityOf(context.caller)
    return answer(undefined, { deviceProof: await confirmEmail(context, id, code) })
  },

  async requestOwnProof(_, context) {
    await requestOwnProof(context)
  },

  async giveOwnProof({ code }, context) {
    return answer(undefined, { tokens: await giveOwnProof(context, code) })
  },

  async requestAffiliatedEmailCode({ email: given }, context) {
    const { table, caller } = context
    const email = requireEduAddress(given)
    const [holder, self] = await Promise.all([
      findHolder(table, email),
      findMember(table, caller.tenantUserId),
      spend(context, 'affiliated-account', affiliatedLimits.account, caller.tenantUserId),
    ])
    if (holder !== undefined && holder !== caller.tenantUserId) fail(AffiliatedTaken)
    // Counted last, so that refused requests do not use up the limit of a mailbox.
    const counted = spendWrite(context, 'affiliated-mailbox', affiliatedLimits.mailbox, email)
    const subject = requestAffiliatedEmailCode(context, email)
    const { nonce, write } = newCode(context, 'affiliated_email', subject)
    const params = { subject, username: self?.username ?? '' }
    const mail = mailDue(context, { template: 'verify_affiliated_email', to: email, nonce, params })
    await table.commit([counted, write, mail])
  },

  async verifyAffiliatedEmail({ email, code }, context) {
    await verifyAffiliatedEmail(context, normalAddress(email), code)
  },

  async unlinkAffiliatedEmail(_, context) {
    await unlinkAffiliatedEmail(context)
  },
}
