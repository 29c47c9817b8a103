import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { Input } from '../../../lib/operation.ts'
import type { WholeEvent } from '../../events/index.ts'
import { NoPicture, PictureForbidden } from '../contract/failures.ts'
import type { contract } from '../contract.ts'
import { changePicture } from '../edit/edit.ts'
import { hostOrgOf } from '../hosts/host.ts'
import { plannersOnly } from '../hosts/rights.ts'
import { failMissing, refuseIncomplete } from './completeness.ts'
import { makeEvent } from './creation.ts'
import { readFields, readIds } from './fields.ts'

type Rows = (typeof contract)['rows']
type World = Context<'member'>

const isSet = (sent: boolean | 'true' | 'false' | undefined): boolean => sent === true || sent === 'true'

/**
 * `POST /api/events`: `title`, `date` and `time` are required, or the start itself; a place may be
 * announced later.
 */
export const createBriefly = (sent: Input<Rows['createEvent']>, context: World): Promise<WholeEvent> => {
  const fields = readFields(sent)
  const asDraft = isSet(sent.asDraft)
  const missing = [
    ...(fields.name === undefined ? ['title'] : []),
    ...(fields.start_time === undefined && fields.date === undefined ? ['date'] : []),
    ...(fields.start_time === undefined && fields.time === undefined && !/T\d/.test(fields.date ?? '')
      ? ['time']
      : []),
  ]
  if (missing.length > 0) failMissing(missing)
  const place = fields.location || fields.classroom_id ? {} : { location: 'TBD' }
  const hostOrg = hostOrgOf(sent, context.caller.tenantUserId)
  const helpers = readIds('collaboratorOrgIds', sent.collaboratorOrgIds, 10)
  return makeEvent({ fields: { ...fields, ...place }, hostOrg, asDraft, helpers }, context)
}

/** `POST /create-event`: the form of the clients, which asks for more unless it is a draft. */
export const createByForm = (sent: Input<Rows['createEventByForm']>, context: World): Promise<WholeEvent> => {
  const fields = readFields(sent)
  const asDraft = isSet(sent.asDraft)
  if (!asDraft)
    refuseIncomplete([
      ['name', fields.name],
      ['type', fields.type],
      ['start_time', fields.start_time ?? fields.date],
      ['end_time', fields.end_time ?? fields.duration],
      ['visibility', fields.visibility],
      ['expectedAttendance', fields.expectedAttendance],
      ['location', fields.location || fields.classroom_id],
    ])
  const hostOrg = hostOrgOf(sent, context.caller.tenantUserId)
  const helpers = readIds('collaboratorOrgIds', sent.collaboratorOrgIds, 10)
  return makeEvent({ fields, hostOrg, asDraft, helpers, picture: sent.files.image }, context)
}

/** `POST /upload-event-image`. Fails with 400 `No file uploaded`. */
export const uploadPicture = (
  { eventId, event_id, files }: Input<Rows['uploadEventImage']>,
  context: Context<'caller'>,
): Promise<WholeEvent> => {
  const file = files.image ?? files.file
  if (!file || file.bytes.length === 0) return fail(NoPicture)
  const id = eventId ?? event_id ?? failMissing(['eventId'])
  return changePicture(id, file, context, plannersOnly(context, PictureForbidden))
}
