import { memberRole, orgMember, orgRoles, ownerRole } from '../../lib/identity/org/organizations.ts'
import { access, globalUser, tenantUser } from '../../lib/identity/person/records.ts'
import { samlIssuer } from '../../lib/identity/school/saml-issuer.ts'
import { mint } from '../security/tokens/forge.ts'
import type { Agent } from '../support/agent.ts'
import { pendingMails } from '../support/outbox.ts'
import { type Person, registered } from '../support/people.ts'
import { bySchool, placeOf, signedInByProvider } from '../support/provider-sign-in.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

/** What opened a session. `home` and `sister` are the identity providers of the two schools. */
export const proofs = [
  'password',
  'google',
  'apple',
  'code',
  'home',
  'sister',
  'impersonation',
  'legacy',
] as const
export type Proof = (typeof proofs)[number]

/** What somebody is at both schools, each under its letter; a guest is a member of neither. */
export const roles = {
  G: 'guest',
  M: 'member',
  O: 'officer',
  W: 'owner',
  A: 'approver',
  S: 'school admin',
  R: 'school root',
  P: 'platform admin',
} as const
export type Role = keyof typeof roles
export const everyRole = Object.keys(roles) as Role[]

const legacySecret = 'the secret of the time before sessions'
export const approvalRole = 'deans-office'
export const orgId = 'rights-club'

const schoolRoles: Partial<Record<Role, string[]>> = { S: ['user', 'admin'], R: ['user', 'root'] }

const orgRow = (owner: string) => {
  const role = (id: string, permissions: string[], order: number) => ({
    _id: id,
    name: id,
    displayName: id,
    permissions,
    isDefault: true,
    order,
    color: null,
  })
  const all = [role(ownerRole, ['all'], 0), role('officer', ['all'], 1), role(memberRole, [], 2)]
  return { orgId, owner, roles: all, dormant: false, version: 1 }
}

/** What the person holds at one school, as its records say it. */
const appoint = async (w: World, school: string, role: Role, globalUserId: string): Promise<void> => {
  const table = w.table(school)
  const rights = await table.get(access, { globalUserId }, { strong: true })
  const membership = rights?.memberships[school]
  const userId = membership?.tenantUserId
  if (!rights || !membership || !userId) throw new Error(`no member of ${school}`)
  const platformRoles = role === 'P' ? ['platform_admin'] : []
  const memberships = {
    ...rights.memberships,
    [school]: { ...membership, roles: schoolRoles[role] ?? ['user'] },
  }
  await table.update(access, { globalUserId }, { set: { memberships, platformRoles } })
  const approvalRoles = role === 'A' ? [approvalRole] : []
  await table.update(
    tenantUser,
    { id: userId },
    { set: { roles: schoolRoles[role] ?? ['user'], approvalRoles } },
  )
  if (role === 'W') await table.put(orgRoles, orgRow(userId))
  if (role === 'M' || role === 'O' || role === 'W') {
    const held = { M: memberRole, O: 'officer', W: ownerRole }[role]
    await table.put(orgMember, {
      orgId,
      userId,
      globalUserId,
      name: role,
      username: role,
      roles: [held],
      status: 'active',
      joinedAt: w.clock.now().toISOString(),
      version: 1,
    })
  }
}

const legacyToken = (userId: string, at: Date): string => {
  const payload = { userId, roles: ['root'], exp: Math.floor(at.getTime() / 1000) + 600 }
  return mint({ header: { alg: 'HS256', typ: 'JWT' }, payload }, legacySecret)
}

export type Cast = {
  readonly w: World
  readonly people: Readonly<Record<Role, Person>>
  /** The access token of a session of that kind; undefined where there cannot be one. */
  token(role: Role, proof: Proof): Promise<string | undefined>
}

const tokenFrom = (device: Agent): string => device.jar.get('accessToken') ?? ''

/** Two schools of the registry, with somebody of every role who holds it at both. */
export const rightsCast = async (): Promise<Cast> => {
  const settings = {
    LEGACY_TOKEN_SECRET: legacySecret,
    LEGACY_TOKENS_UNTIL: '2030-01-01',
    RATE_LIMIT_SCALE: '1000',
  }
  const w = await world({ settings })
  const third = `third${w.home}`
  for (const school of [w.home, w.sister, third]) await enrolSchool(w, school)
  const dean = await registered(w, 'dean', { username: 'dean' })
  await appoint(w, w.home, 'S', dean.user.globalUserId)
  const people = {} as Record<Role, Person>
  for (const role of everyRole) {
    const person = await registered(w, roles[role].replace(' ', ''), {}, role === 'G' ? third : w.home)
    const { globalUserId } = person.user
    await w.table().update(globalUser, { id: globalUserId }, { set: { emailVerified: true } })
    if (role !== 'G') {
      await person.device.on(w.sister).joinTenant()
      for (const school of [w.home, w.sister]) await appoint(w, school, role, globalUserId)
    }
    people[role] = person
  }

  const byProvider = async (
    role: Role,
    method: 'google' | 'apple' | 'saml',
    school: string,
  ): Promise<string> => {
    const { email, user } = people[role]
    const issuer = method === 'saml' ? samlIssuer(school, 'https://idp.example.edu') : method
    const proof = { method, issuer, subject: user.globalUserId, email, proven: true }
    const terms = method === 'saml' ? bySchool(w, school) : {}
    return (await signedInByProvider(placeOf(w, school), proof, terms)).tokens.accessToken
  }

  const byCode = async (role: Role, school: string): Promise<string> => {
    const device = w.device({ tenant: school })
    device.jar.set('accessToken', await byProvider(role, 'saml', school))
    await device.requestOwnProof()
    await w.deliver(await pendingMails(w.runtime.client, [school]))
    const reply = await device.giveOwnProof({ code: w.codeFor(people[role].email) })
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    return tokenFrom(device)
  }

  const lent = async (role: Role): Promise<string | undefined> => {
    await dean.device.login({ email: dean.email, password: 'correct horse battery' })
    const reply = await dean.device.impersonateUser({ identifier: people[role].email })
    return reply.status === 200 ? tokenFrom(dean.device) : undefined
  }

  const token = async (role: Role, proof: Proof): Promise<string | undefined> => {
    const school = role === 'G' ? third : w.home
    // Whoever a school's provider names becomes its member, and only members have a record there.
    if (role === 'G' && ['home', 'sister', 'impersonation', 'legacy'].includes(proof)) return undefined
    switch (proof) {
      case 'password':
        return tokenFrom(people[role].device)
      case 'google':
      case 'apple':
        return byProvider(role, proof, school)
      case 'home':
      case 'sister':
        return byProvider(role, 'saml', proof === 'home' ? w.home : w.sister)
      case 'code':
        return byCode(role, school)
      case 'impersonation':
        return lent(role)
      case 'legacy':
        return legacyToken(people[role].user._id, w.clock.now())
    }
  }
  return { w, people, token }
}
