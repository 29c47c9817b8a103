import { hashPassword } from '../../lib/identity/credential/password.ts'
import { newAccess } from '../../lib/identity/person/membership.ts'
import type { Person as StoredPerson } from '../../lib/identity/person/person.ts'
import { credential, emailPointer, globalUser, tenantRecord } from '../../lib/identity/person/records.ts'
import { usernameFrom } from '../../lib/identity/person/usernames.ts'
import { listedAdminGrant } from '../../lib/identity/platform-admins.ts'
import { platformKey, schoolAt } from '../../lib/identity/school/schools.ts'
import { trySignIn } from '../../lib/identity/session/sign-in.ts'
import { put } from '../../lib/table/write.ts'
import type { Agent } from './agent.ts'
import type { World } from './world.ts'

export const password = 'correct horse battery'

type User = {
  readonly _id: string
  readonly username: string
  readonly name: string
  readonly globalUserId: string
}

export type Person = { readonly device: Agent; readonly user: User; readonly email: string }

type Registration = {
  readonly email: string
  readonly password: string
  readonly username?: string
  readonly name?: string
}

const registrationFields = new Set(['email', 'password', 'username', 'name'])

/** A password that is everybody's is hashed once: what it costs is the subject of other tests. */
const hashes = new Map<string, Promise<string>>()
const hashOf = (text: string): Promise<string> => {
  const hash = hashes.get(text) ?? hashPassword(text)
  hashes.set(text, hash)
  return hash
}

/** The address and the client that `agent` sends requests as. */
const browser = { address: '192.0.2.1', userAgent: '', native: false, requestId: 'registered by a test' }

/**
 * Stores the rows that a registration stores and signs the browser in, by the same code and with the school's rules, but
 * without the request around them: two calls to the table instead of six.
 */
const storePerson = async (
  w: World,
  device: Agent,
  tenantKey: string,
  registration: Registration,
): Promise<User> => {
  const { settings, issuer, now, newId } = w.runtime
  const table = w.table(tenantKey)
  const school = await table.get(tenantRecord, {}, { strong: true })
  // The function that registers somebody knows the school for two seconds.
  w.runtime.schools.set(`at ${tenantKey}`, { record: school, until: now().getTime() + 2000 })
  const { email, name = email.split('@')[0] ?? email } = registration
  const at = now().toISOString()
  const id = newId()
  const user = { id, email, emailVerified: false, name, createdAt: at, updatedAt: at }
  const person: StoredPerson = { user, rights: newAccess(id), sessions: [], links: [] }
  const { timezone = settings.DEFAULT_TIMEZONE } = school ?? {}
  const tenant = { ...schoolAt(settings, tenantKey), timezone }
  const context = { table, tenant, school, device: browser, issuer, settings, now, newId }
  const hash = await hashOf(registration.password)
  const entrance = {
    method: 'password' as const,
    findGrant: listedAdminGrant(context),
    newAccount: {
      emailPointer: put(emailPointer, { email, globalUserId: id }, { absent: true }),
      others: [
        put(globalUser, user, { absent: true }),
        put(credential, { globalUserId: id, hash, epoch: 0, updatedAt: at }, { absent: true }),
      ],
    },
  }
  const username = registration.username ?? (await usernameFrom(email, 0, tenant))
  const outcome = await trySignIn(context, person, entrance, username)
  if (typeof outcome !== 'object' || !outcome.member) throw new Error(`${email} could not be stored`)
  const { accessToken, refreshToken = '', deviceProof = '' } = outcome.tokens
  device.jar.set('accessToken', accessToken)
  device.jar.set('refreshToken', refreshToken)
  device.jar.set('knownDevice', deviceProof)
  return { _id: outcome.member.id, username, name, globalUserId: id }
}

/** Somebody with an account of a school and a browser that is signed in there. */
export const registered = async (
  w: World,
  name = 'ada',
  more: object = {},
  tenant = w.home,
): Promise<Person> => {
  const registration: Registration = { email: w.email(name), password, ...more }
  const isPlain = Object.keys(registration).every((field) => registrationFields.has(field))
  if (!isPlain || w.domain !== 'localhost' || tenant === platformKey)
    return registeredByRequest(w, name, more, tenant)
  const device = w.device({ tenant })
  const user = await storePerson(w, device, tenant, registration)
  return { device, user, email: registration.email }
}

/** The same through the front door, for tests of registration and of what it answers. */
export const registeredByRequest = async (
  w: World,
  name = 'ada',
  more: object = {},
  tenant = w.home,
): Promise<Person> => {
  const device = w.device({ tenant })
  const email = w.email(name)
  const { status, body } = await device.register({ email, password, ...more })
  if (status !== 201) throw new Error(`${name} could not register: ${JSON.stringify(body)}`)
  return { device, user: body.data.user, email: body.data.user?.email ?? email }
}

/** Several people of the home school: `person0`, `person1` and so on. */
export const people = async (w: World, count: number): Promise<Person[]> => {
  const all: Person[] = []
  for (let at = 0; at < count; at += 1)
    all.push(await registered(w, `person${at}`, { username: `person${at}` }))
  return all
}
