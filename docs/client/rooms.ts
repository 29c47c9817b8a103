// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import { operation } from './send.ts'

export type CheckResourceInput = {
  readonly resourceId: string
  readonly start_time: string
  readonly end_time: string
  readonly excludeEventId?: string | undefined
}
export type CheckResourceData = { readonly isAvailable: true }
export type CheckResourceFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'reservation_conflict'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListRoomsInput = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly capacity?: string | undefined
  readonly features?: string | undefined
  readonly search?: string | undefined
  readonly query?: string | undefined
}
export type ListRoomsData = {
  readonly rooms: readonly ({
    readonly _id: string
    readonly name: string
    readonly capacity: number | null
    readonly features: readonly string[]
    readonly description: string
    readonly createdAt: string
    readonly updatedAt: string
  })[]
  readonly total: number
  readonly totalIsLowerBound: boolean
  readonly nextCursor?: string | undefined
}
export type ListRoomsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetRoomInput = { readonly roomId: string }
export type GetRoomData = {
  readonly _id: string
  readonly name: string
  readonly capacity: number | null
  readonly features: readonly string[]
  readonly description: string
  readonly createdAt: string
  readonly updatedAt: string
}
export type GetRoomFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ROOM_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateRoomInput = {
  readonly name: string
  readonly capacity?: number | null | undefined
  readonly features?: readonly string[] | undefined
  readonly description?: string | undefined
}
export type CreateRoomData = {
  readonly _id: string
  readonly name: string
  readonly capacity: number | null
  readonly features: readonly string[]
  readonly description: string
  readonly createdAt: string
  readonly updatedAt: string
}
export type CreateRoomFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'ROOM_EXISTS'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateRoomInput = { readonly roomId: string } & {
  readonly name?: string | undefined
  readonly capacity?: number | null | undefined
  readonly features?: readonly string[] | undefined
  readonly description?: string | undefined
}
export type UpdateRoomData = {
  readonly _id: string
  readonly name: string
  readonly capacity: number | null
  readonly features: readonly string[]
  readonly description: string
  readonly createdAt: string
  readonly updatedAt: string
}
export type UpdateRoomFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'ROOM_NAME_FIXED'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ROOM_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteRoomInput = { readonly roomId: string }
export type DeleteRoomData = undefined
export type DeleteRoomFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ROOM_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Rooms and when they are taken. */
export const rooms = (send: Send) => ({
  /** Says whether a room is free; 409 names who has it. `POST /resource-preflight` */
  checkResource: operation<CheckResourceInput, CheckResourceData, CheckResourceFailure>(
    send,
    { method: 'POST', path: '/resource-preflight', body: true, reads: 'data' },
  ),
  /** Rooms of the school by name; with from and to those that are free then. features is a list with commas, search a part of the name. `GET /rooms` */
  listRooms: operation<ListRoomsInput, ListRoomsData, ListRoomsFailure>(
    send,
    { method: 'GET', path: '/rooms', query: ['page','limit','cursor','from','to','capacity','features','search','query'], reads: 'flat' },
  ),
  /** One room, by its id or its name. `GET /rooms/:roomId` */
  getRoom: operation<GetRoomInput, GetRoomData, GetRoomFailure>(
    send,
    { method: 'GET', path: '/rooms/:roomId', reads: 'data' },
  ),
  /** Registers a room; what was booked under its name is booked in it. `POST /rooms` */
  createRoom: operation<CreateRoomInput, CreateRoomData, CreateRoomFailure>(
    send,
    { method: 'POST', path: '/rooms', body: true, reads: 'data', keyed: true },
  ),
  /** Changes a room; its name may only be written otherwise. `PUT /rooms/:roomId` */
  updateRoom: operation<UpdateRoomInput, UpdateRoomData, UpdateRoomFailure>(
    send,
    { method: 'PUT', path: '/rooms/:roomId', body: true, reads: 'data' },
  ),
  /** Removes a room from the list; what is booked in it stays booked under its name. `DELETE /rooms/:roomId` */
  deleteRoom: operation<DeleteRoomInput, DeleteRoomData, DeleteRoomFailure>(
    send,
    { method: 'DELETE', path: '/rooms/:roomId', reads: 'done' },
  ),
})
