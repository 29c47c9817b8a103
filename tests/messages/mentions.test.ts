import { beforeAll, describe, expect, it } from 'vitest'
import type { EventCard } from '../../functions/events/index.ts'
import * as failures from '../../functions/messages/contract.ts'
import { lastCost } from '../agendas/events.ts'
import { setRules } from '../announcements/announcing.ts'
import { hosted, planned, replanned } from '../attendance/events.ts'
import { refused } from '../support/agent.ts'
import { listed, unreadOf } from '../support/inboxes.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import { vouchedFor } from '../support/provider-sign-in.ts'
import { streamOf } from '../support/streamed.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'

let w: World
let c: Club
let maker: Person

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  c = await club(w, 'mentions')
  maker = await registered(w, 'maker')
})

const mention = ({ eventId }: Pick<EventCard, 'eventId'>) => `Come to @event:${eventId}, please`
const post = (content: string, more: object = {}) =>
  c.owner.device.postMessage({ orgId: c.orgId, content, ...more })
const made = (more: Partial<EventCard> = {}) => hosted(w, c.orgId, { createdBy: c.admin.user._id, ...more })

const mentionedFor = async ({ device }: Person, messageId: string): Promise<string[]> => {
  const { body } = await device.getMessage({ orgId: c.orgId, messageId })
  return body.message.mentionedEvents.map(({ _id }: { _id: string }) => _id)
}

describe('a mention of an event', () => {
  // rules/messages 23
  it('shows the current state of the event, to its author and to readers', async () => {
    const event = await made({ location: 'Hall', image: 'http://media.test/a.png' })
    const { eventId: _id, name, start_time, location, image, type } = event
    const summary = { _id, name, start_time, location, image, previewImage: image, type }
    const { status, body } = await post(`${mention(event)} or ${mention(event)}`)
    expect([status, body.data.mentionedEvents]).toEqual([201, [summary]])
    await replanned(w, _id, { name: 'Renamed' })
    const page = await c.member.device.listMessages({ orgId: c.orgId })
    expect(page.body.messages[0].mentionedEvents).toEqual([{ ...summary, name: 'Renamed' }])
    await replanned(w, _id, { deletedAt: w.clock.now().toISOString() })
    expect(await mentionedFor(c.member, body.data._id)).toEqual([])
  })

  // rules/messages 22
  it('may name an event that the organization helps with, also in replies and edits', async () => {
    const event = await planned(w, { collaborators: [c.orgId] })
    const messageId = (await post('Hello')).body.data._id
    const reply = await c.owner.device.replyToMessage({ orgId: c.orgId, messageId, content: mention(event) })
    expect(reply.body.data.mentionedEvents).toMatchObject([{ _id: event.eventId }])
    const edit = await c.owner.device.editMessage({ orgId: c.orgId, messageId, content: mention(event) })
    expect(edit.body.data.mentionedEvents).toMatchObject([{ _id: event.eventId }])
    expect(await mentionedFor(c.follower, messageId)).toEqual([event.eventId])
  })

  // rules/messages 22
  it.each([
    ['of another organization', {}],
    ['that is not live', { hosted: true, status: 'draft' }],
    ['that was cancelled', { hosted: true, status: 'cancelled' }],
    ['that was deleted', { hosted: true, deletedAt: '2026-01-01T00:00:00.000Z' }],
  ] as const)('of an event %s is refused', async (_, { hosted: own, ...more }: { hosted?: true }) => {
    const event = own ? await made(more) : await planned(w, more)
    expect(await post(mention(event))).toMatchObject(refused(failures.UnknownEvent))
  })

  // rules/messages 22
  it('is rejected when the school allows none, and when there are too many', async () => {
    const event = await made()
    await setRules(w, { allowEventMentions: false })
    expect(await post(mention(event))).toMatchObject(refused(failures.MentionsOff))
    await setRules(w, {})
    const many = Array.from({ length: 11 }, (_, at) => `@event:${event.eventId}${at}`).join(' ')
    expect(await post(many)).toMatchObject(refused(failures.TooManyMentions))
  })

  // rules/messages 23
  it('shows non-members nothing about an event for members', async () => {
    const event = await made({ visibility: 'members_only' })
    const { body } = await post(mention(event), { visibility: 'public' })
    expect(await mentionedFor(c.member, body.data._id)).toEqual([event.eventId])
    for (const who of [c.follower, c.outsider]) expect(await mentionedFor(who, body.data._id)).toEqual([])
  })

  // rules/messages 23
  it("of an event that is no longer live is shown to its organizers, but not in a session by another school's provider", async () => {
    const event = await made({ createdBy: c.member.user._id })
    const { body } = await post(mention(event))
    await replanned(w, event.eventId, { status: 'draft' })
    const vouched = await vouchedFor(w, c.officer, w.sister)
    expect(await mentionedFor(c.officer, body.data._id)).toEqual([event.eventId])
    expect(await mentionedFor({ ...c.officer, device: vouched }, body.data._id)).toEqual([])
    expect(await mentionedFor(c.member, body.data._id)).toEqual([])
  })

  it('costs readers no additional round trip', async () => {
    using _rounds = logicalRounds()
    const own = await club(w, 'frugal')
    const { device } = own.owner
    const events = await Promise.all([1, 2, 3].map(() => hosted(w, own.orgId)))
    const page = async () => {
      await device.listMessages({ orgId: own.orgId })
      return lastCost(w)
    }
    await device.postMessage({ orgId: own.orgId, content: 'Hello' })
    const without = await page()
    for (const event of events)
      expect((await device.postMessage({ orgId: own.orgId, content: mention(event) })).status).toBe(201)
    expect(lastCost(w).depth - 1).toBeLessThanOrEqual(2)
    expect((await page()).depth).toBe(without.depth)
  })
})

describe('the creator of a mentioned event', () => {
  const told = async (person: Person, deed: () => Promise<unknown>) => {
    const before = await unreadOf(person)
    await deed()
    await streamOf(w).drain()
    const { data } = await listed(person)
    return {
      more: (await unreadOf(person)) - before,
      newest: data.find(({ title }: { title: string }) => title.includes(' mentions ')),
    }
  }

  // rules/messages 24
  it('is notified while they may read the message, unless they wrote it or the school turned this off', async () => {
    const event = await made({ createdBy: maker.user._id, name: 'Open day' })
    const visible = await told(maker, () => post(mention(event), { visibility: 'public' }))
    expect(visible).toMatchObject({
      more: 1,
      newest: { title: `${c.name} mentions Open day`, metadata: { orgId: c.orgId, eventId: event.eventId } },
    })
    expect((await told(maker, () => post(mention(event), { visibility: 'members_only' }))).more).toBe(0)
    await setRules(w, { notificationSettings: { notifyOnMention: false, notifyOnNewMessage: false } })
    expect((await told(maker, () => post(mention(event), { visibility: 'public' }))).more).toBe(0)
    await setRules(w, { notificationSettings: { notifyOnNewMessage: false } })
    const own = await made({ createdBy: c.owner.user._id })
    expect((await told(c.owner, () => post(mention(own)))).more).toBe(0)
    await setRules(w, {})
  })
})
