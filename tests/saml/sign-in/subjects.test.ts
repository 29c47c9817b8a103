import { describe, expect, it } from 'vitest'
import { globalUser, providerLink } from '../../../lib/identity/person/records.ts'
import { outcome } from '../../support/ways.ts'
import type { SamlSchool } from '../school.ts'
import { signIn } from '../school.ts'
import { proven, trustedSchool } from './trusting.ts'

const mailbox = ({ w }: SamlSchool, nameId: string, more: object = {}) => ({
  facts: { nameId, attributes: { email: [w.email('ada')], displayName: ['Ada Lovelace'], ...more } },
})

const linksOf = async ({ w }: SamlSchool, id: string) => {
  const [links] = await w.table().collect([providerLink] as const, { globalUserId: id }, { strong: true })
  return links.map(({ subject }) => subject)
}

const refused = [403, 'OTHER_SUBJECT_LINKED']

const traceOf = async ({ dean }: SamlSchool, { body }: { body: { data: { traceId: string } } }) =>
  (await dean.getSamlTrace({ traceId: body.data.traceId })).body.data

describe('a second subject with the address of a linked person', () => {
  // rules/identity 60
  it('is refused, and changes nothing', async () => {
    const school = await trustedSchool()
    const first = await signIn(school, mailbox(school, 'subject-one'))
    const { user } = first.reply.body.data
    const { globalUserId } = (await first.device.validateToken()).body.data.user
    const next = await signIn(school, mailbox(school, 'subject-two', { displayName: ['Somebody Else'] }))
    expect(outcome(next.reply)).toEqual(refused)
    expect([...next.device.jar.keys()]).not.toContain('accessToken')
    expect(await linksOf(school, globalUserId)).toEqual(['subject-one'])
    expect(await school.w.table().get(globalUser, { id: globalUserId })).toMatchObject({
      name: 'Ada Lovelace',
      samlId: 'subject-one',
    })
    const again = await signIn(school, mailbox(school, 'subject-one'))
    expect(again.reply.body.data.user).toMatchObject({ id: user.id, name: 'Ada Lovelace' })
  })

  // rules/identity 60
  it('opens no administrator either, by whatever way the first link was made', async () => {
    const school = await trustedSchool()
    const { w } = school
    const dean = (nameId: string) => ({ facts: { nameId, attributes: { email: [w.email('dean')] } } })
    await w
      .table()
      .update(
        globalUser,
        { id: (await school.dean.validateToken()).body.data.user.globalUserId },
        { set: { emailVerified: true } },
      )
    expect((await signIn(school, dean('dean-one'))).reply.body.data.user.roles).toContain('admin')
    expect(outcome((await signIn(school, dean('dean-two'))).reply)).toEqual(refused)
  })

  // rules/identity 60
  it('is refused where the address of the account was never proven', async () => {
    // The account came with the identity provider before the school proved its domain.
    const school = await trustedSchool(['alumni.example.edu'])
    const first = await signIn(school, mailbox(school, 'subject-one'))
    expect(first.reply.status).toBe(200)
    const { w, dean } = school
    const domain = w.email('ada').split('@')[1] ?? ''
    w.published.set(`_quad.${domain}`, [(await dean.claimEmailDomain({ domain })).body.data.record.value])
    expect((await dean.verifyEmailDomain({ domain })).status).toBe(200)
    expect(outcome((await signIn(school, mailbox(school, 'subject-two'))).reply)).toEqual(refused)
    expect((await first.device.validateToken()).status).toBe(200)
  })

  // rules/identity 60
  it('of two at the same moment lets one in', async () => {
    const school = await trustedSchool()
    const ada = await proven(school)
    const both = await Promise.all(
      ['one', 'two', 'three', 'four'].map((name) => signIn(school, mailbox(school, `subject-${name}`))),
    )
    expect(both.map(({ reply }) => reply.status).sort()).toEqual([200, 403, 403, 403])
    expect(await linksOf(school, ada.user.globalUserId)).toHaveLength(1)
  })

  it('of a link that has ended is linked as before', async () => {
    const school = await trustedSchool()
    const ada = await proven(school)
    await signIn(school, mailbox(school, 'subject-one'))
    await school.dean.saveSamlConfig({ isActive: false })
    await school.dean.saveSamlConfig({ isActive: true })
    const { reply } = await signIn(school, mailbox(school, 'subject-two'))
    expect(reply.body.data.user.id).toBe(ada.user._id)
    expect(outcome((await signIn(school, mailbox(school, 'subject-one'))).reply)).toEqual(refused)
  })

  // rules/saml 41, 42
  it('is explained to administrators, and the linked identifier is named to nobody', async () => {
    const school = await trustedSchool()
    await signIn(school, mailbox(school, 'subject-one'))
    const { reply } = await signIn(school, mailbox(school, 'subject-two'))
    expect(JSON.stringify(reply.body)).not.toContain('subject-')
    const { outcome: ended, code, checks } = await traceOf(school, reply)
    expect([ended, code]).toEqual(['refused', 'OTHER_SUBJECT_LINKED'])
    expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([
      {
        name: 'linked identifier',
        ok: false,
        side: 'school',
        code: 'OTHER_SUBJECT_LINKED',
        message: expect.stringMatching(
          /linked to the identifier #[\w-]{10}, but this response has #[\w-]{10}/,
        ),
      },
    ])
    expect(JSON.stringify(checks)).not.toContain('subject-one')
  })

  it('reads on a page what to do', async () => {
    const school = await trustedSchool()
    await signIn(school, mailbox(school, 'subject-one'))
    const { reply } = await signIn(school, mailbox(school, 'subject-two'))
    expect(reply.body.message).toContain("Ask your school's IT")
  })
})

