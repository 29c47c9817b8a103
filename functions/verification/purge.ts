import { unchanged } from '../../lib/table/condition.ts'
import type { Table } from '../../lib/table/table.ts'
import { remove } from '../../lib/table/write.ts'
import { tierWrites } from '../policies/index.ts'
import {
  countWrites,
  type VerificationRequest,
  verificationBody,
  verificationGuard,
  verificationRequest,
} from './repository.ts'
import { isFinal } from './status-changes.ts'

const pageSize = 25

/** Removes a request together with its counts. Repeating it changes nothing. */
const purgeOne = (table: Table, request: VerificationRequest) => {
  const { orgId, id, requestType, status, verificationType } = request
  return table.write([
    remove(verificationRequest, { orgId, id }, unchanged(request)),
    remove(verificationBody, { orgId, id }),
    ...countWrites(status, undefined),
    ...(isFinal(status)
      ? []
      : [remove(verificationGuard, { orgId, requestType }), ...tierWrites([[verificationType, -1]])]),
  ])
}

/** Removes one page of a deleted organization's requests. Returns whether it found any. */
export const purgeRequests = async (table: Table, orgId: string): Promise<boolean> => {
  const { items } = await table.list(verificationRequest, {
    keyParams: { orgId },
    limit: pageSize,
    strong: true,
  })
  for (const request of items) await purgeOne(table, request)
  return items.length > 0
}
