import { globalUser, tenantListing, tenantRecord } from '../../../lib/identity/person/records.ts'
import { type SamlSchool, samlSchool, signIn } from '../../saml/school.ts'
import type { Agent } from '../../support/agent.ts'
import type { Person } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'

export const claimsOf = (token = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** The home school has proven a mail domain, and its provider says whatever its administrator wants it to. */
export const hostileSchool = async (): Promise<SamlSchool> => {
  const school = await samlSchool()
  const { w } = school
  await enrolSchool(w, w.home, { emailDomains: ['students.example.edu'] })
  await enrolSchool(w, w.sister)
  w.clock.advance(3)
  return school
}

/** Signs in as somebody by the provider of the home school. */
export const posedAs = async (
  school: SamlSchool,
  { email }: Pick<Person, 'email'>,
  device?: Agent,
): Promise<Agent> => {
  const facts = { nameId: email, attributes: { email: [email] } }
  const { device: posed, reply } = await signIn(school, { facts }, device)
  if (reply.status >= 400) throw new Error(JSON.stringify(reply.body))
  return posed
}

export const trustRaised = async ({ w }: SamlSchool, school = w.home): Promise<void> => {
  const row = await w.table().get(tenantListing, { tenantKey: school }, { strong: true })
  const trust = (row?.trust ?? 0) + 1
  await w.table().update(tenantListing, { tenantKey: school }, { set: { trust } })
  await w.table(school).update(tenantRecord, {}, { set: { trust } })
  w.clock.advance(3)
}

export const verified = async ({ w }: SamlSchool, { user }: Person): Promise<void> => {
  await w.table().update(globalUser, { id: user.globalUserId }, { set: { emailVerified: true } })
}
