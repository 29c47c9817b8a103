import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { requestsPage } from './list.ts'
import { reviewRequest } from './review.ts'
import { submitRequest } from './submission.ts'

export const operations: Operations<typeof contract> = {
  submitVerificationRequest: submitRequest,

  listVerificationRequests: requestsPage,

  async reviewVerificationRequest(input, context) {
    const { request, decided } = await reviewRequest(input, context)
    return answer(request, {
      message: decided ? `Request ${request.status} successfully` : 'Approval recorded',
    })
  },
}
