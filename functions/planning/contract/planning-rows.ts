import * as z from 'zod/mini'
import { described, Id, prose } from '../../../lib/contract/fields.ts'
import { createRepeatSeconds } from '../../../lib/contract/idempotency.ts'
import { PublicUser } from '../../../lib/contract/people.ts'
import { pictureLimits } from '../../../lib/contract/picture.ts'
import { data, done, flat } from '../../../lib/contract/reply.ts'
import { form, type Rows } from '../../../lib/contract/row.ts'
import { PlannedEvent, StepKind } from '../../events/contract.ts'
import {
  EventChanged,
  EventNotFound,
  MissingFields,
  NoPicture,
  PastNotCancelled,
  PictureForbidden,
  TypeRequired,
  UnsupportedPicture,
  UpdateForbidden,
  WrongMove,
} from './failures.ts'
import {
  changeFails,
  creationFails,
  deletionFails,
  EventTwice,
  publishFails,
  submissionFails,
} from './replies.ts'
import { EventChange, NewEvent, planningLimits, Scope, UnfinishedEvent } from './request-bodies.ts'

const sample = { event_id: 'demo-event' }
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const Moved = flat(z.object({ ...EventTwice.shape, status: z.string() }))

const Previewed = z.array(
  z.object({
    _id: z.string(),
    role: z.string(),
    stakeholderName: z.string(),
    stakeholderType: StepKind,
    description: z.string(),
    domainId: z.nullable(z.object({ _id: z.string(), name: z.string() })),
    /** The first ten holders of the role; empty when an organization decides. */
    members: z.array(z.object({ userId: PublicUser, isActive: z.boolean() })),
    memberCount: z.number(),
    stage: z.number(),
    requiredApprovals: z.number(),
    /** always, conditions, role, domain, concern or requiresApproval. */
    reason: z.string(),
  }),
)

/** A date of a series. `code`, `message` and the bookings in the way are present if it cannot take place. */
const SeriesDate = z.object({
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  code: maybe(z.string()),
  message: maybe(z.string()),
  reason: maybe(z.string()),
  conflicts: maybe(
    z.array(z.object({ roomId: z.string(), start: z.string(), end: z.string(), eventId: z.string() })),
  ),
})

/** A draft sent by the form may have no start. */
const newEventNeeds = [
  ['name', 'title'],
  ['start_time', 'startTime', 'date'],
]