describe('a valid answer that is refused', () => {
  const failedIn = async (school: SamlSchool, reply: Parameters<typeof traceOf>[1]) =>
    (await traceOf(school, reply)).checks
      .filter(({ ok }: { ok: boolean }) => !ok)
      .map(({ name, code, side }: Record<string, string>) => [name, code, side])

  // rules/saml 42
  it('is a failed check with its code: no new people', async () => {
    const school = await trustedSchool([], { userProvisioning: { autoCreateUsers: false } })
    const { reply } = await signIn(school)
    expect(await failedIn(school, reply)).toEqual([['account', 'SAML_PROVISIONING_DISABLED', 'school']])
  })

  // rules/saml 42
  it('is a failed check with its code: suspended', async () => {
    const school = await trustedSchool()
    const { reply } = await signIn(school)
    await school.dean.setUserAccess({ userId: reply.body.data.user.id, accessSuspended: true })
    const next = await signIn(school)
    expect(next.reply.status).toBe(403)
    expect(await failedIn(school, next.reply)).toEqual([['account', 'ACCOUNT_SUSPENDED', 'school']])
  })

  // rules/saml 42
  it('is a failed check with its code: an address of a domain that is not proven', async () => {
    const school = await trustedSchool(['alumni.example.edu'])
    await proven(school)
    const { reply } = await signIn(school)
    expect(await failedIn(school, reply)).toEqual([['account', 'EMAIL_DOMAIN_NOT_ALLOWED', 'school']])
  })

  // rules/saml 42
  it('is a failed check with its code: a link that has ended', async () => {
    const school = await trustedSchool()
    await signIn(school)
    await school.dean.saveSamlConfig({ isActive: false })
    await school.dean.saveSamlConfig({ isActive: true })
    const { reply } = await signIn(school, {
      facts: { nameId: school.w.email('ada'), attributes: { email: [school.w.email('nobody')] } },
    })
    expect(await failedIn(school, reply)).toEqual([['account', 'SAML_LINK_ENDED', 'school']])
  })
})
