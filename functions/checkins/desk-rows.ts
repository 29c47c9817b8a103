import * as z from 'zod/mini'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { text as bounded, described, Id } from '../../lib/contract/fields.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { data, done, flat } from '../../lib/contract/reply.ts'
import type { Rows } from '../../lib/contract/row.ts'
import { CheckInNotOffered, WantedSettings } from '../events/contract.ts'
import {
  DeskView,
  DoorNotFound,
  DoorView,
  Ended,
  EventNotFound,
  HostOnly,
  NoLink,
  NoScreen,
  NotEnabled,
  NotPermitted,
} from './shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

const desk = '/events/:eventId/check-in'
const path = { eventId: 'demo-event' }
const access = 'caller'
/** The organization in whose name the caller acts. Its rights are then read in the same round trip. */
const scope = { orgId: maybe(Id) }
const Scope = z.optional(z.object(scope))
const keeping = [EventNotFound, NotPermitted] as const
const hosting = [...keeping, HostOnly] as const

/** Operations of organizers: the desk, its links, its helpers. */
export const deskRows = {
  enableCheckIn: {
    summary: 'Open check-in for an event',
    method: 'POST',
    path: `${desk}/enable`,
    access,
    body: z.optional(z.object({ ...scope, settings: maybe(WantedSettings) })),
    reply: data(DeskView, 'Check-in enabled'),
    fails: [...hosting, CheckInNotOffered, ConcurrentChange],
    costs: { depth: 4, read: 6, write: 2 },
    example: { as: 'ada', path },
  },
  disableCheckIn: {
    summary: 'Close check-in for an event; people who are checked in stay checked in',
    method: 'POST',
    path: `${desk}/disable`,
    access,
    body: Scope,
    reply: data(DeskView, 'Check-in disabled'),
    fails: [...hosting, ConcurrentChange],
    costs: { depth: 4, read: 6, write: 2 },
    example: { as: 'ada', path },
  },
  rotateCheckIn: {
    summary: 'Replace the check-in links; earlier links stop working at once',
    method: 'POST',
    path: `${desk}/rotate`,
    access,
    body: Scope,
    reply: data(DeskView, 'Check-in links rotated'),
    fails: [...hosting, ConcurrentChange],
    costs: { depth: 4, read: 6, write: 2 },
    example: { as: 'ada', path },
  },
  getCheckInSettings: {
    summary: 'Get the check-in settings: whether check-in is open, and how people check in',
    method: 'GET',
    path: `${desk}/settings`,
    access,
    query: z.strictObject(scope),
    reply: data(DeskView),
    fails: keeping,
    costs: { depth: 3, read: 6, write: 0 },
    example: { as: 'ada', path },
  },
  changeCheckInSettings: {
    summary: 'Update the check-in settings; omitted fields keep their values',
    method: 'PUT',
    path: `${desk}/settings`,
    access,
    body: z.object({ ...scope, settings: WantedSettings }),
    reply: data(DeskView, 'Check-in settings updated'),
    fails: [...hosting, CheckInNotOffered, ConcurrentChange],
    costs: { depth: 4, read: 6, write: 2 },
    example: { as: 'ada', path, body: { settings: { requireRegistration: true } } },
  },
  getCheckInLink: {
    summary: 'Get the check-in link',
    method: 'GET',
    path: `${desk}/link`,
    access,
    query: z.strictObject(scope),
    reply: flat(z.object({ checkInUrl: text }), undefined, { secret: true }),
    fails: [...keeping, NotEnabled, NoLink],
    costs: { depth: 3, read: 6, write: 0 },
    example: { as: 'ada', path },
  },
  getCheckInCode: {
    summary: 'Get a QR code of the check-in link: permanent, or rotating for a screen that reloads it',
    method: 'GET',
    path: `${desk}/qr`,
    access,
    query: z.strictObject({
      ...scope,
      format: maybe(z.enum(['svg', 'png'])),
      rotating: maybe(z.enum(['true', 'false'])),
    }),
    reply: flat(z.object({ qrCode: text, checkInUrl: text, expiresAt: maybe(text) }), undefined, {
      secret: true,
    }),
    fails: [...keeping, NotEnabled, NoScreen],
    costs: { depth: 3, read: 6, write: 0 },
    example: { as: 'ada', path, query: { format: 'svg' } },
  },
  createDoorCredential: {
    summary:
      'Create a check-in credential for helpers at one event, valid for hours or while check-in is open',
    method: 'POST',
    path: `${desk}/door-credentials`,
    creates: 'each',
    access,
    body: z.object({
      ...scope,
      name: bounded(80),
      hours: maybe(z.number().check(z.gt(0), z.maximum(24))),
      duringCheckIn: described(
        maybe(z.boolean()),
        'Valid from the time when check-in opens until the event ends, for three days at most. Replaces `hours`.',
      ),
    }),
    reply: data(
      z.object({ credential: z.object({ ...DoorView.shape, secret: text }) }),
      'Store this secret safely. It is shown only once.',
      { status: 201, secret: true },
    ),
    fails: [...hosting, Ended],
    costs: { depth: 4, read: 6, write: 6 },
    example: { as: 'ada', path, body: { name: 'North door', hours: 4 } },
  },
  listDoorCredentials: {
    summary: 'List the check-in credentials of an event, newest first, without their secrets',
    method: 'GET',
    path: `${desk}/door-credentials`,
    access,
    query: z.strictObject({ ...scope, ...PageQuery }),
    reply: data(z.object({ credentials: z.array(DoorView), nextCursor: maybe(text) })),
    fails: hosting,
    costs: { depth: 4, read: 6.5, write: 0 },
    example: { as: 'ada', path },
  },
  revokeDoorCredential: {
    summary: 'Revoke a check-in credential',
    method: 'DELETE',
    path: `${desk}/door-credentials/:doorId`,
    access,
    query: z.strictObject(scope),
    reply: done('Check-in desk credential revoked'),
    fails: [...hosting, DoorNotFound],
    costs: { depth: 4, read: 6, write: 6 },
    example: { as: 'ada', path: { ...path, doorId: 'demo-door' } },
  },
} as const satisfies Rows
