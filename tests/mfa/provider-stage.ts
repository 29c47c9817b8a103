import { StrongProofRequired } from '../../lib/contract/failures.ts'
import { globalUser } from '../../lib/identity/person/records.ts'
import { answerTo, begin, type Change, type SamlSchool, send } from '../saml/school.ts'
import { trustedSchool } from '../saml/sign-in/trusting.ts'
import { withRoles } from '../support/administrators.ts'
import type { Agent } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { withTotp } from './factors.ts'
import { call, codeOf } from './privileged-rows.ts'

export const mfa = 'https://refeds.org/profile/mfa'

export type Stage = SamlSchool & { readonly mia: Person; readonly app: { code(): string } }

/** A school that takes the word of its provider, and an administrator of it who has a factor of their own. */
export const stage = async (providerContext: string | null = mfa): Promise<Stage> => {
  const school = await trustedSchool()
  const { w, dean } = school
  await withTotp(w, dean)
  await dean.setSecondFactorPolicy({ required: 'nobody', providerContext })
  const mia = await withRoles(w, await registered(w, 'mia'), ['user', 'admin'])
  await w.table().update(globalUser, { id: mia.user.globalUserId }, { set: { emailVerified: true } })
  const app = await withTotp(w, mia.device)
  w.clock.advance(3)
  return { ...school, mia, app }
}

/** Comes in by the provider, asking it for a second factor unless said otherwise. */
export const comeIn = async (school: Stage, change: Change = {}, query: object = { proof: 'strong' }) => {
  const { w, mia } = school
  const device = w.device()
  const begun = await begin(school, device, query)
  const facts = {
    nameId: mia.email,
    attributes: { email: [mia.email], displayName: ['Mia'] },
    ...change.facts,
  }
  const reply = await send(device, answerTo(school, begun, { ...change, facts }), begun.relay)
  return { device, begun, reply }
}

export const asked = async (device: Agent, operation = 'impersonateUser') =>
  codeOf(await call(device, operation))
export const refusal = StrongProofRequired.code
