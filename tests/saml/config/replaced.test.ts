import { describe, expect, it } from 'vitest'
import { idp } from '../idp.ts'
import { configOf, type SamlSchool, samlSchool, signIn } from '../school.ts'

const successor = idp(1)

const replaced = async (school: SamlSchool): Promise<SamlSchool> => {
  school.w.clock.advance(60)
  const { status } = await school.dean.saveSamlConfig(configOf(successor))
  expect(status).toBe(200)
  return { ...school, provider: successor }
}

const named = ({ w }: SamlSchool, email: string) => ({
  facts: { nameId: w.email('ada'), attributes: { email: [w.email(email)] } },
})

describe('an identity provider that replaces another', () => {
  // rules/saml 25
  it('inherits nobody, whatever it calls people', async () => {
    const school = await samlSchool()
    const before = await signIn(school)
    const after = await signIn(await replaced(school), named(school, 'eve'))
    expect(after.reply.status).toBe(200)
    expect(after.reply.body.data.user.id).not.toBe(before.reply.body.data.user.id)
  })

  it('gets nobody by an address that the school has not proven', async () => {
    const school = await samlSchool()
    await signIn(school)
    const { reply } = await signIn(await replaced(school), named(school, 'ada'))
    expect([reply.status, reply.body.code]).toEqual([403, 'EMAIL_DOMAIN_NOT_ALLOWED'])
  })

  // rules/saml 26
  it('gives way to the former one, whose people are all there', async () => {
    const school = await samlSchool()
    const before = await signIn(school)
    await replaced(school)
    school.w.clock.advance(60)
    await school.dean.saveSamlConfig(configOf(school.provider))
    expect((await signIn(school)).reply.body.data.user.id).toBe(before.reply.body.data.user.id)
  })
})
