import { describe, expect, it } from 'vitest'
import { samlConfig } from '../../../functions/saml/repository.ts'
import { providerLink, providerPointer } from '../../../lib/identity/person/records.ts'
import { samlIssuer, schoolIssuer } from '../../../lib/identity/school/saml-issuer.ts'
import { idOf, linked, proveOwn, waysOf } from '../../support/ways.ts'
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

const globalIdOf = async ({ w, provider }: SamlSchool): Promise<string> => {
  const link = { issuer: samlIssuer(w.home, provider.entityId), subject: w.email('ada') }
  return (await w.table().get(providerPointer, link, { strong: true }))?.globalUserId ?? ''
}

/** Ada's link as it was written before identity providers had names of their own; some seconds old. */
const older = async (school: SamlSchool, seconds: number) => {
  const { device } = await signIn(school)
  const { w, provider } = school
  const globalUserId = await globalIdOf(school)
  const subject = w.email('ada')
  const now = { issuer: samlIssuer(w.home, provider.entityId), subject }
  const former = { issuer: schoolIssuer(w.home), subject, globalUserId }
  const linkedAt = new Date(w.clock.now().getTime() - seconds * 1000).toISOString()
  await w.table().remove(providerPointer, now)
  await w.table().remove(providerLink, { ...now, globalUserId })
  await w.table().put(providerPointer, former)
  await w.table().put(providerLink, { ...former, linkedAt })
  return { globalUserId, device }
}

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

  it('gives way to the former one, whose people are all there', async () => {
    const school = await samlSchool()
    const before = await signIn(school)
    await replaced(school)
    school.w.clock.advance(60)
    await school.dean.saveSamlConfig(configOf(school.provider))
    expect((await signIn(school)).reply.body.data.user.id).toBe(before.reply.body.data.user.id)
  })
})

describe('an older link', () => {
  // rules/saml 26
  it('gets its new name when it is used, and keeps its date', async () => {
    const school = await samlSchool()
    school.w.clock.advance(3600)
    const { globalUserId } = await older(school, 60)
    expect((await signIn(school)).reply.status).toBe(200)
    expect(await globalIdOf(school)).toBe(globalUserId)
    const { w, provider } = school
    const issuer = samlIssuer(w.home, provider.entityId)
    const subject = w.email('ada')
    const link = await w.table().get(providerLink, { issuer, subject, globalUserId }, { strong: true })
    expect(link?.linkedAt).toBe(new Date(w.clock.now().getTime() - 60_000).toISOString())
    const former = { issuer: schoolIssuer(w.home), subject }
    expect(await w.table().get(providerPointer, former, { strong: true })).toBeUndefined()
    expect((await signIn(school)).reply.status).toBe(200)
  })

  // rules/saml 26
  it('stays where it is when it is older than the identity provider, and the trace says so', async () => {
    const school = await samlSchool()
    const { globalUserId } = await older(school, 60)
    const { reply } = await signIn(school)
    expect([reply.status, reply.body.code]).toEqual([403, 'EMAIL_DOMAIN_NOT_ALLOWED'])
    const { body } = await school.dean.getSamlTrace({ traceId: reply.body.data.traceId })
    expect(body.data.checks).toContainEqual(expect.objectContaining({ name: 'older link', ok: false }))
    const former = { issuer: schoolIssuer(school.w.home), subject: school.w.email('ada') }
    const stays = await school.w.table().get(providerPointer, former, { strong: true })
    expect(stays?.globalUserId).toBe(globalUserId)
  })

  it('is not handed to another person of that name either', async () => {
    const school = await samlSchool()
    const { globalUserId } = await older(school, 60)
    const { reply } = await signIn(school, named(school, 'eve'))
    expect(reply.status).toBe(200)
    expect(await globalIdOf(school)).not.toBe(globalUserId)
    const { body } = await school.dean.getSamlTrace({ traceId: reply.body.data.traceId })
    expect(body.data.checks).toContainEqual(expect.objectContaining({ name: 'older link', ok: false }))
  })

  it('counts from the last change where nobody has written down since when the provider is there', async () => {
    const school = await samlSchool()
    const { w } = school
    await w.table().update(samlConfig, {}, { remove: ['idpSince'] })
    w.clock.advance(3600)
    const { globalUserId } = await older(school, 60)
    // A change of something else must not make the provider look younger than it is.
    await school.dean.saveSamlConfig({ wantMessageSigned: false, autoUpdateUsers: true })
    expect((await signIn(school)).reply.status).toBe(200)
    expect(await globalIdOf(school)).toBe(globalUserId)
  })

  it('is not handed to an identity provider that came later', async () => {
    const school = await samlSchool()
    school.w.clock.advance(600)
    await older(school, 60)
    const { reply } = await signIn(await replaced(school), named(school, 'ada'))
    expect([reply.status, reply.body.code]).toEqual([403, 'EMAIL_DOMAIN_NOT_ALLOWED'])
  })

  it('can still be seen and taken away', async () => {
    const school = await samlSchool()
    const { device } = await older(school, 60)
    const { w } = school
    expect((await proveOwn(w, device, w.email('ada'))).status).toBe(200)
    expect(await waysOf(device)).toMatchObject([{ kind: 'saml', school: w.home, removable: false }])
    await linked(w, device, 'google', 'private')
    const gone = await device.unlinkWay({ wayId: await idOf(device, 'saml') })
    expect(gone.body.data.ways).toMatchObject([{ kind: 'google' }])
    const former = { issuer: schoolIssuer(w.home), subject: w.email('ada') }
    expect(await w.table().get(providerPointer, former, { strong: true })).toBeUndefined()
  })
})
