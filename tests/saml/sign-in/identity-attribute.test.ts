import { describe, expect, it } from 'vitest'
import { auditEntry } from '../../../lib/identity/audit/audit.ts'
import { outcome } from '../../support/ways.ts'
import { type SamlSchool, signIn } from '../school.ts'
import { trustedSchool } from './trusting.ts'

const format = (name: string) => `urn:oasis:names:tc:SAML:2.0:nameid-format:${name}`
const subjectId = 'urn:oasis:names:tc:SAML:attribute:subject-id'
const pairwiseId = 'urn:oasis:names:tc:SAML:attribute:pairwise-id'
const eppn = 'urn:oid:1.3.6.1.4.1.5923.1.1.1.6'

type Named = { nameId?: string; nameFormat?: string; email?: string; more?: Record<string, string[]> }

const come = async (school: SamlSchool, { email = 'ada', more = {}, ...named }: Named = {}) => {
  const facts = {
    nameFormat: format('persistent'),
    nameId: 'ada-persistent',
    ...named,
    attributes: { email: [school.w.email(email)], displayName: ['Ada Lovelace'], ...more },
  }
  return (await signIn(school, { facts })).reply
}

const idOf = (reply: { body: { data: { user: { id: string } } } }): string => reply.body.data.user.id

const failedCheck = async ({ dean }: SamlSchool, reply: { body: { data: { traceId: string } } }) => {
  const { body } = await dean.getSamlTrace({ traceId: reply.body.data.traceId })
  return body.data.checks.find(({ ok }: { ok: boolean }) => !ok)
}

const refused = [403, 'OTHER_SUBJECT_LINKED']

describe.each([
  ['subjectId', subjectId],
  ['pairwiseId', pairwiseId],
  ['eppn', eppn],
  ['eppn', 'eduPersonPrincipalName'],
  ['studentId', 'studentId'],
] as const)('people known by %s (%s)', (identityAttribute, name) => {
  // rules/saml 43
  it('are the same whatever NameID and address they come with', async () => {
    const school = await trustedSchool(undefined, { identityAttribute })
    const first = await come(school, { more: { [name]: ['a1@example.edu'] } })
    const passing = { nameId: '_1', nameFormat: format('transient'), email: 'renamed' }
    const again = await come(school, { ...passing, more: { [name]: ['a1@example.edu'] } })
    expect(idOf(again)).toBe(idOf(first))
    const other = await come(school, { email: 'bob', more: { [name]: ['b2@example.edu'] } })
    expect(idOf(other)).not.toBe(idOf(first))
  })

  // rules/saml 43
  it('are refused without it, and with several', async () => {
    const school = await trustedSchool(undefined, { identityAttribute })
    const none = await come(school)
    expect(outcome(none)).toEqual([400, 'SAML_ATTRIBUTE_MISSING'])
    expect(await failedCheck(school, none)).toMatchObject({
      name: 'identity attribute',
      message: expect.stringContaining('was not sent'),
    })
    const several = await come(school, { more: { [name]: ['a1@example.edu', 'b2@example.edu'] } })
    expect(outcome(several)).toEqual([400, 'SAML_MAPPING_FAILED'])
    expect(await failedCheck(school, several)).toMatchObject({
      message: expect.stringContaining('has more than one value'),
    })
  })
})

