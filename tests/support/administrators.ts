import { audit } from '../../lib/identity/audit/audit.ts'
import { access } from '../../lib/identity/person/records.ts'
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

/** An administrator of the home school. */
export const schoolAdmin = async (w: World): Promise<Person> =>
  withRoles(w, await registered(w, 'dean', { username: 'dean' }), ['user', 'admin'])

/** An administrator of the platform without an account of the home school. */
export const distantOperator = async (w: World, username: string): Promise<Person> => {
  const person = await registered(w, username, { username }, w.sister)
  const { globalUserId } = person.user
  await w.table().update(access, { globalUserId }, { set: { platformRoles: ['platform_admin'] } })
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
  return { w, root, dean: await schoolAdmin(w) }
}

export const countedAdmins = async (w: World): Promise<number> =>
  (await w.table().get(adminCount, { name: 'COUNT' }, { strong: true }))?.count ?? 0

/** A world with two people, and limits far enough for a whole file of tests. */
export const adaAndBen = async (): Promise<{
  readonly w: World
  readonly ada: Person
  readonly ben: Person
}> => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  const ada = await registered(w, 'ada', { username: 'ada' })
  return { w, ada, ben: await registered(w, 'ben', { username: 'ben' }) }
}
