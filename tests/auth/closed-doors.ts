import { RegistrationCodeRequired } from '../../functions/auth/contract.ts'
import { factorRecovery } from '../../lib/identity/factor/records.ts'
import { findPerson } from '../../lib/identity/person/person.ts'
import { access, emailPointer, type TenantRecord } from '../../lib/identity/person/records.ts'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import { halfSignedIn, withPasskey, withTotp } from '../mfa/factors.ts'
import { signIn as bySaml, type SamlSchool, samlSchool } from '../saml/school.ts'
import type { Agent, Reply } from '../support/agent.ts'
import { invitationIn } from '../support/outbox.ts'
import { password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded } from '../support/societies.ts'
import { tokenOf } from '../support/ways.ts'
import type { World } from '../support/world.ts'

/** Somebody before a school's door, with a device of their own. */
export type Arrival = {
  readonly school: SamlSchool
  readonly w: World
  readonly name: string
  readonly email: string
  readonly device: Agent
  readonly invitation: string
}

type Way = {
  /** The operation that the way ends in. */
  readonly operation: string
  /** Only for those who have an account. */
  readonly account?: true
  /** Wants an invitation to an organization. */
  readonly invited?: true
  /** Gives the account a second factor on the way. */
  readonly addsFactor?: true
  go(arrival: Arrival): Promise<Reply>
}

const fromApple = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: 'https://apple.test',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
}

const platform = ({ w }: Arrival): Agent => w.device({ tenant: 'www' })

/** Every way into a school. */
export const waysIn: Readonly<Record<string, Way>> = {
  registering: {
    operation: 'register',
    go: ({ w, email }) => w.device().register({ email, password }),
  },
  'registering on the platform host': {
    operation: 'register',
    go: (arrival) => platform(arrival).register({ email: arrival.email, password, school: arrival.w.home }),
  },
  'registering with an invitation': {
    operation: 'register',
    invited: true,
    go: ({ w, email, invitation: invite_token }) => w.device().register({ email, password, invite_token }),
  },
  'registering with a code by mail': {
    operation: 'register',
    go: async ({ w, email }) => {
      const device = w.device()
      const first = await device.register({ email, password })
      if (first.body.code !== RegistrationCodeRequired.code) return first
      await w.deliver()
      return device.register({ email, password, code: w.codeFor(email) })
    },
  },
  'signing in by password': {
    operation: 'login',
    account: true,
    go: ({ w, email }) => w.device().login({ email, password }),
  },
  'signing in on the platform host': {
    operation: 'login',
    account: true,
    go: (arrival) => platform(arrival).login({ email: arrival.email, password, school: arrival.w.home }),
  },
  'signing in with a code by mail': {
    operation: 'login',
    account: true,
    go: async ({ w, email, device }) => {
      await device.on(w.sister).forgotPassword({ email })
      await w.deliver()
      return w.device().login({ email, password, code: w.codeFor(email) })
    },
  },
  joining: {
    operation: 'joinTenant',
    account: true,
    go: ({ w, device }) => device.on(w.home).joinTenant(),
  },
  'joining by the other path': {
    operation: 'joinTenant',
    account: true,
    go: ({ w, device }) => device.on(w.home).request('auth', 'POST', '/join-tenant'),
  },
  'signing in with Google': {
    operation: 'googleLogin',
    go: async ({ w, name }) => w.device().googleLogin({ idToken: await tokenOf(w, 'google', name) }),
  },
  'signing in with Google on the platform host': {
    operation: 'googleLogin',
    go: async (arrival) => {
      const { w, name } = arrival
      return platform(arrival).googleLogin({ idToken: await tokenOf(w, 'google', name), school: w.home })
    },
  },
  'signing in with Apple': {
    operation: 'appleLogin',
    go: async ({ w, name }) => w.device().appleLogin({ idToken: await tokenOf(w, 'apple', name) }),
  },
  'signing in with Apple on the platform host': {
    operation: 'appleLogin',
    go: async (arrival) => {
      const { w, name } = arrival
      return platform(arrival).appleLogin({ idToken: await tokenOf(w, 'apple', name), school: w.home })
    },
  },
  "Apple's page": {
    operation: 'appleCallback',
    go: async ({ w, name }) => {
      const device = w.device()
      const { state, nonce } = (await device.startAppleLogin()).body.data
      const id_token = await tokenOf(w, 'apple', name, { nonce })
      const raw = new URLSearchParams({ state, id_token }).toString()
      return device.appleCallback({}, { raw, headers: fromApple })
    },
  },
  'a code as the second step': {
    operation: 'verifyTotp',
    account: true,
    addsFactor: true,
    go: async ({ w, email, device }) => {
      const app = await withTotp(w, device.on(w.sister))
      const { device: half } = await halfSignedIn(w, email)
      return half.verifyTotp({ code: app.code() })
    },
  },
  'a passkey as the second step': {
    operation: 'verifyPasskey',
    account: true,
    addsFactor: true,
    go: async ({ w, email, device }) => {
      const { key, origin } = await withPasskey(w, device.on(w.home))
      const { device: half } = await halfSignedIn(w, email)
      const { options } = (await half.startPasskeyStep()).body.data
      return half.verifyPasskey({ credential: key.use(options, { origin }) })
    },
  },
  'a passkey alone': {
    operation: 'signInByPasskey',
    account: true,
    addsFactor: true,
    go: async ({ w, device }) => {
      const { key, origin } = await withPasskey(w, device.on(w.home))
      const fresh = w.device()
      const { options } = (await fresh.startPasskeySignIn()).body.data
      return fresh.signInByPasskey({ credential: key.use(options, { origin }) })
    },
  },
  'the end of the wait for losing every factor': {
    operation: 'completeFactorRecovery',
    account: true,
    addsFactor: true,
    go: async ({ w, email, device }) => {
      await withTotp(w, device.on(w.sister))
      const { device: half } = await halfSignedIn(w, email)
      await half.startFactorRecovery()
      const { globalUserId = '' } = (await w.table().get(emailPointer, { email })) ?? {}
      const readyAt = w.clock.now().toISOString()
      await w.table().update(factorRecovery, { globalUserId }, { set: { readyAt } })
      return half.completeFactorRecovery()
    },
  },
  "the school's identity provider": {
    operation: 'receiveSamlResponse',
    go: async ({ school, email }) => {
      const { reply } = await bySaml(school, { facts: { nameId: email, attributes: { email: [email] } } })
      return reply
    },
  },
}