describe('the identity attribute', () => {
  // rules/saml 43
  it('of federations compares without case, and a student id with it', async () => {
    const school = await trustedSchool(undefined, { identityAttribute: 'subjectId' })
    const one = await come(school, { more: { [subjectId]: ['sue@example.edu'] } })
    const two = await come(school, { email: 'sue', more: { [subjectId]: ['SUE@Example.edu'] } })
    expect(idOf(two)).toBe(idOf(one))
  })

  // rules/saml 43
  it('refuses a NameID that changes every time, where people are known by it', async () => {
    const school = await trustedSchool(undefined, { identityAttribute: 'nameId' })
    const reply = await come(school, { nameId: '_1', nameFormat: format('transient') })
    expect(outcome(reply)).toEqual([400, 'SAML_MAPPING_FAILED'])
    expect((await failedCheck(school, reply)).message).toContain('is transient')
  })

  // rules/saml 44
  it('stands in the configuration with its warnings, in the check of it, in a test and in each trace', async () => {
    const school = await trustedSchool(undefined, { isActive: false })
    const { dean } = school
    const read = async () => (await dean.getSamlConfig()).body.data
    expect((await read()).identityAttribute).toBeUndefined()
    expect((await read()).identityWarnings).toEqual([expect.stringContaining('No identity attribute')])
    await dean.saveSamlConfig({ identityAttribute: 'email' })
    const shown = await read()
    expect(shown).toMatchObject({
      identityAttribute: 'email',
      identityWarnings: [expect.stringContaining('mailboxes are reassigned')],
    })
    expect((await dean.saveSamlConfig(shown)).status).toBe(200)
    const { checks } = (await dean.testSamlConfig()).body.data
    expect(checks.find(({ name }: { name: string }) => name === 'identity attribute').message).toContain(
      'identified by the e-mail address. People can change',
    )
    await dean.saveSamlConfig({ isActive: true })
    const { traceId } = (await come(school)).body.data
    const trace = (await dean.getSamlTrace({ traceId })).body.data
    expect(trace.checks).toContainEqual({
      name: 'identity attribute',
      ok: true,
      message: 'The person is identified by the e-mail address',
    })
    await dean.saveSamlConfig({ identityAttribute: null })
    expect((await read()).identityAttribute).toBeUndefined()
  })

  it('has to be mapped or asked for', async () => {
    const { dean } = await trustedSchool()
    const wrong = await dean.saveSamlConfig({
      identityAttribute: 'studentId',
      attributeMapping: { email: 'email' },
    })
    expect([wrong.status, wrong.body.field]).toEqual([400, 'identityAttribute'])
    expect((await dean.saveSamlConfig({ identityAttribute: 'nameId', wantNameId: false })).status).toBe(400)
    expect((await dean.saveSamlConfig({ identityAttribute: 'shoeSize' })).status).toBe(400)
  })
})

describe('a change of the identity attribute', () => {
  const student = { more: { studentId: ['S-1'] } }

  // rules/saml 45
  it('takes along who is named by both attributes in one answer', async () => {
    const school = await trustedSchool()
    const first = await come(school, { email: 'elsewhere' })
    await school.dean.saveSamlConfig({ identityAttribute: 'studentId' })
    expect(idOf(await come(school, student))).toBe(idOf(first))
    const later = await come(school, { nameId: 'another', email: 'renamed', ...student })
    expect(idOf(later)).toBe(idOf(first))
    const month = school.w.clock.now().toISOString().slice(0, 7)
    const { items } = await school.w
      .table()
      .list(auditEntry, { keyParams: { month }, limit: 100, strong: true })
    expect(items.filter(({ action }) => action === 'identity.move')).toHaveLength(1)
  })

  // rules/saml 45
  it('takes nobody along by an address', async () => {
    const school = await trustedSchool(undefined, { identityAttribute: 'email' })
    await come(school)
    await school.dean.saveSamlConfig({ identityAttribute: 'studentId' })
    expect(outcome(await come(school, student))).toEqual(refused)
    const named = await trustedSchool()
    const asAddress = {
      nameId: named.w.email('ada'),
      nameFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    }
    await come(named, asAddress)
    await named.dean.saveSamlConfig({ identityAttribute: 'studentId' })
    expect(outcome(await come(named, { ...asAddress, ...student }))).toEqual(refused)
  })

  // rules/saml 45
  it('takes nobody along after ninety days', async () => {
    const school = await trustedSchool()
    await come(school)
    await school.dean.saveSamlConfig({ identityAttribute: 'studentId' })
    school.w.clock.advance(90 * 86_400)
    expect(outcome(await come(school, student))).toEqual(refused)
  })

  // rules/saml 45
  it('refuses an answer that names two people', async () => {
    const school = await trustedSchool()
    await come(school)
    await come(school, { nameId: 'bob-persistent', email: 'bob' })
    await school.dean.saveSamlConfig({ identityAttribute: 'studentId' })
    expect((await come(school, student)).status).toBe(200)
    const mixed = await come(school, { nameId: 'bob-persistent', email: 'bob', ...student })
    expect(outcome(mixed)).toEqual(refused)
  })

  // rules/saml 45
  it('moves one link once by several answers at the same moment', async () => {
    const school = await trustedSchool()
    const first = await come(school)
    await school.dean.saveSamlConfig({ identityAttribute: 'studentId' })
    const all = await Promise.all([come(school, student), come(school, student), come(school, student)])
    expect(all.map(idOf)).toEqual(all.map(() => idOf(first)))
  })
})
