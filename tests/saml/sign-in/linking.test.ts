import { describe, expect, it } from 'vitest'
import { session } from '../../../lib/identity/person/records.ts'
import { withTotp } from '../../mfa/factors.ts'
import type { Agent } from '../../support/agent.ts'
import { password, registered } from '../../support/people.ts'
import { outcome, waysOf } from '../../support/ways.ts'
import { answerTo, requestIn, type SamlSchool, send, signIn } from '../school.ts'
import { proven, trustedSchool } from './trusting.ts'

/** A school that vouches for nobody's address here, so that whoever wants its link has to prove themselves. */
const school = () => trustedSchool(['staff.example.edu'])

const begun = async (device: Agent, more: object = {}) => {
  const reply = await device.startSamlLink(more)
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return requestIn(reply.body.redirectUrl)
}

const named = ({ w }: SamlSchool, name: string) => ({
  facts: { nameId: w.email(name), attributes: { email: [w.email('elsewhere')] } },
})

/** The whole way of linking what the identity provider calls `name` to the account of a device. */
const link = async (at: SamlSchool, device: Agent, name = 'ada', by: Agent = device) => {
  const { relay, requestId } = await begun(device)
  return send(by, answerTo(at, { requestId }, named(at, name)), relay)
}

const active = async (device: Agent) =>
  (await waysOf(device)).filter(({ kind }) => kind === 'saml').map((way) => way.active)

describe("linking the school's identity provider", () => {
  it('lets in whom the school could not vouch for', async () => {
    const at = await school()
    const ada = await proven(at)
    expect(outcome((await signIn(at)).reply)).toEqual([403, 'EMAIL_DOMAIN_NOT_ALLOWED'])
    const reply = await link(at, ada.device)
    expect([reply.status, reply.body.message, reply.body.data.user]).toEqual([200, 'Linked', null])
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect((await signIn(at, named(at, 'ada'))).reply.body.data.user.id).toBe(ada.user._id)
    expect((await link(at, ada.device)).status).toBe(200)
    expect(await active(ada.device)).toEqual([true])
    await at.w.deliver()
    expect(at.w.mails.filter(({ subject }) => subject === 'A new way to sign in')).toHaveLength(1)
  })

  // rules/mfa 27
  it('asks for a factor that was added after the link was begun', async () => {
    const at = await school()
    const ada = await proven(at)
    const other = at.w.device()
    await other.login({ email: ada.email, password })
    const { relay, requestId } = await begun(other)
    await withTotp(at.w, ada.device)
    const reply = await send(other, answerTo(at, { requestId }, named(at, 'thief')), relay)
    expect(outcome(reply)).toEqual([403, 'STRONG_PROOF_REQUIRED'])
    expect(await active(ada.device)).toEqual([])
  })

  // rules/saml 22
  it('makes a link live again that has ended', async () => {
    const at = await school()
    const ada = await proven(at)
    await link(at, ada.device)
    await at.dean.saveSamlConfig({ isActive: false })
    expect(outcome(await ada.device.startSamlLink({}))).toEqual([404, 'SAML_NOT_CONFIGURED'])
    await at.dean.saveSamlConfig({ isActive: true })
    expect(outcome((await signIn(at, named(at, 'ada'))).reply)).toEqual([403, 'SAML_LINK_ENDED'])
    expect(await active(ada.device)).toEqual([false])
    expect((await link(at, ada.device)).status).toBe(200)
    expect(await active(ada.device)).toEqual([true])
    expect((await signIn(at, named(at, 'ada'))).reply.body.data.user.id).toBe(ada.user._id)
  })

  it('takes a link over from somebody for whom it has ended, and from nobody else', async () => {
    const at = await school()
    const [ada, eve] = [await proven(at), await proven(at, 'eve')]
    await link(at, ada.device)
    expect(outcome(await link(at, eve.device))).toEqual([409, 'WAY_TAKEN'])
    await at.dean.saveSamlConfig({ isActive: false })
    await at.dean.saveSamlConfig({ isActive: true })
    expect((await link(at, eve.device)).status).toBe(200)
    expect([await active(ada.device), await active(eve.device)]).toEqual([[], [true]])
    expect(outcome(await link(at, ada.device))).toEqual([409, 'WAY_TAKEN'])
  })

  it('is for one account of the identity provider', async () => {
    const at = await school()
    const ada = await proven(at)
    await link(at, ada.device)
    expect(outcome(await link(at, ada.device, 'other'))).toEqual([409, 'WAY_EXISTS'])
  })

  // rules/saml 24
  it('wants a proof of the person’s own', async () => {
    const at = await school()
    const { device } = await signIn(at)
    expect((await device.startSamlLink({})).status).toBe(403)
    expect((await at.w.device().startSamlLink({})).status).toBe(401)
  })

  // rules/saml 24
  it('wants a session that is young, and still there when the answer comes', async () => {
    const at = await school()
    const ada = await proven(at)
    const { relay, requestId } = await begun(ada.device)
    const xml = answerTo(at, { requestId }, named(at, 'ada'))
    const [{ sid = '' } = {}] = [JSON.parse(atob(ada.device.jar.get('accessToken')?.split('.')[1] ?? ''))]
    await at.w.table().remove(session, { globalUserId: ada.user.globalUserId, id: sid })
    expect(outcome(await send(ada.device, xml, relay))).toEqual([401, 'SESSION_REVOKED'])
    const ben = await registered(at.w, 'ben')
    at.w.clock.advance(15 * 60 + 1)
    await ben.device.refreshToken()
    expect(outcome(await ben.device.startSamlLink({}))).toEqual([403, 'RECENT_LOGIN_REQUIRED'])
  })

  it.each([
    ['a browser', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' } }],
    ['a program', { headers: {} }],
  ])('ends nowhere but where it began, neither in a browser nor in a program: %s', async (_, more) => {
    const at = await school()
    const eve = await proven(at, 'eve')
    const { relay, requestId } = await begun(eve.device)
    const xml = answerTo(at, { requestId }, named(at, 'ada'))
    const fields = { 'content-type': 'application/x-www-form-urlencoded', ...more.headers }
    const reply = await send(at.w.device(), xml, relay, { headers: fields })
    expect(reply.status).toBe(400)
    expect(await active(eve.device)).toEqual([])
  })

  it('signs nobody in with an answer that was used, and links nobody with one of a sign-in', async () => {
    const at = await school()
    const ada = await proven(at)
    const { relay, requestId } = await begun(ada.device)
    const xml = answerTo(at, { requestId }, named(at, 'ada'))
    expect((await send(ada.device, xml, relay)).status).toBe(200)
    expect(outcome(await send(ada.device, xml, relay))).toEqual([401, 'SAML_REPLAY'])
  })
})