/** Operations whose paths contain only the event id. */
export const planningRows = {
  createEvent: {
    summary: 'Create an event and submit it, or save it as a draft',
    publishes: true,
    method: 'POST',
    path: '/api/events',
    creates: createRepeatSeconds,
    access: 'member',
    body: NewEvent,
    needs: newEventNeeds,
    reply: flat(
      z.object({ eventId: z.string(), data: z.object({ event: PlannedEvent }) }),
      'Event created successfully.',
      { status: 201 },
    ),
    fails: creationFails,
    limits: { creation: planningLimits.creation },
    costs: { depth: 5, read: 8, write: 14 },
    example: {
      as: 'ada',
      body: {
        title: 'Spring Open',
        description: 'Seven rounds, everybody welcome',
        date: '2026-05-09',
        time: '18:00',
        organizationId: 'demo-org-chess',
        requiresApproval: false,
      },
    },
  },
  createEventByForm: {
    summary: "Create an event from a client's form, with an optional picture",
    publishes: true,
    method: 'POST',
    path: '/create-event',
    creates: createRepeatSeconds,
    access: 'member',
    body: form(NewEvent, 'image', pictureLimits.formBytes),
    takesPictures: true,
    needs: newEventNeeds.slice(0, 1),
    reply: flat(
      z.object({
        eventId: z.string(),
        orgId: maybe(z.string()),
        orgName: maybe(z.string()),
        ...EventTwice.shape,
      }),
      'Event created successfully.',
      { status: 201 },
    ),
    fails: creationFails,
    limits: planningLimits,
    costs: { depth: 5, read: 4.5, write: 19 },
    example: {
      as: 'ada',
      body: {
        name: 'Spring Open',
        type: 'Competition',
        start_time: '2026-05-09T18:00:00.000Z',
        end_time: '2026-05-09T21:00:00.000Z',
        location: 'Main hall',
        visibility: 'public',
        expectedAttendance: '40',
        hostingType: 'User',
      },
    },
  },
  publishEvent: {
    summary: 'Submit a draft, or resubmit a rejected event',
    publishes: true,
    method: 'POST',
    path: '/publish-event/:eventId',
    access: 'caller',
    reply: Moved,
    fails: publishFails,
    costs: { depth: 4, read: 10, write: 11 },
    example: { as: 'ada', path: { eventId: 'demo-event' } },
  },
  updateEvent: {
    summary: 'Update an event; changes to what people see may require a new approval',
    publishes: true,
    method: 'PUT',
    path: '/update-event/:event_id',
    access: 'caller',
    body: EventChange,
    reply: flat(EventTwice, 'Event updated successfully'),
    fails: changeFails,
    costs: { depth: 4, read: 8, write: 6 },
    example: { as: 'ada', path: sample, body: { location: 'Small hall', tags: ['chess'] } },
  },
  withdrawEvent: {
    summary: 'Withdraw an event from approval, which makes it a draft again',
    method: 'POST',
    path: '/withdraw-event/:event_id',
    access: 'caller',
    reply: flat(Moved.schema, 'Event withdrawn.'),
    fails: [EventNotFound, UpdateForbidden, WrongMove, EventChanged],
    costs: { depth: 4, read: 9, write: 11 },
    example: { as: 'ada', path: sample },
  },
  cancelEvent: {
    summary: 'Cancel an event and notify its attendees, with the reason if one is given',
    publishes: ['reason'],
    method: 'POST',
    path: '/cancel-event/:event_id',
    access: 'caller',
    body: z.optional(z.object({ scope: maybe(Scope), reason: maybe(prose(1000)) })),
    reply: flat(Moved.schema, 'Event cancelled.'),
    fails: [EventNotFound, UpdateForbidden, WrongMove, PastNotCancelled, EventChanged],
    costs: { depth: 4, read: 7, write: 12 },
    example: { as: 'ada', path: sample },
  },
  deleteEvent: {
    summary: 'Delete an event; its remaining data is erased after 30 days',
    method: 'DELETE',
    path: '/delete-event/:event_id',
    access: 'caller',
    consequence: 'none',
    query: z.object({ scope: maybe(Scope) }),
    reply: done('Event deleted successfully.'),
    fails: deletionFails,
    costs: { depth: 4, read: 7, write: 12 },
    example: { as: 'ada', path: sample },
  },
  uploadEventImage: {
    summary: 'Replace the picture of an event',
    publishes: true,
    method: 'POST',
    path: '/upload-event-image',
    access: 'caller',
    query: z.object({ eventId: maybe(Id) }),
    body: form(
      z.object({ eventId: maybe(Id), event_id: maybe(Id) }),
      ['image', 'file'],
      pictureLimits.formBytes,
    ),
    takesPictures: true,
    reply: flat(z.object({ imageUrl: z.string() }), 'Image uploaded successfully'),
    fails: [NoPicture, UnsupportedPicture, EventNotFound, PictureForbidden, EventChanged],
    limits: { picture: planningLimits.picture },
    costs: { depth: 5, read: 6, write: 5 },
    example: { as: 'ada', query: { eventId: 'demo-event' } },
  },
  previewApprovals: {
    summary:
      'Preview who would have to approve or acknowledge an event, or be notified of it, and the dates of a series',
    method: 'POST',
    path: '/preview-approvals',
    access: 'member',
    body: UnfinishedEvent,
    reply: data(
      z.object({
        approvals: Previewed,
        acknowledgements: Previewed,
        notifications: Previewed,
        total: z.number(),
        series: described(
          maybe(
            z.object({
              dates: described(
                z.array(SeriesDate),
                'Dates of the series; those that cannot take place have `code` and `message`',
              ),
            }),
          ),
          'Dates of an event that repeats and has a start',
        ),
      }),
    ),
    fails: [TypeRequired, MissingFields, ...submissionFails],
    costs: { depth: 4, read: 4.5, write: 0 },
    example: { as: 'ada', body: { type: 'Performance', requiresApproval: true } },
  },
} as const satisfies Rows
