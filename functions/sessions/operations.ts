import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { listPushDevices, removePushDevice } from './push-devices.ts'
import { listSessions, revokeAllOtherSessions, revokeSession } from './sessions.ts'
import { listMemberSignIns, listSignIns } from './sign-in-history.ts'
import { listWaysIn } from './ways-in.ts'

export const operations: Operations<typeof contract> = {
  listSessions,
  revokeSession,
  revokeAllOtherSessions,
  listWaysIn,
  listPushDevices,
  removePushDevice,
  listSignIns,
  listMemberSignIns,
}
