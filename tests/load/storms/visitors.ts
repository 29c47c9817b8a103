import { sessionSeconds } from '../../../lib/contract/session-lifetime.ts'
import { newAccess, newMember } from '../../../lib/identity/person/membership.ts'
import { globalUser, type Session, session, tenantUser } from '../../../lib/identity/person/records.ts'
import { accessWrite } from '../../../lib/identity/person/roles.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, type Write } from '../../../lib/table/write.ts'

/** Somebody of `school`, as they look at `home`. */
export type Wanted = {
  readonly name: string
  readonly email: string
  readonly school: string
  readonly home: string
}

export type SignedIn = {
  readonly kind: 'u' | 'g'
  /** As rows of events name them. */
  readonly id: string
  readonly globalUserId: string
  readonly token: string
  readonly refreshToken: string
  /** For the table of their own school. */
  readonly writes: readonly Write[]
}

/** Somebody with an account and a session, as rows of the table, so that many of them cost little. */
export const signedIn = async (
  { now, newId, issuer }: Pick<Runtime, 'now' | 'newId' | 'issuer'>,
  table: Table,
  { name, email, school, home }: Wanted,
): Promise<SignedIn> => {
  const at = now()
  const moment = at.toISOString()
  const expires = new Date(at.getTime() + sessionSeconds.web * 1000)
  const id = newId()
  const tenant = { key: school, origin: '', platform: false, timezone: 'UTC' }
  const world = { tenant, school: undefined, table, now, newId }
  const user = { id, email, emailVerified: true, name, createdAt: moment, updatedAt: moment }
  const entry = { username: name, isOperator: false, opened: { authMethod: 'password' as const } }
  const { member, rights } = await newMember(world, { user, rights: newAccess(id) }, entry)
  const bare: Session = {
    id: newId(),
    globalUserId: id,
    generation: 1,
    rotatedAt: moment,
    refreshes: 0,
    deviceInfo: 'Unknown',
    userAgent: '',
    ipAddress: '127.0.0.1',
    clientType: 'web',
    authMethod: 'password',
    tenantKey: school,
    epoch: 0,
    lastUsed: moment,
    createdAt: moment,
    expiresAt: expires.toISOString(),
  }
  const refreshToken = await issuer.refreshToken(bare)
  const device = bare
  const claims = { globalUserId: id, roles: ['user'], sid: device.id, school }
  const isGuest = school !== home
  const own = isGuest ? claims : { ...claims, tenantUserId: member.id }
  return {
    kind: isGuest ? 'g' : 'u',
    id: isGuest ? id : member.id,
    globalUserId: id,
    token: await issuer.accessToken(table, own, at, expires, newId()),
    refreshToken,
    writes: [put(globalUser, user), accessWrite(rights), put(tenantUser, member), put(session, device)],
  }
}
