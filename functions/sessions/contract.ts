import * as z from 'zod/mini'
import { missing } from '../../lib/contract/failure.ts'
import { Nothing } from '../../lib/contract/fields.ts'
import { data, done } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'

/** Session, as listed to the user (specification, Resources). */
export const Session = z.object({
  id: z.string(),
  deviceInfo: z.string(),
  clientType: z.enum(['web', 'mobile', 'ios', 'android']),
  ipAddress: z.string(),
  lastUsed: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  isCurrent: z.boolean(),
})

export const SessionNotFound = missing('Session not found or you do not have permission to revoke it')

export const contract = declare('sessions', 'The devices a person is signed in on', {
  listSessions: {
    summary: 'Lists the devices of the caller, last used first',
    method: 'GET',
    path: '/sessions',
    access: 'caller',
    host: 'both',
    duringMaintenance: true,
    reply: data(z.object({ sessions: z.array(Session) })),
    example: { as: 'ada' },
  },
  revokeSession: {
    summary: 'Signs one device out',
    method: 'DELETE',
    path: '/sessions/:sessionId',
    access: 'caller',
    inPerson: true,
    host: 'both',
    duringMaintenance: true,
    reply: done('Session revoked successfully'),
    fails: [SessionNotFound],
    example: { as: 'ada', path: { sessionId: '01DEMO00000000000000000000' } },
  },
  revokeAllOtherSessions: {
    summary: 'Signs every device out but this one',
    method: 'POST',
    path: '/sessions/revoke-all-others',
    access: 'caller',
    inPerson: true,
    host: 'both',
    duringMaintenance: true,
    body: Nothing,
    reply: done('All other sessions revoked successfully'),
    example: { as: 'ada' },
  },
})
