import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { spend } from '../../../lib/identity/limit/limits.ts'
import type { Operation, UploadedFile } from '../../../lib/operation.ts'
import type { Write } from '../../../lib/table/write.ts'
import { changedDesk, deskWrite, type EventRecord, newDesk, plannedView } from '../../events/index.ts'
import { changeWrites } from '../../lifecycle/index.ts'
import { refuseSmallRoom } from '../../rooms/index.ts'
import { eventRulesOf, readZonedSetup, routeEvent, type ZonedSetup } from '../../stakeholders/index.ts'
import { initialInviteWrites, requireHelpers } from '../collaboration/collaborators.ts'
import { NoPicture, PictureForbidden } from '../contract/failures.ts'
import { type EventFields, planningLimits } from '../contract/request-bodies.ts'
import type { contract } from '../contract.ts'
import { retryUntilSaved, savePlanned } from '../edit/change.ts'
import { changePicture } from '../edit/edit.ts'
import { plannerGate } from '../hosts/gates.ts'
import { findHost, hostOrgOf } from '../hosts/host.ts'
import { resolveSeries } from '../series/conflicts.ts'
import { factsOf } from '../submission/facts.ts'
import { planSubmission, roomWritesIfLive } from '../submission/submission.ts'
import { withEventAlias } from '../views.ts'
import { failMissing, newEvent, refuseIncomplete, refuseIncompleteForm } from './event-record.ts'
import { isFlagSet, proposedTimes, readFields, readIds, readTimes } from './fields.ts'
import { requireForms } from './forms.ts'
import { spendPicture, withPicture } from './pictures.ts'
import { placeToFollow, withPlaceOfRoom } from './place.ts'

type CreationContext = Context<'member'>

/** A request to create an event, from any endpoint. */
export type EventCreation = {
  readonly fields: EventFields | Promise<EventFields>
  /** The hosting organization; undefined when the caller hosts the event. */
  readonly hostOrg: string | undefined
  readonly asDraft: boolean
  readonly picture?: UploadedFile | undefined
  /** Organizations to invite as collaborators. */
  readonly helpers?: readonly string[]
  /** More writes for the same transaction. */
  readonly more?: (made: EventRecord) => readonly Write[]
}

const submit = async (fresh: EventRecord, setup: ZonedSetup, context: CreationContext) => {
  const drafted = await resolveSeries(fresh, eventRulesOf(setup), context)
  const [route, rooms] = await Promise.all([
    routeEvent(context, factsOf(drafted), setup),
    roomWritesIfLive(context, undefined, drafted),
    refuseSmallRoom(context.table, drafted.card),
  ])
  const { requested, more, others } = planSubmission(context, drafted, {
    rules: eventRulesOf(setup),
    route,
  })
  const holds = requested.card.status !== 'pending' || !requested.body.autoBook
  return { requested, more, others, rooms: holds ? rooms : [] }
}

/**
 * Creates an event; every endpoint uses this function. Two round trips of reads and one transaction. Fails like
 * `findHost`, the school's rules and the room. After a failure nothing is stored, not even the picture.
 */
