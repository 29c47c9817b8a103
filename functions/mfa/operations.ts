import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '../../lib/context.ts'
import { type FailureKind, fail, settleInOrder } from '../../lib/contract/failure.ts'
import { SessionRevoked } from '../../lib/contract/failures.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { type Passkey, passkey } from '../../lib/identity/factor/records.ts'
import {
  hasRecentFactor,
  isFactorRequiredForRole,
  needsSecondFactor,
} from '../../lib/identity/factor/strength.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { approvalRolesOf, identityOf } from '../../lib/identity/person/caller.ts'
import { type Session, tenantUser } from '../../lib/identity/person/records.ts'
import type { Operations } from '../../lib/operation.ts'
import { otherwise, update } from '../../lib/table/write.ts'
import { getAccountSecurity, secureAccount } from './account-security.ts'
import {
  confirmFactorRecovery,
  getFactorRecovery,
  openFactorRecovery,
  withdrawFactorRecovery,
} from './assistance.ts'
import { proveByCode, type ShownFactor } from './codes.ts'
import type { contract } from './contract.ts'
import {
  disableTotp,
  enableTotp,
  registerPasskey,
  removePasskey,
  renewRecoveryCodes,
  setUpTotp,
  startPasskey,
} from './enrolment.ts'
import { cancelFactorRecovery, completeFactorRecovery, startFactorRecovery } from './factor-recovery.ts'
import { markFactorShown, readOwnFactors, strongUntil } from './own-factors.ts'
import { authenticationOptions, rpIdOf, verifyPasskeyUse } from './passkeys.ts'
import {
  pendingMethods,
  signInByPasskey,
  startPasskeySignIn,
  startPasskeyStep,
  verifyPasskey,
  verifyTotp,
} from './second-step.ts'
import { PasskeyNotFound, PasskeyRefused, setupLimits, WrongCode } from './shapes.ts'

// The contract has checked the shape; the library checks the contents.
const asAuthentication = (credential: unknown) => credential as AuthenticationResponseJSON

const passkeyView =
  (context: Context) =>
  ({ id, nickname, deviceType, backedUp, rpId, createdAt, lastUsedAt }: Passkey) => ({
    id,
    nickname: nickname ?? null,
    deviceType,
    backedUp,
    usableHere: rpId === rpIdOf(context),
    createdAt,
    lastUsedAt: lastUsedAt ?? null,
  })

/** Records that the session has shown a factor. The same transaction uses the factor up. */
const confirmFactor = async (
  context: Context<'caller'>,
  own: Session,
  shown: ShownFactor,
  used: FailureKind,
) => {
  const uses = shown.uses.map((write) => otherwise(write, used))
  await context.table.commit([otherwise(markFactorShown(context, own, shown), SessionRevoked), ...uses])
  return { strongUntil: strongUntil({ at: context.now().toISOString() }) }
}

/** Whether the caller holds a role for which the school requires a second factor. */
const isRequiredAsStaff = async ({ caller, school, table }: Context<'caller'>): Promise<boolean> => {
  const { tenantUserId: id } = caller
  if (school?.secondFactor !== 'staff' || id === null) return false
  const user = await table.get(tenantUser, { id }, { strong: true })
  return approvalRolesOf(caller, user).some((role) => isFactorRequiredForRole(school, role))
}

