import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { listVerificationRequests } from './list.ts'
import { reviewVerificationRequest } from './review.ts'
import { submitVerificationRequest } from './submission.ts'

export const operations: Operations<typeof contract> = {
  submitVerificationRequest,
  listVerificationRequests,
  reviewVerificationRequest,
}
