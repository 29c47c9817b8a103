import { beforeAll, describe, expect, it } from 'vitest'
import {
  AgendaItemNotFound,
  AgendaNotFound,
  EmptyAgenda,
  EventNotFound,
  HostOnly,
} from '../../functions/agendas/contract.ts'
import { eventAgenda, eventCard } from '../../functions/events/index.ts'
import { taskHandlers } from '../../functions/planning/scheduled-tasks.ts'
import { clubEvent, plannedCampus } from '../planning/people.ts'
import { refused } from '../support/agent.ts'
import { sweep } from '../support/due.ts'
import { founded } from '../support/societies.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { itemAt, lastCost, type Staged, staged, titlesOf } from './events.ts'

let s: Staged
beforeAll(async () => {
  s = await staged('agenda')
})

const owner = () => s.club.owner.device
const begun = async (...hours: number[]) => {
  const { card, at } = await s.hosted()
  const items = hours.map((hour) => itemAt(hour, { id: `item${hour}` }))
  await owner().saveAgenda({ ...at, items })
  return { card, at }
}
const published = async () => {
  const place = await begun(9, 10)
  await owner().publishAgenda(place.at)
  return place
}
const isPublic = async ({ at }: Awaited<ReturnType<typeof begun>>) =>
  (await owner().getAgenda(at)).body.data.agenda.isPublished

