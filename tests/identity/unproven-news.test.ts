import { beforeAll, describe, expect, it } from 'vitest'
import { findRecipient } from '../../functions/stream/mail-delivery.ts'
import { templates } from '../../functions/stream/mail-templates.ts'
import { globalUser } from '../../lib/identity/person/records.ts'
import { listed, only, tell } from '../support/inboxes.ts'
import { type Person, registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

let w: World
let ada: Person

beforeAll(async () => {
  w = await world({ settings: { REQUIRE_VERIFIED_EMAIL: 'true' } })
  ada = await registered(w, 'ada')
})

const recipient = async (template: string, emailVerified: boolean) => {
  const id = ada.user.globalUserId
  await w.table().update(globalUser, { id }, { set: { emailVerified } })
  const mail = { template, to: `user:${id}`, params: {} } as unknown as Parameters<typeof findRecipient>[1]
  return findRecipient({ ...w.runtime, table: w.table() } as never, mail)
}

/** What people do at a school: others wrote it, and whoever owns the address may never have been there. */
const isNews = (template: string): boolean => /^(?:event|waitlist|org)_/.test(template)

describe.each(Object.keys(templates))('a mail %s', (template) => {
  // rules/passwords 23
  it(`goes to ${isNews(template) ? 'a proven address only' : 'the address of the account'}`, async () => {
    const unproven = await recipient(template, false)
    expect(unproven?.address).toBe(isNews(template) ? undefined : ada.email)
    expect(unproven?.name).toBeUndefined()
    expect(await recipient(template, true)).toEqual({ address: ada.email, name: ada.user.name })
  })
})

describe('a notification by mail', () => {
  it('goes to a proven address only, and stays in the inbox otherwise', async () => {
    const own = await world({ settings: { REQUIRE_VERIFIED_EMAIL: 'true' } })
    const ben = await registered(own, 'ben')
    const channels = ['in_app', 'email'] as const
    await tell(own, only(ben), { channels: [...channels] })
    expect(own.mails).toEqual([])
    expect((await listed(ben)).data).toHaveLength(1)
    await own.table().update(globalUser, { id: ben.user.globalUserId }, { set: { emailVerified: true } })
    await tell(own, only(ben), { channels: [...channels] })
    expect(own.mails.map(({ to }) => to)).toEqual([ben.email])
  })
})
