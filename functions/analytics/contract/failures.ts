import { invalid, missing } from '../../../lib/contract/failure.ts'
import { permissionRequired } from '../../../lib/contract/permissions.ts'

export const EventNotFound = missing('Event not found')
export const NotPermitted = permissionRequired('manage_events')
export const BadZone = invalid('Unknown time zone')
