import * as z from 'zod/mini'
import { notFound } from '../../lib/contract/failure.ts'
import { ConcurrentChange, SessionRevoked, StrongProofRequired } from '../../lib/contract/failures.ts'
import { data, done } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { clientTypes } from '../../lib/contract/session-lifetime.ts'
import { WayIds, WayIn, WaysAfter } from './ways-shapes.ts'

export { WayIds, WayIn, WaysAfter }

/** Session, as listed to its owner (rules/auth 32). */
export const Session = z.object({
  id: z.string(),
  deviceInfo: z.string(),
  clientType: z.enum(clientTypes),
  ipAddress: z.string(),
  lastUsed: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  isCurrent: z.boolean(),
})

/** Device that is registered for push messages, with its schools. Its id is the id of its session. */
export const PushDevice = z.object({
  id: z.string(),
  deviceInfo: z.string(),
  clientType: z.enum(clientTypes),
  lastUsed: z.string(),
  schools: z.array(z.object({ school: z.string(), appEdition: z.enum(['campus', 'pivot']) })),
  isCurrent: z.boolean(),
})

/** A sign-in at a school, or the failures of one hour with the same code. */
export const MemberSignIn = z.object({
  /** Moment of a success, or the hour in which failures began. */
  at: z.string(),
  /** Moment of the last one. */
  lastAt: z.string(),
  method: z.enum(['password', 'google', 'apple', 'saml', 'email', 'passkey', 'impersonation']),
  /** Second factor that was shown; null where none was. */
  factor: z.nullable(z.enum(['passkey', 'totp', 'recovery_code'])),
  outcome: z.enum(['success', 'failure']),
  /** Code of the failure; null after a success. */
  reason: z.nullable(z.string()),
  /** Failures of the hour with this code, 1000 at most; 1 for a success. */
  count: z.number(),
  deviceInfo: z.string(),
  clientType: z.enum(clientTypes),
  /** Network of the request, not its address: /24, or /64 for IPv6. */
  network: z.string(),
})

/** A sign-in as the person sees it, with the school. */
export const OwnSignIn = z.object({ school: z.string(), ...MemberSignIn.shape })

const nextCursor = z.nullable(z.string())
const OwnSignIns = z.object({
  /** Sign-ins, newest first. */
  signIns: z.array(OwnSignIn),
  nextCursor,
})
const MemberSignIns = z.object({
  /** Sign-ins, newest first. */
  signIns: z.array(MemberSignIn),
  nextCursor,
})

/** Rows per page: 1 to 100, 50 by default. */
const SignInQuery = z.strictObject({
  limit: z.optional(z.string().check(z.regex(/^\d{1,9}$/, 'Expected a number'))),
  cursor: z.optional(z.string().check(z.maxLength(2048))),
})

export const MemberNotFound = notFound('This school has no such member', 'MEMBER_NOT_FOUND')
export const PushDeviceNotFound = notFound(
  'No device with this id receives push notifications',
  'PUSH_DEVICE_NOT_FOUND',
  'header',
)
export const SessionNotFound = notFound(
  'Session not found or you do not have permission to revoke it',
  'SESSION_NOT_FOUND',
  'header',
)

export const contract = declare('sessions', "The caller's sessions, devices and sign-in history", {
  listSessions: {
    summary: "List the caller's sessions by device, last used first",
    method: 'GET',
    path: '/sessions',
    access: 'caller',
    host: 'both',
    duringMaintenance: true,
    reply: data(z.object({ sessions: z.array(Session) })),
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'ada' },
  },
  revokeSession: {
    summary: 'End the session of one device',
    method: 'DELETE',
    path: '/sessions/:sessionId',
    access: 'caller',
    inPerson: true,
    host: 'both',
    duringMaintenance: true,
    reply: done('Session revoked successfully'),
    fails: [SessionNotFound],
    costs: { depth: 2, read: 2, write: 1 },
    example: { as: 'ada', path: { sessionId: '01DEMO00000000000000000000' } },
  },
  revokeAllOtherSessions: {
    summary:
      'End all other sessions, calendar links and mailed codes, and remove recently added sign-in methods',
    method: 'POST',
    path: '/sessions/revoke-all-others',
    access: 'caller',
    inPerson: true,
    host: 'both',
    duringMaintenance: true,
    body: z.optional(z.strictObject({ keep: z.optional(WayIds) })),
    reply: data(WaysAfter, 'All other sessions revoked successfully'),
    fails: [SessionRevoked, StrongProofRequired, ConcurrentChange],
    costs: { depth: 4, read: 8, write: 6 },
    example: { as: 'ada' },
  },
  listWaysIn: {
    summary: "List every sign-in method of the caller's account, with date and device",
    method: 'GET',
    path: '/ways-in',
    access: 'caller',
    proof: 'own',
    inPerson: true,
    host: 'both',
    duringMaintenance: true,
    reply: data(z.object({ ways: z.array(WayIn) })),
    fails: [SessionRevoked],
    costs: { depth: 3, read: 7, write: 0 },
    example: { as: 'ada' },
  },
  listPushDevices: {
    summary: "List the caller's devices that receive push messages, at all schools",
    method: 'GET',
    path: '/push-devices',
    access: 'caller',
    host: 'both',
    duringMaintenance: true,
    reply: data(z.object({ devices: z.array(PushDevice) })),
    fails: [SessionRevoked],
    costs: { depth: 3, read: 4, write: 0 },
    example: { as: 'ada' },
  },
  removePushDevice: {
    summary: 'Stop push messages to a device at all its schools; the device stays signed in',
    method: 'DELETE',
    path: '/push-devices/:deviceId',
    access: 'caller',
    consequence: 'none',
    inPerson: true,
    host: 'both',
    duringMaintenance: true,
    reply: done('Push notifications to this device ended'),
    fails: [SessionRevoked, PushDeviceNotFound],
    costs: { depth: 4, read: 4, write: 2 },
    example: { as: 'ada', path: { deviceId: '01DEMO00000000000000000000' } },
  },
  listSignIns: {
    summary: "List the caller's sign-ins and failed attempts of the last 90 days, newest first",
    method: 'GET',
    path: '/sign-ins',
    access: 'caller',
    inPerson: true,
    host: 'both',
    duringMaintenance: true,
    query: SignInQuery,
    reply: data(OwnSignIns),
    fails: [SessionRevoked],
    costs: { depth: 3, read: 3.5, write: 0 },
    example: { as: 'ada', query: { limit: '20' } },
  },
  listMemberSignIns: {
    summary: "List a member's sign-ins and failed attempts at this school in the last 90 days, newest first",
    method: 'GET',
    path: '/admin/members/:userId/sign-ins',
    access: 'admin',
    query: SignInQuery,
    reply: data(MemberSignIns),
    fails: [MemberNotFound],
    costs: { depth: 3, read: 3.5, write: 0 },
    example: { as: 'root', path: { userId: 'demo-user-ada' }, query: { limit: '20' } },
  },
})