describe('publishing an agenda', () => {
  // rules/agendas 14
  it('makes it public, and says what is public now', async () => {
    const { at } = await begun(9, 10)
    const { status, body } = await owner().publishAgenda(at)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, message: 'Agenda published successfully' })
    expect(body.data.agenda).toMatchObject({ ...at, isPublished: true })
    expect(body.data.agenda.items).toHaveLength(2)
    const seen = await s.w.device().getPublicAgenda({ eventId: at.eventId })
    expect(titlesOf(seen)).toEqual(['Point 9', 'Point 10'])
  })

  it('takes no body, an empty one and an empty object', async () => {
    const bodies = [
      {},
      { headers: { 'content-type': 'application/json' }, raw: '' },
      { headers: { 'content-type': 'application/json' }, raw: '{}' },
    ]
    for (const how of bodies) {
      const { at } = await begun(9)
      expect((await owner().publishAgenda(at, how)).status).toBe(200)
    }
  })

  it('is refused while there is none, in exactly these words', async () => {
    const { at } = await s.hosted()
    const reply = await owner().publishAgenda(at)
    expect([reply.status, reply.body]).toEqual([404, { success: false, message: 'Agenda not found' }])
    expect(reply).toMatchObject(refused(AgendaNotFound))
  })

  // rules/agendas 16
  it('is refused while it has no items', async () => {
    const { at } = await s.hosted()
    await owner().saveAgenda({ ...at, publicNotes: 'Soon' })
    const reply = await owner().publishAgenda(at)
    expect([reply.status, reply.body]).toEqual([
      400,
      { success: false, message: 'Cannot publish an empty agenda' },
    ])
    expect(reply).toMatchObject(refused(EmptyAgenda))
  })

  it('finds no agenda of an absent, a deleted or another organization’s event', async () => {
    const { card, at } = await begun(9)
    await s.w.table().put(eventCard, { ...card, deletedAt: '2026-03-01T00:00:00.000Z' })
    const foreign = await s.hosted({ hostingId: 'other', collaborators: [] })
    for (const eventId of ['absent', at.eventId, foreign.at.eventId])
      expect(await owner().publishAgenda({ ...at, eventId })).toMatchObject(refused(AgendaNotFound))
  })

  it('of another organization publishes nothing', async () => {
    const { at } = await begun(9)
    const other = await founded(s.club.outsider)
    const reply = await other.owner.device.publishAgenda({ ...at, orgId: other.orgId })
    expect(reply).toMatchObject(refused(AgendaNotFound))
    expect((await owner().getAgenda(at)).body.data.agenda.isPublished).toBe(false)
  })

  // rules/agendas 16
  it('leaves a published one as it is', async () => {
    const { at } = await published()
    const before = (await owner().getAgenda(at)).body.data.agenda
    s.w.clock.advance(60)
    const { status, body } = await owner().publishAgenda(at)
    expect([status, body.data.agenda]).toEqual([200, before])
  })

  it('costs one round trip and one unit behind authentication', async () => {
    using _rounds = logicalRounds()
    const { at } = await begun(9, 10)
    await owner().getAgenda(at)
    const { depth } = lastCost(s.w)
    await owner().publishAgenda(at)
    expect(lastCost(s.w)).toMatchObject({ depth, writeUnits: 1 })
  })

  // rules/agendas 1, rules/agendas 2
  it('is open to an organization that helps, as every edit is', async () => {
    const { at } = await begun(9)
    const place = { ...at, orgId: s.helper.orgId }
    const { device } = s.helper.owner
    expect((await device.createAgendaItem({ ...place, ...itemAt(11) })).status).toBe(201)
    const { status, body } = await device.publishAgenda(place)
    expect([status, body.data.agenda.orgId, body.data.agenda.isPublished]).toEqual([200, s.club.orgId, true])
    const unbegun = await s.hosted()
    expect(await device.publishAgenda({ ...unbegun.at, orgId: s.helper.orgId })).toMatchObject(
      refused(AgendaNotFound),
    )
  })

  // rules/agendas 17
  it('moves the end of the event when it is told to', async () => {
    const { at, card } = await begun(9)
    const publish = (more: object) => owner().publishAgenda({ ...at, ...more })
    const early = await publish({ newEndTime: '2026-04-01T09:00:00.000Z' })
    expect(early.status).toBe(400)
    expect((await owner().getAgenda(at)).body.data.agenda.isPublished).toBe(false)
    const newEndTime = '2026-04-01T20:00:00.000Z'
    const { status, body } = await publish({ newEndTime })
    expect([status, body.data?.agenda.isPublished]).toEqual([200, true])
    const after = await s.w.table().get(eventCard, card)
    expect([after?.start_time, after?.end_time]).toEqual([card.start_time, newEndTime])
  })

  // rules/agendas 17, rules/agendas 18
  it('moves no end in vain, nor for an organization that only helps', async () => {
    const newEndTime = '2026-04-01T20:00:00.000Z'
    const { at, card } = await s.hosted()
    expect(await owner().publishAgenda({ ...at, newEndTime })).toMatchObject(refused(AgendaNotFound))
    await owner().saveAgenda({ ...at, items: [] })
    expect(await owner().publishAgenda({ ...at, newEndTime })).toMatchObject(refused(EmptyAgenda))
    await owner().saveAgenda({ ...at, items: [itemAt(9)] })
    const helping = { ...at, orgId: s.helper.orgId, newEndTime }
    expect(await s.helper.owner.device.publishAgenda(helping)).toMatchObject(refused(HostOnly))
    expect((await s.w.table().get(eventCard, card))?.end_time).toBe(card.end_time)
  })
})

