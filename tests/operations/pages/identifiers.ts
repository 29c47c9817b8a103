import { signIn } from '../../saml/school.ts'
import { proven, trustedSchool } from '../../saml/sign-in/trusting.ts'
import type { Person } from '../../support/people.ts'
import { type Cases, five, once, within } from './walk.ts'

const days = 86_400_000

const make = async () => {
  const school = await trustedSchool()
  const { w, dean } = school
  const people: Person[] = []
  await five(async (at) => {
    const name = `person${at}`
    people.push(await proven(school, name))
    w.clock.advance(1)
    const facts = {
      nameId: `${name}-one`,
      attributes: { email: [w.email(name)], displayName: [`Person ${at}`] },
    }
    return (await signIn(school, { facts })).reply
  })
  const endsAt = new Date(w.clock.now().getTime() + 7 * days).toISOString()
  const opened = await dean.openSamlMigration({ people: people.map(({ email }) => email), endsAt })
  if (opened.body.data?.added !== people.length) throw new Error(JSON.stringify(opened.body))
  return { dean }
}

/** Lists of the people whom an identity provider has signed in. */
export const identifierLists: Cases<Awaited<ReturnType<typeof make>>> = {
  'saml.getSamlMigration': [({ dean }, asked) => dean.getSamlMigration(asked), within('people')],
  'saml.previewSamlIdentity': [({ dean }, asked) => dean.previewSamlIdentity(asked), within('people')],
}
export const placeOfIdentifiers = once(make)
