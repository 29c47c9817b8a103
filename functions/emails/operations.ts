import type { Operations } from '../../lib/operation.ts'
import {
  checkEmail,
  confirmEmail,
  giveOwnProof,
  requestAffiliatedEmailCode,
  requestEmailCode,
  requestOwnProof,
  unlinkAffiliatedEmail,
  verifyAffiliatedEmail,
} from './address.ts'
import type { contract } from './contract.ts'

export const operations: Operations<typeof contract> = {
  checkEmail,
  requestEmailCode,
  confirmEmail,
  requestOwnProof,
  giveOwnProof,
  requestAffiliatedEmailCode,
  verifyAffiliatedEmail,
  unlinkAffiliatedEmail,
}
