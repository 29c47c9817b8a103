import { describe, expect, it } from 'vitest'
import { password } from '../../support/people.ts'
import { logicalRounds } from '../../support/table/logical-rounds.ts'
import { world } from '../../support/world.ts'
import { idp } from '../idp.ts'
import { answerTo, begin, type SamlSchool, samlSchool, send, signIn } from '../school.ts'
import { metadataOf } from './idp-metadata.ts'

const day = 86_400

describe('a certificate that ends', () => {
  // rules/saml 31
  it('is followed by the next one over sixty days without a failed sign-in', async () => {
    const start = (await world()).clock.now().getTime()
    const on = (days: number): string => new Date(start + days * day * 1000).toISOString()
    const old = idp(0, { from: on(-300), until: on(40) })
    const next = { ...idp(1, { from: on(30), until: on(400) }), entityId: old.entityId }
    const school = await samlSchool({}, old)
    await school.dean.saveSamlConfig({ idp: { additionalCerts: [next.certificate] } })
    const { clock } = school.w
    const seen: [number, number][] = []
    for (let today = 0; today < 60; today += 3) {
      // The identity provider changes over on day 36, between a request and its answer.
      const begun = await begin(school)
      const provider = today < 36 ? old : next
      const xml = answerTo({ ...school, provider }, begun)
      seen.push([today, (await send(school.w.device(), xml, begun.relay)).status])
      clock.advance(3 * day)
    }
    expect(seen.filter(([, status]) => status !== 200)).toEqual([])
    expect(seen).toHaveLength(20)
    const outdated = await signIn({ ...school, provider: old })
    expect([outdated.reply.status, outdated.reply.body.code]).toEqual([401, 'SAML_AUTHENTICATION_FAILED'])
  })

  // rules/saml 32
  it('counts neither before its time nor after it', async () => {
    const start = (await world()).clock.now().getTime()
    const on = (days: number): string => new Date(start + days * day * 1000).toISOString()
    const now = idp(0, { from: on(-300), until: on(40) })
    const early = { ...idp(1, { from: on(30), until: on(400) }), entityId: now.entityId }
    const school = await samlSchool({}, now)
    await school.dean.saveSamlConfig({ idp: { additionalCerts: [early.certificate] } })
    const ends: number[][] = []
    for (const days of [29, 2, 10]) {
      school.w.clock.advance(days * day)
      const both = [await signIn(school), await signIn({ ...school, provider: early })]
      ends.push(both.map(({ reply }) => reply.status))
    }
    expect(ends).toEqual([
      [200, 401],
      [200, 200],
      [401, 200],
    ])
  })
})

describe('a certificate that has expired', () => {
  const school = samlSchool({}, idp(0, { until: '2026-04-01' }))
  const refusal = async (given: SamlSchool, provider = given.provider) => {
    const { reply } = await signIn({ ...given, provider })
    expect([reply.status, reply.body.code]).toEqual([401, 'SAML_AUTHENTICATION_FAILED'])
    await given.dean.login({ email: given.w.email('dean'), password })
    const { body } = await given.dean.getSamlTrace({ traceId: reply.body.data.traceId })
    return body.data.checks.at(-1)
  }
  const expired = 'the certificate for this signature expired on 2026-04-01'

  it('is named as expired to administrators, and nothing else is', async () => {
    const { clock } = (await school).w
    clock.advance(40 * day)
    expect(await refusal(await school)).toMatchObject({ name: 'assertion: signature', message: expired })
    const next = { ...idp(1), entityId: (await school).provider.entityId }
    await (await school).dean.saveSamlConfig({ idp: { additionalCerts: [next.certificate] } })
    expect((await signIn({ ...(await school), provider: next })).reply.status).toBe(200)
    expect(await refusal(await school)).toMatchObject({ message: expired })
    const stranger = { ...idp(2), entityId: next.entityId }
    expect((await refusal(await school, stranger)).message).toContain(
      'does not match a configured certificate',
    )
  })

  it('is refused under its own name when it is given', async () => {
    const { dean, provider } = await samlSchool()
    const old = { ...idp(1, { until: '2026-01-01' }), entityId: provider.entityId }
    const replies = [
      await dean.saveSamlConfig({ idp: { x509Cert: old.certificate } }),
      await dean.saveSamlConfig({ idp: { additionalCerts: [old.certificate] } }),
      await dean.saveSamlConfig({ idp: { caCert: old.certificate } }),
      await dean.importSamlMetadata({ xml: metadataOf(old) }),
    ]
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
      replies.map(() => [400, 'SAML_CERTIFICATE_EXPIRED']),
    )
  })
})

describe('the cost of an answer', () => {
  it('is one round trip more than that of a password', async () => {
    using _rounds = logicalRounds()
    const school = await samlSchool()
    const { w } = school
    const depth = (): number => ((w.logs.at(-1)?.table ?? {}) as Record<string, number>).depth ?? 0
    const depthOf = async (act: () => Promise<{ status: number }>): Promise<number> => {
      expect((await act()).status).toBe(200)
      return depth()
    }
    const [email, password] = [w.email('ben'), 'a long enough password']
    await w.device().register({ email, password })
    const login = await depthOf(() => w.device().login({ email, password }))
    expect((await signIn(school)).reply.status).toBe(200)
    const first = depth()
    const again = await depthOf(async () => (await signIn(school)).reply)
    expect({ login, again }).toEqual({ login: 3, again: 4 })
    expect(first).toBeGreaterThanOrEqual(again)
  })
})
