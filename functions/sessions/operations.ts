import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import { findCredential } from '../../lib/identity/credential/credential.ts'
import { identityOf, showsSchool, visibleTo } from '../../lib/identity/person/caller.ts'
import { requireSelf } from '../../lib/identity/person/person.ts'
import { putAccess, schoolEnded } from '../../lib/identity/person/rights.ts'
import { trustedAmong } from '../../lib/identity/school/trust.ts'
import { registrationsOf, unregister } from '../../lib/identity/session/push-devices.ts'
import { everythingEnded, passwordKept } from '../../lib/identity/session/recovery.ts'
import type { Operations } from '../../lib/operation.ts'
import { type contract, PushDeviceNotFound, SessionNotFound } from './contract.ts'
import { listOwnSessions, removeSession, removeSessions } from './repository.ts'

const attempts = 5

/** Everything but this session; the password stays. Tried again with what is true by then after a lost race. */
const endOthers = async (context: Context<'caller'>): Promise<void> => {
  const { table, caller, now } = context
  const globalUserId = identityOf(caller)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [{ person, own }, stored] = await Promise.all([
      requireSelf(context, globalUserId),
      findCredential(table, globalUserId),
    ])
    const isOwn = ({ id }: { readonly id: string }) => id === own.id
    const written = await table.write(
      everythingEnded(person, now(), passwordKept(person.rights, stored), isOwn),
    )
    if (written.ok) return
  }
  fail(ConcurrentChange)
}

/** The other sessions that the same school's provider opened, and calendar links of that school; nothing else. */
const endVisible = async (context: Context<'caller'>, school: string): Promise<void> => {
  const { table, caller, tenant, now } = context
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { person } = await requireSelf(context, identityOf(caller))
    const written = await table.write([putAccess(schoolEnded(person.rights, school, now()))])
    const others = person.sessions.filter(({ id }) => id !== caller.sid)
    if (written.ok) return removeSessions(table, others.filter(visibleTo(caller, tenant.key)))
  }
  fail(ConcurrentChange)
}

export const operations: Operations<typeof contract> = {
  async listSessions(_, { caller, table, tenant }) {
    const all = await listOwnSessions(table, identityOf(caller))
    const sessions = await trustedAmong(table, all.filter(visibleTo(caller, tenant.key)))
    const epoch = sessions.find(({ id }) => id === caller.sid)?.epoch
    const newest = sessions
      .filter((one) => one.epoch === epoch)
      .sort((a, b) => (a.lastUsed < b.lastUsed ? 1 : -1))
    return { sessions: newest.map((session) => ({ ...session, isCurrent: session.id === caller.sid })) }
  },

  async revokeSession({ sessionId }, { caller, table }) {
    const { proof } = caller
    if (!(await removeSession(table, identityOf(caller), sessionId, proof))) fail(SessionNotFound)
    return answer(undefined, { clearCookies: sessionId === caller.sid })
  },

  async revokeAllOtherSessions(_, context) {
    const { proof } = context.caller
    await (proof === undefined ? endOthers(context) : endVisible(context, proof.school))
  },

  async listPushDevices(_, context) {
    const { caller, table, tenant } = context
    const { person } = await requireSelf(context, identityOf(caller))
    const all = await registrationsOf(table, person.rights)
    const places = all.filter(({ school }) => showsSchool(caller, tenant.key, school))
    const sessions = await trustedAmong(table, person.sessions)
    const devices = sessions.map((one) => ({
      ...one,
      schools: places.flatMap(({ school, user: { pushSession, pushAppEdition = 'campus' } }) =>
        pushSession === one.id ? [{ school, appEdition: pushAppEdition as 'campus' | 'pivot' }] : [],
      ),
      isCurrent: one.id === caller.sid,
    }))
    return {
      devices: devices.filter(({ schools, epoch }) => schools.length > 0 && epoch === person.rights.epoch),
    }
  },

  async removePushDevice({ deviceId }, context) {
    const { caller, table, tenant } = context
    const { person } = await requireSelf(context, identityOf(caller))
    const places = await registrationsOf(table, person.rights)
    const own = places.filter(
      ({ school, user }) => user.pushSession === deviceId && showsSchool(caller, tenant.key, school),
    )
    const gone = await Promise.all(own.map((place) => unregister(table, place)))
    if (!gone.includes(true)) fail(PushDeviceNotFound)
  },
}