export const makeEvent = async (wish: EventCreation, context: CreationContext): Promise<EventRecord> => {
  const { asDraft, picture, helpers = [] } = wish
  const { table, caller, newId, now } = context
  const [fields, host, setup] = await Promise.all([
    Promise.resolve(wish.fields).then((sent) => withPlaceOfRoom(table, sent)),
    findHost(context, wish.hostOrg),
    readZonedSetup(context),
    spend(context, 'events.creation', planningLimits.creation, caller.tenantUserId),
    requireHelpers(table, helpers),
    picture && spendPicture(context),
  ])
  const isDated = fields.start_time !== undefined || fields.date !== undefined
  refuseIncomplete([
    ['name', fields.name],
    ['start_time', asDraft || isDated ? true : undefined],
  ])
  const rules = eventRulesOf(setup)
  const proposed = asDraft && !isDated ? proposedTimes(rules.zone, now()) : undefined
  const times = readTimes(fields, rules.zone, proposed) ?? failMissing(['start_time'])
  const eventId = newId()
  const origin = { eventId, createdBy: caller.tenantUserId, at: now().toISOString() }
  const drafted = newEvent(fields, rules, host, times, origin)
  const initialDesk = changedDesk(newDesk(eventId), fields)
  const initialDeskWrites =
    initialDesk.enabled || fields.checkInSettings ? [deskWrite(undefined, initialDesk)] : []
  return withPicture(picture, context, eventId, (image) =>
    retryUntilSaved(context, async () => {
      const pictured = { ...drafted, card: { ...drafted.card, ...(image === undefined ? {} : { image }) } }
      const [{ requested, more, rooms, others }, forms] = await Promise.all([
        asDraft ? { requested: pictured, more: [], rooms: [], others: 0 } : submit(pictured, setup, context),
        requireForms(context, fields, drafted),
      ])
      const planned = await changeWrites(context, undefined, requested, { rules, rooms, others })
      const { card } = planned.whole
      const invites = [...initialInviteWrites(card, helpers, context), ...(wish.more?.(planned.whole) ?? [])]
      return savePlanned(context, planned, [...more, ...forms, ...initialDeskWrites, ...invites])
    }),
  )
}

type Rows = (typeof contract)['rows']

/** `POST /api/events`: requires `title` and either `date` and `time` or the start. A place may follow later. */
export const createEvent: Operation<Rows['createEvent']> = async (sent, context) => {
  const fields = readFields(sent)
  const asDraft = isFlagSet(sent.asDraft)
  const missing = [
    ...(fields.name === undefined ? ['title'] : []),
    ...(fields.start_time === undefined && fields.date === undefined ? ['date'] : []),
    ...(fields.start_time === undefined && fields.time === undefined && !/T\d/.test(fields.date ?? '')
      ? ['time']
      : []),
  ]
  if (missing.length > 0) failMissing(missing)
  const place = fields.location || fields.classroom_id ? {} : { location: placeToFollow }
  const hostOrg = hostOrgOf(sent, context.caller.tenantUserId)
  const helpers = readIds('collaboratorOrgIds', sent.collaboratorOrgIds, 10)
  const made = await makeEvent({ fields: { ...fields, ...place }, hostOrg, asDraft, helpers }, context)
  return { eventId: made.card.eventId, data: { event: plannedView(made, context.now()) } }
}

/** `POST /create-event`: the clients' form, which requires more fields unless the event is a draft. */
export const createEventByForm: Operation<Rows['createEventByForm']> = async (sent, context) => {
  const fields = readFields(sent)
  const asDraft = isFlagSet(sent.asDraft)
  if (!asDraft) refuseIncompleteForm(fields)
  const hostOrg = hostOrgOf(sent, context.caller.tenantUserId)
  const helpers = readIds('collaboratorOrgIds', sent.collaboratorOrgIds, 10)
  const made = await makeEvent({ fields, hostOrg, asDraft, helpers, picture: sent.files.image }, context)
  const { eventId, hostingType, hostingId, host } = made.card
  const org = hostingType === 'Org' ? { orgId: hostingId, orgName: host.name } : {}
  return { eventId, ...org, ...withEventAlias(made, context.now()) }
}

/** `POST /upload-event-image`. Fails with 400 `No file uploaded`. */
export const uploadEventImage: Operation<Rows['uploadEventImage']> = async (
  { eventId, event_id, files },
  context,
) => {
  const file = files.image ?? files.file
  if (!file || file.bytes.length === 0) return fail(NoPicture)
  const id = eventId ?? event_id ?? failMissing(['eventId'])
  const { card } = await changePicture(id, file, context, plannerGate(context, PictureForbidden))
  return { imageUrl: card.image ?? '' }
}
