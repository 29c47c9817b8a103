import { audit } from '../../lib/identity/audit/audit.ts'
import { changeRights } from '../../lib/identity/person/roles.ts'
import { adminCount } from '../../lib/identity/platform-records.ts'
import { type Person, password, registered } from './people.ts'
import { type World, world } from './world.ts'

const system = { address: '127.0.0.1', userAgent: '', native: false, requestId: 'test' }

/** Gives a person of the home school other roles there, as its administrators would. */
export const withRoles = async <P extends { readonly user: { readonly globalUserId: string } }>(
  w: World,
  person: P,
  roles: readonly string[],
): Promise<P> => {
  const world = { device: system, now: w.clock.now, newId: w.runtime.newId }
  await changeRights(
    w.table(),
    person.user.globalUserId,
    w.home,
    () => ({ roles: [...roles] }),
    ({ id }) => [audit(world, { action: 'user.roles', actor: 'system', targetType: 'user', targetId: id })],
    w.clock.now(),
  )
  return person
}

let platforms = 0

/** A platform with an administrator of its own (`root`) and one of the home school (`dean`). */
export const admins = async (settings: Readonly<Record<string, string>> = {}) => {
  platforms += 1
  const local = `root.${process.pid}.p${platforms}`
  const email = `${local}@students.example.edu`
  const w = await world({ settings: { PLATFORM_ADMIN_EMAILS: email, RATE_LIMIT_SCALE: '100' } })
  const device = w.device()
  const { body } = await device.register({ email, password, username: 'root' })
  const root: Person = { device, user: body.data.user, email }
  Object.assign(w.runtime.settings, settings, {
    REQUIRE_VERIFIED_EMAIL: settings.REQUIRE_VERIFIED_EMAIL === 'true',
  })
  const dean = await withRoles(w, await registered(w, 'dean', { username: 'dean' }), ['user', 'admin'])
  return { w, root, dean }
}

export const countedAdmins = async (w: World): Promise<number> =>
  (await w.table().get(adminCount, { name: 'COUNT' }, { strong: true }))?.count ?? 0