export const operations: Operations<typeof contract> = {
  async getMfaStatus(_, context) {
    const { person, own, factors } = await readOwnFactors(context)
    const { caller, school, settings, now } = context
    const methods = person.rights.factors ?? []
    return {
      configured: methods.length > 0,
      methods: [...methods],
      totpEnabled: factors.app !== undefined,
      passkeyCount: factors.passkeys.length,
      passkeys: factors.passkeys.map(passkeyView(context)),
      recoveryCodesLeft: Object.keys(factors.recovery?.hashes ?? {}).length,
      strongUntil:
        own.strong && hasRecentFactor(own.strong, now().toISOString()) ? strongUntil(own.strong) : null,
      required: needsSecondFactor(caller, school, settings) || (await isRequiredAsStaff(context)),
    }
  },

  getFactorRecovery: async ({ userId }, context) => getFactorRecovery(userId, context),
  openFactorRecovery: async ({ userId, reason = 'lost' }, context) =>
    openFactorRecovery(userId, reason, context),
  confirmFactorRecovery: async ({ userId }, context) => confirmFactorRecovery(userId, context),
  async withdrawFactorRecovery({ userId }, context) {
    await withdrawFactorRecovery(userId, context)
  },

  getAccountSecurity: async ({ userId }, context) => getAccountSecurity(userId, context),
  secureAccount: async ({ userId, ...request }, context) => secureAccount(userId, request, context),

  setUpTotp: async (_, context) => setUpTotp(context),
  enableTotp: async ({ code }, context) => enableTotp(context, code),

  async disableTotp(given, context) {
    await disableTotp(context, given?.code)
  },

  startPasskey: async (_, context) => startPasskey(context),

  async registerPasskey({ credential, nickname }, context) {
    const registration = credential as unknown as RegistrationResponseJSON
    const added = await registerPasskey(context, registration, nickname ?? undefined)
    return { passkey: passkeyView(context)(added.passkey), recoveryCodes: added.recoveryCodes }
  },

  async renamePasskey({ passkeyId: id, nickname }, context) {
    const globalUserId = identityOf(context.caller)
    await context.table.commit([
      update(passkey, { globalUserId, id }, { set: { nickname } }, { exists: PasskeyNotFound }),
      audit(context, {
        action: 'factor.renamed',
        actor: context.caller,
        targetType: 'globalUser',
        targetId: globalUserId,
        detail: { what: 'passkey' },
      }),
    ])
  },

  async removePasskey({ passkeyId }, context) {
    await removePasskey(context, passkeyId)
  },

  async renewRecoveryCodes(_, context) {
    return { recoveryCodes: await renewRecoveryCodes(context) }
  },

  async confirmByCode({ code }, context) {
    const { person, own, factors } = await readOwnFactors(context)
    const shown = await proveByCode(context, person.user, factors, code, WrongCode)
    return confirmFactor(context, own, shown, WrongCode)
  },

  async startPasskeyConfirmation(_, context) {
    const [{ own, factors }] = await settleInOrder([
      readOwnFactors(context),
      spend(context, 'factor-setup', setupLimits.account, identityOf(context.caller)),
    ])
    const usablePasskeys = factors.passkeys.filter(({ rpId }) => rpId === rpIdOf(context))
    if (usablePasskeys.length === 0) fail(PasskeyNotFound)
    return { options: { ...(await authenticationOptions(context, 'confirm', own.id, usablePasskeys)) } }
  },

  async confirmByPasskey({ credential }, context) {
    const { own, factors } = await readOwnFactors(context)
    const use = { purpose: 'confirm', asker: own.id, credential: asAuthentication(credential) } as const
    const { passkeys, waiting } = factors
    const shown = await verifyPasskeyUse(context, use, async (id) => ({
      known: passkeys.find((one) => one.id === id),
      waiting,
    }))
    return shown ? confirmFactor(context, own, shown, PasskeyRefused) : fail(PasskeyRefused)
  },

  async getPendingSignIn(_, context) {
    return { requiresMfa: true, methods: [...(await pendingMethods(context))] }
  },

  verifyTotp: ({ code, mfaToken }, context) => verifyTotp(context, code, mfaToken),
  startPasskeyStep: (given, context) => startPasskeyStep(context, given?.mfaToken),
  verifyPasskey: ({ credential, mfaToken }, context) =>
    verifyPasskey(context, asAuthentication(credential), mfaToken),
  startFactorRecovery: async (given, context) => startFactorRecovery(context, given?.mfaToken),
  completeFactorRecovery: async (given, context) => completeFactorRecovery(context, given?.mfaToken),

  async cancelFactorRecovery({ id, code }, context) {
    await cancelFactorRecovery(context, id, code)
  },

  startPasskeySignIn: (_, context) => startPasskeySignIn(context),
  signInByPasskey: ({ credential, school }, context) =>
    signInByPasskey(context, asAuthentication(credential), school),
}
