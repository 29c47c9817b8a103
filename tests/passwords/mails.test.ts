import { describe, expect, it } from 'vitest'
import { forgotLimits } from '../../functions/passwords/contract.ts'
import { codeMinutes } from '../../lib/identity/credential/codes.ts'
import { linkIn } from '../support/outbox.ts'
import { registered } from '../support/people.ts'
import { fresh, somewhere } from '../support/resets.ts'
import { world } from '../support/world.ts'

describe('a request for a code', () => {
  // rules/identity 37, rules/passwords 6
  it('sends six codes an hour to one mailbox, three where one source asks, and answers alike', async () => {
    const w = await world()
    const [ada, ben] = [w.email('ada'), w.email('ben')]
    const here = somewhere()
    const replies = []
    for (let at = 0; at < 8; at += 1) {
      replies.push(await w.device().forgotPassword({ email: ada }, somewhere()))
      replies.push(await w.device().forgotPassword({ email: ben }, here))
    }
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body])))).toHaveProperty(
      'size',
      1,
    )
    const mailed = (await w.due()).map(({ dynamodb }) => dynamodb?.NewImage?.to?.S)
    expect([ada, ben].map((email) => mailed.filter((to) => to === email).length)).toEqual([6, 3])
  })

  it('sends no more of them when they are asked for at once', async () => {
    const w = await world()
    const email = w.email('ada')
    const ask = () => w.device().forgotPassword({ email }, somewhere())
    const replies = await Promise.all(Array.from({ length: 12 }, ask))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await w.due()).toHaveLength(forgotLimits.account.max)
  })

  it('leaves a live code with whoever gets no other mail', async () => {
    expect(codeMinutes * 60).toBeGreaterThanOrEqual(forgotLimits.account.seconds)
    const w = await world({ now: '2026-03-02T12:00:00.000Z' })
    const ada = await registered(w, 'ada')
    for (let at = 0; at < 20; at += 1) await w.device().forgotPassword({ email: ada.email }, somewhere())
    await w.deliver()
    w.clock.advance(forgotLimits.account.seconds - 1)
    await w.device().forgotPassword({ email: ada.email }, somewhere())
    expect(await w.due()).toEqual([])
    const code = linkIn(w.mails, ada.email)
    expect((await w.device().resetPassword({ email: ada.email, code, newPassword: fresh })).status).toBe(200)
  })

  // rules/passwords 7
  it('still sends the first mail of the hour from a source that asks for everybody', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '0.04' } })
    const address = somewhere()
    const ask = (name: string) => w.device().forgotPassword({ email: w.email(name) }, address)
    for (let at = 0; at < 14; at += 1) await ask(`many${at}`)
    await w.device().forgotPassword({ email: w.email('ada') }, somewhere())
    for (const name of ['ada', 'ben', 'ben']) await ask(name)
    const mailed = (await w.due()).map(({ dynamodb }) => dynamodb?.NewImage?.to?.S)
    expect(mailed).toHaveLength(16)
    expect(mailed.filter((to) => to === w.email('ben'))).toHaveLength(1)
  })
})
