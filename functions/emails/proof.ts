import type { Context } from '../../lib/context.ts'
import { allInOrder, fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange, MailboxOfSchool } from '../../lib/contract/failures.ts'
import type { Tokens } from '../../lib/contract/reply.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { codeUsed, proveCode } from '../../lib/identity/credential/code-proof.ts'
import { type Code, type CodePurpose, newCode } from '../../lib/identity/credential/codes.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { type Person, requireSelf } from '../../lib/identity/person/person.ts'
import { access } from '../../lib/identity/person/records.ts'
import { putAccess } from '../../lib/identity/person/rights.ts'
import { grantFor } from '../../lib/identity/platform/grants.ts'
import { isReadBySchool } from '../../lib/identity/school/mailbox.ts'
import { rotated, rotationWrite } from '../../lib/identity/session/rotation.ts'
import { tokensFor } from '../../lib/identity/session/sessions.ts'
import { mailDue } from '../../lib/outbox.ts'
import { check } from '../../lib/table/write.ts'
import { InvalidCode } from '../passwords/contract.ts'
import { AddressUnproven, requestLimits } from './contract.ts'

/** The code of the caller's own that was given. Fails with INVALID_CODE. */
export const requireOwnCode = async (
  context: Context,
  purpose: CodePurpose,
  subject: string,
  given: string,
): Promise<Code> => (await proveCode(context, purpose, subject, given)) ?? fail(InvalidCode)

type World = Context<'caller'>

/** A code serves the one session that asked for it. */
const subjectOf = ({ caller }: World): string => `${identityOf(caller)} ${caller.sid}`

const requireMailbox = async (context: World, { user, rights }: Person): Promise<void> => {
  if (!user.emailVerified) fail(AddressUnproven)
  if (await isReadBySchool(context, user, rights)) fail(MailboxOfSchool)
}

/** Mails a code to the proven address of the caller. What one school's sessions ask for uses up no other's requests. */
export const requestProof = async (context: World): Promise<void> => {
  const { caller, table } = context
  const id = identityOf(caller)
  const [{ person }] = await Promise.all([
    requireSelf(context, id),
    spend(context, 'own-proof-code', requestLimits.account, `${id} ${caller.proof?.school ?? ''}`),
  ])
  await requireMailbox(context, person)
  const subject = subjectOf(context)
  const { nonce, write } = newCode(context, 'own_proof', subject)
  const mail = mailDue(context, {
    template: 'own_proof',
    to: person.user.email,
    nonce,
    params: { subject, owner: id },
  })
  await table.write([write, mail])
}

const attempts = 5

/**
 * The session of the caller is one that the person's own proof opened from now on, whatever opened it before. The address
 * is proven anew, so a grant that waits for that comes with it.
 */
export const giveProof = async (context: World, code: string): Promise<Tokens> => {
  const { caller, table } = context
  const id = identityOf(caller)
  const subject = subjectOf(context)
  const [found, proven] = await allInOrder([
    requireSelf(context, id),
    requireOwnCode(context, 'own_proof', subject, code),
  ])
  let { person, own } = found
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await requireMailbox(context, person)
    const { user, rights: before } = person
    const { proof, ...lifted } = own
    const bySchool = proof !== undefined
    const grant = await grantFor(context, user, before, true)
    const rights = grant?.rights ?? before
    const { next, token } = await rotated(context, bySchool ? { ...lifted, authMethod: 'email' } : own)
    const written = await table.write([
      codeUsed(proven, before),
      rotationWrite(own, next, bySchool ? { set: { authMethod: 'email' }, remove: ['proof'] } : {}),
      ...(grant
        ? [putAccess(rights), ...grant.writes]
        : [check(access, { globalUserId: id }, { equals: { version: before.version } })]),
      audit(context, {
        action: 'session.own_proof',
        actor: caller,
        targetType: 'session',
        targetId: own.id,
        ...(bySchool ? { detail: { school: proof.school } } : {}),
      }),
    ])
    if (written.ok) return tokensFor(context, next, rights, token)
    if (written.failed.includes(0)) fail(InvalidCode)
    ;({ person, own } = await requireSelf(context, id))
  }
  return fail(ConcurrentChange)
}
