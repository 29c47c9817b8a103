import { audit } from '../../../lib/identity/audit/audit.ts'
import { hashPassword } from '../../../lib/identity/credential/password.ts'
import { newAccess } from '../../../lib/identity/person/membership.ts'
import { credential, emailPointer, globalUser, session } from '../../../lib/identity/person/records.ts'
import { changeRights } from '../../../lib/identity/person/roles.ts'
import { schoolAt } from '../../../lib/identity/school/schools.ts'
import { registerSchool } from '../../../lib/identity/school/tenants.ts'
import { tokensFor } from '../../../lib/identity/session/sessions.ts'
import { trySignIn } from '../../../lib/identity/session/sign-in.ts'
import { put } from '../../../lib/table/write.ts'
import { problem } from '../problem.ts'
import { dice } from './dice.ts'
import { scripts } from './names.ts'
import type { CampusApi, Person } from './requests.ts'

/** The same for everybody: the campus is fictional, on a machine that answers on loopback. */
export const campusPassword = 'campus password'

/** A person's name. The number keeps names and addresses unique. */
export const inventName = (seed: string, number: number): { name: string; latin: string } => {
  const die = dice(`${seed} person ${number}`)
  // Half of all people use the first script.
  const script = die.chance(0.5) ? scripts[0] : die.pick(scripts)
  const { given = [], family = [], familyFirst } = script ?? {}
  const [first, last] = [die.pick(given), die.pick(family)]
  const name = familyFirst ? `${last[0]} ${first[0]}` : `${first[0]} ${last[0]}`
  return { name, latin: `${first[1]}.${last[1]}` }
}

export const makeSchool = async (doors: CampusApi, at: number, key: string, name: string): Promise<void> => {
  const moment = new Date(at).toISOString()
  const made = await registerSchool(doors.tableAt(at, key), {
    tenantKey: key,
    name,
    location: 'Springfield',
    subdomain: key,
    status: 'active',
    statusMessage: '',
    tenantType: 'campus',
    timezone: 'America/New_York',
    emailDomains: [`${key}.example.edu`],
    createdAt: moment,
    updatedAt: moment,
    version: 1,
  })
  if (!made.ok) throw problem(`There is a school ${key} already: name another by --school.`)
}

export type Newcomer = {
  readonly school: string
  readonly name: string
  readonly username: string
  readonly email: string
}

/**
 * Registers a person as sign-up does, but hashes one password only once for thousands of people. The address is
 * verified, and the person is signed in on one device until `until`.
 */
export const enrol = async (
  doors: CampusApi,
  at: number,
  { school, name, username, email }: Newcomer,
  { hash, until }: { readonly hash: string; readonly until: number },
): Promise<Person> => {
  const { settings, issuer, now, newId } = doors.worldAt(at, `person ${email}`)
  const table = doors.tableAt(at, school)
  const moment = now().toISOString()
  const id = newId()
  const user = { id, email, emailVerified: true, name, createdAt: moment, updatedAt: moment }
  const person = { user, rights: newAccess(id), sessions: [], links: [] }
  const device = { address: '127.0.0.1', userAgent: 'Campus generator', native: true, requestId: 'campus' }
  const tenant = schoolAt(settings, school)
  const context = { table, tenant, school: undefined, device, issuer, settings, now, newId }
  const birth = {
    emailPointer: put(emailPointer, { email, globalUserId: id }, { absent: true }),
    others: [
      put(globalUser, user, { absent: true }),
      put(credential, { globalUserId: id, hash, epoch: 0, updatedAt: moment }, { absent: true }),
    ],
  }
  const outcome = await trySignIn(context, person, { method: 'password', birth }, username)
  if (typeof outcome !== 'object' || !outcome.member)
    throw problem(`${email} could not be registered (${String(outcome)}).`)
  const { rights, member } = outcome
  const lasting = { ...outcome.session, expiresAt: new Date(until).toISOString() }
  await table.put(session, lasting)
  const lastingSettings = { ...settings, ACCESS_TOKEN_TTL: (until - at) / 1000 }
  const { accessToken: token } = await tokensFor({ ...context, settings: lastingSettings }, lasting, rights)
  return { name, username, email, school, userId: member.id, globalUserId: id, session: lasting, token }
}

/** Makes a person an administrator of their school, as an administrator would. */
export const promote = async (
  doors: CampusApi,
  at: number,
  { school, globalUserId }: Person,
): Promise<void> => {
  const { now, newId } = doors.worldAt(at, `administrator ${globalUserId}`)
  const device = { address: '127.0.0.1', userAgent: '', native: false, requestId: 'campus' }
  const entry = (targetId: string) =>
    audit({ device, now, newId }, { action: 'user.roles', actor: 'system', targetType: 'user', targetId })
  const roles = () => ({ roles: ['user', 'admin'] })
  await changeRights(doors.tableAt(at, school), globalUserId, school, roles, ({ id }) => [entry(id)], now())
}

export const hashOfAll = (): Promise<string> => hashPassword(campusPassword)

/** Signs everybody out, so that people find no device that was never theirs. */
export const signOut = async (doors: CampusApi, at: number, people: readonly Person[]): Promise<void> => {
  const waiting = [...people]
  const work = async (): Promise<void> => {
    for (let person = waiting.shift(); person; person = waiting.shift())
      await doors.tableAt(at, person.school).remove(session, person.session)
  }
  await Promise.all(Array.from({ length: 16 }, work))
}
