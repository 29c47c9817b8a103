import type { Operations } from '../../lib/operation.ts'
import { getAccountSecurity, secureAccount } from './account-security.ts'
import {
  confirmFactorRecovery,
  getFactorRecovery,
  openFactorRecovery,
  withdrawFactorRecovery,
} from './assistance.ts'
import type { contract } from './contract.ts'
import {
  disableTotp,
  enableTotp,
  registerPasskey,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  setUpTotp,
  startPasskey,
} from './enrolment.ts'
import { confirmByCode, confirmByPasskey, startPasskeyConfirmation } from './factor-confirmation.ts'
import { cancelFactorRecovery, completeFactorRecovery, startFactorRecovery } from './factor-recovery.ts'
import { getMfaStatus } from './factor-status.ts'
import {
  getPendingSignIn,
  signInByPasskey,
  startPasskeySignIn,
  startPasskeyStep,
  verifyPasskey,
  verifyTotp,
} from './second-step.ts'

export const operations: Operations<typeof contract> = {
  getMfaStatus,
  getFactorRecovery,
  openFactorRecovery,
  confirmFactorRecovery,
  withdrawFactorRecovery,
  getAccountSecurity,
  secureAccount,
  setUpTotp,
  enableTotp,
  disableTotp,
  startPasskey,
  registerPasskey,
  renamePasskey,
  removePasskey,
  renewRecoveryCodes,
  confirmByCode,
  startPasskeyConfirmation,
  confirmByPasskey,
  getPendingSignIn,
  verifyTotp,
  startPasskeyStep,
  verifyPasskey,
  startFactorRecovery,
  completeFactorRecovery,
  cancelFactorRecovery,
  startPasskeySignIn,
  signInByPasskey,
}
