import { describe, expect, it } from 'vitest'
import { nameHash } from '../../../functions/saml/name-hash.ts'
import { samlRequest, samlSeen } from '../../../functions/saml/repository.ts'
import { answerTo, begin, samlSchool, send, signIn } from '../school.ts'

describe('an answer', () => {
  // rules/saml 4
  it('counts once, also when it comes fifty times at the same moment', async () => {
    const school = await samlSchool()
    const begun = await begin(school)
    const xml = answerTo(school, begun)
    const all = await Promise.all(Array.from({ length: 50 }, () => send(school.w.device(), xml, begun.relay)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = await send(school.w.device(), xml, begun.relay)
    expect([late.status, late.body.code]).toEqual([401, 'SAML_REPLAY'])
  })

  it('counts once even if its request could be used again', async () => {
    const school = await samlSchool()
    const { begun, xml } = await signIn(school)
    const reopen = () => school.w.table().update(samlRequest, { relay: begun.relay }, { remove: ['usedAt'] })
    await reopen()
    const again = await send(school.w.device(), xml, begun.relay)
    expect([again.status, again.body.code]).toEqual([401, 'SAML_REPLAY'])
    // Without the guard of the assertion it would count again.
    const [, assertionId = ''] = /<saml:Assertion [^>]*ID="([^"]+)"/.exec(xml) ?? []
    const hash = nameHash('assertion', school.provider.entityId, assertionId)
    expect((await school.w.table().remove(samlSeen, { hash })).ok).toBe(true)
    await reopen()
    expect((await send(school.w.device(), xml, begun.relay)).status).toBe(200)
  })

  // rules/saml 3
  it('is too late after ten minutes', async () => {
    const school = await samlSchool()
    const begun = await begin(school)
    school.w.clock.advance(601)
    const { status, body } = await send(school.w.device(), answerTo(school, begun), begun.relay)
    expect([status, body.message]).toEqual([400, 'Invalid relay state'])
  })

  // rules/saml 1
  it.each([undefined, 'r'.padEnd(33, 'x'), '/events', ''])(
    'without a request of ours is refused: %j',
    async (relay) => {
      const school = await samlSchool()
      const begun = await begin(school)
      const { status, body } = await send(school.w.device(), answerTo(school, begun), relay)
      expect([status, body.message]).toEqual([400, 'Invalid relay state'])
    },
  )

  it('does not fit another request', async () => {
    const school = await samlSchool()
    const [mine, theirs] = [await begin(school), await begin(school)]
    expect((await send(school.w.device(), answerTo(school, theirs), mine.relay)).status).toBe(401)
  })

  // rules/saml 6
  it('is worth nothing once the configuration is off', async () => {
    const school = await samlSchool()
    const begun = await begin(school)
    await school.dean.saveSamlConfig({ isActive: false })
    const { status, body } = await send(school.w.device(), answerTo(school, begun), begun.relay)
    expect([status, body.code]).toEqual([404, 'SAML_NOT_CONFIGURED'])
  })

  // rules/saml 6
  it('is worth nothing once another identity provider is configured', async () => {
    const school = await samlSchool()
    const begun = await begin(school)
    await school.dean.saveSamlConfig({ idp: { entityId: 'https://other.example.edu' } })
    expect((await send(school.w.device(), answerTo(school, begun), begun.relay)).body.message).toBe(
      'Invalid relay state',
    )
  })

  // rules/saml 5
  it('of one school is worth nothing at another, although both have one identity provider', async () => {
    const schools = await Promise.all(Array.from({ length: 5 }, () => samlSchool()))
    let crossings = 0
    for (const from of schools) {
      for (const to of schools) {
        if (from === to) continue
        const [begun, own] = [await begin(from), await begin(to)]
        const xml = answerTo(from, begun)
        const replies = await Promise.all([
          send(to.w.device(), xml, own.relay),
          send(to.w.device(), xml, begun.relay),
        ])
        expect(replies.every(({ status }) => status === 401 || status === 400)).toBe(true)
        crossings += 1
      }
    }
    expect(crossings).toBe(20)
  })

  // rules/saml 2
  it('counts without a request only where the school allows it, and then once', async () => {
    const school = await samlSchool({ allowIdpInitiated: true })
    const unasked = { requestId: undefined } as never
    const xml = answerTo(school, unasked)
    const first = await send(school.w.device(), xml, '/somewhere')
    expect(first.status).toBe(200)
    const again = await send(school.w.device(), xml, undefined)
    expect([again.status, again.body.code]).toEqual([401, 'SAML_REPLAY'])
    const asked = await begin(school)
    // What answers a request of ours is nothing that the identity provider began.
    expect((await send(school.w.device(), answerTo(school, asked), undefined)).status).toBe(400)
  })
})
