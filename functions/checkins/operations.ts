import type { Operations } from '../../lib/operation.ts'
import { checkInByResponse, checkOutByResponse } from './by-response.ts'
import { checkIn, checkInGuest, checkInOnPage, checkInPerson, checkOut, checkOutPerson } from './check-in.ts'
import type { contract } from './contract.ts'
import {
  changeCheckInSettings,
  disableCheckIn,
  enableCheckIn,
  getCheckInCode,
  getCheckInLink,
  getCheckInSettings,
  getCheckInTicket,
  rotateCheckIn,
} from './desk.ts'
import { createDoorCredential, listDoorCredentials, revokeDoorCredential } from './door-credentials.ts'
import { checkInAsPicked, listSelfRegistrations } from './link-check-in.ts'
import { listCheckedIn, listExpected } from './lists.ts'
import { takeScans } from './scan-batch.ts'

export const operations: Operations<typeof contract> = {
  enableCheckIn,
  disableCheckIn,
  rotateCheckIn,
  getCheckInSettings,
  changeCheckInSettings,
  getCheckInLink,
  getCheckInCode,
  createDoorCredential,
  listDoorCredentials,
  revokeDoorCredential,
  checkIn,
  checkInOnPage,
  getCheckInTicket,
  checkInPerson,
  checkInGuest,
  checkInByResponse,
  takeScans,
  listSelfRegistrations,
  checkInAsPicked,
  checkOut,
  checkOutPerson,
  checkOutByResponse,
  listCheckedIn,
  listExpected,
}