export type Who = 'somebody new' | 'somebody of another school' | 'a former member' | 'a member'

const enrolled: Readonly<Record<Exclude<Who, 'somebody new'>, 'home' | 'sister'>> = {
  'somebody of another school': 'sister',
  'a former member': 'home',
  'a member': 'home',
}

const leave = async (w: World, globalUserId: string): Promise<void> => {
  const { memberships = {} } = (await w.table().get(access, { globalUserId }, { strong: true })) ?? {}
  const left = { ...memberships, [w.home]: { ...memberships[w.home], status: 'left' as const } }
  await w.table().update(access, { globalUserId }, { set: { memberships: left as typeof memberships } })
}

/** A school with a sister, an identity provider, and an organization that invites people. */
export const stage = async () => {
  const school = await samlSchool()
  const { w, dean } = school
  await enrolSchool(w, w.home, { emailDomains: ['students.example.edu'] })
  await enrolSchool(w, w.sister)
  const { orgId } = await founded({ device: dean } as Parameters<typeof founded>[0])
  return { ...school, orgId }
}
export type Stage = Awaited<ReturnType<typeof stage>>

/** The token of an invitation that was mailed to an address. */
export const invited = async ({ w, dean, orgId }: Stage, email: string): Promise<string> => {
  await dean.invite({ orgId, email })
  await w.deliver()
  return invitationIn(w.mails, email)
}

let arrivals = 0

/** Somebody as they come to a school that is open so far. */
export const arrivalOf = async (school: Stage, who: Who, way?: Way): Promise<Arrival> => {
  const { w } = school
  await setStatus(w, 'active')
  arrivals += 1
  const name = `gil${arrivals}`
  const email = w.email(name)
  const invitation = way?.invited ? await invited(school, email) : ''
  const arrival = { school, w, name, email, invitation, device: w.device() }
  if (who === 'somebody new') return arrival
  const { device, user } = await registered(w, name, {}, w[enrolled[who]])
  if (who === 'a former member') await leave(w, user.globalUserId)
  return { ...arrival, device }
}

/** Opens or closes the school, and waits until everybody knows. */
export const setStatus = async (w: World, status: TenantRecord['status']): Promise<void> => {
  const change = { tenantKey: w.home, at: w.clock.now(), change: () => ({ status }) }
  await changeSchool(w.table(), { ...change, also: () => [] })
  w.clock.advance(2.1)
}

/** All that is stored of the person behind an address. */
export const orgRightsOf = async ({ w, email }: Arrival) => {
  const pointer = await w.table().get(emailPointer, { email }, { strong: true })
  return { pointer, person: pointer && (await findPerson(w.table(), pointer.globalUserId)) }
}
