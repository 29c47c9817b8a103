import { audit } from '../../../lib/identity/audit/audit.ts'
import { hashPassword } from '../../../lib/identity/credential/password.ts'
import { newAccess } from '../../../lib/identity/person/membership.ts'
import { findPerson, type Person as PersonRecords } from '../../../lib/identity/person/person.ts'
import {
  type Access,
  credential,
  emailPointer,
  globalUser,
  type Session,
  session,
} from '../../../lib/identity/person/records.ts'
import { changeRights } from '../../../lib/identity/person/roles.ts'
import { schoolAt } from '../../../lib/identity/school/schools.ts'
import { registerSchool } from '../../../lib/identity/school/tenants.ts'
import { tokensFor } from '../../../lib/identity/session/sessions.ts'
import { trySignIn } from '../../../lib/identity/session/sign-in.ts'
import { put } from '../../../lib/table/write.ts'
import { problem } from '../problem.ts'
import { type Course, inParallel } from './course.ts'
import { dice } from './dice.ts'
import { scripts } from './names.ts'
import type { CampusApi, Person } from './requests.ts'

/** The same for everybody: the campus is fictional, on a machine that answers on loopback. */
export const campusPassword = 'campus password'

export const campusZone = 'America/New_York'

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

export const makeSchool = async (
  doors: CampusApi,
  at: number,
  key: string,
  name: string,
  isResumed: boolean,
): Promise<void> => {
  const moment = new Date(at).toISOString()
  const made = await registerSchool(doors.tableAt(at, key), {
    tenantKey: key,
    name,
    location: 'Springfield',
    subdomain: key,
    status: 'active',
    statusMessage: '',
    tenantType: 'campus',
    timezone: campusZone,
    emailDomains: [`${key}.example.edu`],
    createdAt: moment,
    updatedAt: moment,
    version: 1,
  })
  if (!made.ok && !isResumed) throw problem(`There is a school ${key} already: name another by --school.`)
}

export type Newcomer = {
  readonly school: string
  readonly name: string
  readonly username: string
  readonly email: string
}

/** The device of a new person. `mayExist`: a killed run may have registered the person without noting it. */
type Device = { readonly hash: string; readonly until: number; readonly mayExist?: boolean }

type SignedInPerson = { readonly rights: Access; readonly session: Session; readonly userId: string }

const deviceFacts = {
  address: '127.0.0.1',
  userAgent: 'Campus generator',
  native: true,
  requestId: 'campus',
} as const

/** The person and the session of an earlier run. */
const signedInBefore = (person: PersonRecords | undefined, school: string): SignedInPerson | undefined => {
  const own = person?.sessions[0]
  const userId = person?.rights.memberships[school]?.tenantUserId
  return person && own && userId !== undefined ? { rights: person.rights, session: own, userId } : undefined
}

/**
 * Registers a person as sign-up does, but hashes one password only once for thousands of people. The address is
 * verified, and the person is signed in on one device until `until`.
 */
export const enrol = async (
  doors: CampusApi,
  at: number,
  { school, name, username, email }: Newcomer,
  { hash, until, mayExist = false }: Device,
): Promise<Person> => {
  const { settings, issuer, now, newId } = doors.worldAt(at, `person ${email}`)
  const table = doors.tableAt(at, school)
  const moment = now().toISOString()
  const id = newId()
  const user = { id, email, emailVerified: true, name, createdAt: moment, updatedAt: moment }
  const tenant = schoolAt(settings, school)
  const context = { table, tenant, school: undefined, device: deviceFacts, issuer, settings, now, newId }
  const newAccount = {
    emailPointer: put(emailPointer, { email, globalUserId: id }, { absent: true }),
    others: [
      put(globalUser, user, { absent: true }),
      put(credential, { globalUserId: id, hash, epoch: 0, updatedAt: moment }, { absent: true }),
    ],
  }
  const signUp = async (registered: PersonRecords | undefined): Promise<SignedInPerson> => {
    const person = registered ?? { user, rights: newAccess(id), sessions: [], links: [] }
    const request = { method: 'password', ...(registered ? {} : { newAccount }) } as const
    const outcome = await trySignIn(context, person, request, username)
    if (typeof outcome !== 'object' || !outcome.member)
      throw problem(`${email} could not be registered (${String(outcome)}).`)
    return { rights: outcome.rights, session: outcome.session, userId: outcome.member.id }
  }
  const registered = mayExist ? await findPerson(table, id) : undefined
  const signedIn = signedInBefore(registered, school) ?? (await signUp(registered))
  const lasting = { ...signedIn.session, expiresAt: new Date(until).toISOString() }
  await table.put(session, lasting)
  const lastingSettings = { ...settings, ACCESS_TOKEN_TTL: (until - at) / 1000 }
  const lastingContext = { ...context, settings: lastingSettings }
  const { accessToken: token } = await tokensFor(lastingContext, lasting, signedIn.rights)
  return { name, username, email, school, userId: signedIn.userId, globalUserId: id, session: lasting, token }
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
export const signOut = async (
  doors: CampusApi,
  at: number,
  people: readonly Person[],
  course: Pick<Course, 'shouldStop'>,
): Promise<void> => {
  await inParallel(people, course, (person) =>
    doors.tableAt(at, person.school).remove(session, person.session),
  )
}
