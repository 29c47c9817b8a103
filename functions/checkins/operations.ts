import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import {
  changeSettings,
  disableDesk,
  enableDesk,
  readCode,
  readDesk,
  readLink,
  readTicket,
  rotateDesk,
} from './desk/desk.ts'
import { listDoors, makeDoor, revokeDoor } from './door-credentials.ts'
import { listExpected, listPeople } from './lists.ts'
import { takeScans } from './scans/batch.ts'
import { enterByStaff, enterByToken, enterOnPage, leaveByStaff, leaveOneself } from './scans/entry.ts'

export const operations: Operations<typeof contract> = {
  enableCheckIn: enableDesk,
  disableCheckIn: disableDesk,
  rotateCheckIn: rotateDesk,
  getCheckInSettings: readDesk,
  changeCheckInSettings: changeSettings,
  getCheckInLink: readLink,
  getCheckInCode: readCode,
  createDoorCredential: makeDoor,
  listDoorCredentials: listDoors,
  revokeDoorCredential: revokeDoor,
  checkIn: enterByToken,
  checkInOnPage: enterOnPage,
  getCheckInTicket: readTicket,
  checkInPerson: ({ userId, ...asked }, context) => enterByStaff(asked, userId, context),
  checkInGuest: ({ globalUserId, ...asked }, context) => enterByStaff(asked, `g-${globalUserId}`, context),
  takeScans,
  checkOut: leaveOneself,
  checkOutPerson: ({ userId, ...asked }, context) => leaveByStaff(asked, userId, context),
  listCheckedIn: listPeople,
  listExpected,
}