describe('a published agenda', () => {
  // rules/agendas 15
  it.each([
    ['a new item', (at: object) => owner().createAgendaItem({ ...at, ...itemAt(12) })],
    ['a changed item', (at: object) => owner().updateAgendaItem({ ...at, itemId: 'item9', title: 'New' })],
    ['a change that changes nothing', (at: object) => owner().updateAgendaItem({ ...at, itemId: 'item9' })],
    ['a removed item', (at: object) => owner().deleteAgendaItem({ ...at, itemId: 'item9' })],
    ['replaced items', (at: object) => owner().saveAgenda({ ...at, items: [itemAt(9)] })],
  ])('is taken back by %s', async (_, edit) => {
    const place = await published()
    expect((await edit(place.at)).status).toBeLessThan(300)
    expect(await isPublic(place)).toBe(false)
    const seen = await s.w.device().getPublicAgenda({ eventId: place.at.eventId })
    expect(seen).toMatchObject(refused(AgendaNotFound))
  })

  // rules/agendas 15, rules/agendas 20
  it('stays public when its notes change', async () => {
    const place = await published()
    await owner().saveAgenda({ ...place.at, publicNotes: 'Bring chairs', internalNotes: 'Call Ben' })
    expect(await isPublic(place)).toBe(true)
    const { body } = await s.w.device().getPublicAgenda({ eventId: place.at.eventId })
    expect(body.data.agenda.publicNotes).toBe('Bring chairs')
    expect(JSON.stringify(body)).not.toContain('Ben')
    await owner().saveAgenda({ ...place.at, publicNotes: null })
    const { agenda } = (await owner().getAgenda(place.at)).body.data
    expect([agenda.publicNotes, agenda.internalNotes]).toEqual([undefined, 'Call Ben'])
  })

  // rules/agendas 20
  it('keeps from readers what is for the staff', async () => {
    const { at } = await begun(9)
    await owner().createAgendaItem({ ...at, ...itemAt(10, { isPublic: false }) })
    await owner().publishAgenda(at)
    expect(titlesOf(await s.w.device().getPublicAgenda({ eventId: at.eventId }))).toEqual(['Point 9'])
    expect(titlesOf(await owner().getAgenda(at))).toEqual(['Point 9', 'Point 10'])
  })

  // rules/agendas 4, rules/agendas 20
  it('is seen by those alone who see the event', async () => {
    const { at } = await s.hosted({ visibility: 'members_only' })
    await owner().saveAgenda({ ...at, items: [itemAt(9)] })
    await owner().publishAgenda(at)
    const read = (agent = s.w.device()) => agent.getPublicAgenda({ eventId: at.eventId })
    expect(await read()).toMatchObject(refused(EventNotFound))
    expect(await read(s.club.outsider.device)).toMatchObject(refused(EventNotFound))
    expect((await read(s.club.member.device)).status).toBe(200)
  })

  // rules/agendas 23
  it('goes with its event', async () => {
    const { c, w } = await plannedCampus()
    const at = { orgId: c.orgId, eventId: await clubEvent(c) }
    await c.owner.device.saveAgenda({ ...at, items: [itemAt(9)] })
    await c.owner.device.deleteOrgEvent(at)
    expect(await w.table().get(eventAgenda, at)).toBeDefined()
    w.clock.advance(30 * 24 * 3600 + 60)
    for (let round = 0; round < 6; round += 1) await sweep(w, taskHandlers)
    const found = [await w.table().get(eventCard, at), await w.table().get(eventAgenda, at)]
    expect(found).toEqual([undefined, undefined])
  })
})

describe('an agenda that nobody has begun', () => {
  // rules/agendas 13
  it('reads as an empty one, and is not written by reading', async () => {
    const { at } = await s.hosted()
    const { body } = await owner().getAgenda(at)
    expect(body.data.agenda).toEqual({ _id: null, ...at, items: [], version: 0, isPublished: false })
    expect(await s.w.table().get(eventAgenda, at)).toBeUndefined()
  })

  it('belongs to no event of another organization', async () => {
    const foreign = await s.hosted({ hostingId: 'other', collaborators: [] })
    for (const at of [foreign.at, { ...foreign.at, eventId: 'absent' }]) {
      expect(await owner().getAgenda(at)).toMatchObject(refused(EventNotFound))
      expect(await owner().saveAgenda({ ...at, items: [] })).toMatchObject(refused(EventNotFound))
      expect(await owner().createAgendaItem({ ...at, ...itemAt(9) })).toMatchObject(refused(EventNotFound))
      expect(await owner().deleteAgendaItem({ ...at, itemId: 'x' })).toMatchObject(refused(EventNotFound))
    }
  })

  it('has no items to change or remove', async () => {
    const { at } = await s.hosted()
    for (const failure of [AgendaNotFound, AgendaItemNotFound]) {
      const named = { ...at, itemId: 'absent' }
      expect(await owner().updateAgendaItem({ ...named, title: 'x' })).toMatchObject(refused(failure))
      expect(await owner().deleteAgendaItem(named)).toMatchObject(refused(failure))
      await owner().createAgendaItem({ ...at, ...itemAt(9) })
    }
  })
})
