import type { Context } from '../../lib/context.ts'
import type { FailureKind } from '../../lib/contract/failure.ts'
import { fail, settleInOrder } from '../../lib/contract/failure.ts'
import { SessionRevoked } from '../../lib/contract/failures.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import type { Session } from '../../lib/identity/person/records.ts'
import type { Operation } from '../../lib/operation.ts'
import type { ShownFactor } from './codes.ts'
import { proveByCode } from './codes.ts'
import type { contract } from './contract.ts'
import { markFactorShown, readOwnFactors, strongUntil } from './own-factors.ts'
import { asAuthentication, authenticationOptions, rpIdOf, verifyPasskeyUse } from './passkeys.ts'
import { PasskeyNotFound, PasskeyRefused, setupLimits, WrongCode } from './shapes.ts'

type Rows = (typeof contract)['rows']

/** Records that the session has shown a factor. The same transaction uses the factor up. */
const confirmFactor = async (
  context: Context<'caller'>,
  own: Session,
  shown: ShownFactor,
  used: FailureKind,
) => {
  const written = await context.table.write([markFactorShown(context, own, shown), ...shown.uses])
  if (!written.ok) fail(written.failed.includes(0) ? SessionRevoked : used)
  return { strongUntil: strongUntil({ at: context.now().toISOString() }) }
}

export const confirmByCode: Operation<Rows['confirmByCode']> = async ({ code }, context) => {
  const { person, own, factors } = await readOwnFactors(context)
  const shown = await proveByCode(context, person.user, factors, code, WrongCode)
  return confirmFactor(context, own, shown, WrongCode)
}

export const startPasskeyConfirmation: Operation<Rows['startPasskeyConfirmation']> = async (_, context) => {
  const [{ own, factors }] = await settleInOrder([
    readOwnFactors(context),
    spend(context, 'factor-setup', setupLimits.account, identityOf(context.caller)),
  ])
  const usablePasskeys = factors.passkeys.filter(({ rpId }) => rpId === rpIdOf(context))
  if (usablePasskeys.length === 0) fail(PasskeyNotFound)
  return { options: { ...(await authenticationOptions(context, 'confirm', own.id, usablePasskeys)) } }
}

export const confirmByPasskey: Operation<Rows['confirmByPasskey']> = async ({ credential }, context) => {
  const { own, factors } = await readOwnFactors(context)
  const use = { purpose: 'confirm', asker: own.id, credential: asAuthentication(credential) } as const
  const { passkeys, waiting } = factors
  const shown = await verifyPasskeyUse(context, use, async (id) => ({
    known: passkeys.find((one) => one.id === id),
    waiting,
  }))
  return shown ? confirmFactor(context, own, shown, PasskeyRefused) : fail(PasskeyRefused)
}
