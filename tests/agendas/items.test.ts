import { beforeAll, describe, expect, it } from 'vitest'
import {
  AgendaItemInvalid,
  AgendaOfOrganization,
  EventNotFound,
  NotYourEvent,
} from '../../functions/agendas/contract.ts'
import { ValidationError } from '../../lib/contract/failures.ts'
import { stored } from '../events/cards.ts'
import { refused } from '../support/agent.ts'
import { itemAt, type Staged, staged, titlesOf } from './events.ts'

let s: Staged
let at: Staged['hosted'] extends () => Promise<infer P> ? (P extends { at: infer A } ? A : never) : never
beforeAll(async () => {
  s = await staged('items')
  at = (await s.hosted()).at
})

const owner = () => s.club.owner.device
const good = itemAt(9)
const saying = (message: string) => refused({ ...AgendaItemInvalid, message })

const wrong: readonly (readonly [string, object])[] = [
  ['title is required.', { ...good, title: undefined }],
  ['title is required.', { ...good, title: '  ' }],
  ['id is required.', { ...good, id: '' }],
  ['startTime is required.', { ...good, startTime: null }],
  ['endTime is required.', { ...good, endTime: undefined }],
  ['invalid startTime format.', { ...good, startTime: 'tomorrow' }],
  ['invalid endTime format.', { ...good, endTime: '2026-13-40T99:00:00Z' }],
  ['endTime must be after startTime.', { ...good, endTime: good.startTime }],
  ['endTime must be after startTime.', { ...good, endTime: '2026-03-31T09:00:00.000Z' }],
  ['assignedRoles has a role that this event does not have.', { ...good, assignedRoles: ['absent'] }],
]

describe('an item', () => {
  // rules/agendas 5, rules/agendas 7, rules/agendas 11
  it.each(wrong)('of which %s is refused wherever it comes', async (what, item) => {
    const second = await owner().saveAgenda({ ...at, items: [good, item] })
    expect(second).toMatchObject(saying(`Agenda item 2: ${what}`))
    expect(await owner().createAgendaItem({ ...at, ...item })).toMatchObject(saying(`Agenda item 1: ${what}`))
    expect((await owner().getAgenda(at)).body.data.agenda._id).toBeNull()
    const own = await stored(s.w, { hostingId: s.club.owner.user._id })
    expect(await owner().updateEventAgenda({ eventId: own.eventId, agenda: [good, item] })).toMatchObject(
      saying(`Agenda item 2: ${what}`),
    )
  })

  it.each([
    { title: 7 },
    { type: 'Party' },
    { customColor: 'red' },
    { isPublic: 'yes' },
    { order: -1 },
    { title: 'x'.repeat(201) },
    { assignedRoles: 'all' },
  ])('with %o is no item', async (more) => {
    expect(await owner().createAgendaItem({ ...at, ...good, ...more })).toMatchObject(
      refused(ValidationError),
    )
  })

  it('cannot be made public, or somebody else’s, by what is sent with it', async () => {
    const { at } = await s.hosted()
    const sent = await owner().saveAgenda({ ...at, items: [good], isPublished: true })
    expect([sent.status, sent.body.field]).toEqual([400, 'isPublished'])
    const { body } = await owner().saveAgenda({ ...at, items: [good], itemCount: 9, id: 'mine' })
    expect(body.data.agenda).toMatchObject({ ...at, isPublished: false })
    expect(body.data.agenda._id).not.toBe('mine')
  })

  it('gets an id, a type, an order and readers', async () => {
    const { at } = await s.hosted()
    const { status, body } = await owner().createAgendaItem({ ...at, ...good, surplus: 1 })
    expect(status).toBe(201)
    expect(body.message).toBe('Agenda item created successfully')
    const { item } = body.data
    expect(item).toEqual({
      ...good,
      id: expect.stringMatching(/^\w{26}$/),
      type: 'Activity',
      assignedRoles: [],
      isPublic: true,
      order: 0,
    })
    expect(body.data.agenda.items).toEqual([item])
  })

  // rules/agendas 8, rules/agendas 9
  it('keeps its id, and every field that a change does not name', async () => {
    const { at } = await s.hosted()
    const made = { ...good, description: 'Long', location: 'Hall', type: 'Custom', customTag: 'Fun' }
    const { id } = (await owner().createAgendaItem({ ...at, ...made })).body.data.item
    const change = { ...at, itemId: id, id: 'other', title: ' New ', location: null }
    const { status, body } = await owner().updateAgendaItem(change)
    expect([status, body.message]).toEqual([200, 'Agenda item updated successfully'])
    const { location: _, ...rest } = made
    expect(body.data.item).toEqual({ ...rest, title: 'New', id, assignedRoles: [], isPublic: true, order: 0 })
    const late = { ...at, itemId: id, startTime: '2026-04-01T23:00:00Z' }
    expect(await owner().updateAgendaItem(late)).toMatchObject(
      saying('Agenda item 1: endTime must be after startTime.'),
    )
    expect(await owner().updateAgendaItem({ ...at, itemId: id, title: '' })).toMatchObject(
      saying('Agenda item 1: title is required.'),
    )
    expect(await owner().updateAgendaItem({ ...at, itemId: id, assignedRoles: ['x'] })).toMatchObject(
      saying('Agenda item 1: assignedRoles has a role that this event does not have.'),
    )
  })

  // rules/agendas 10
  it('names jobs of its event', async () => {
    const { at } = await s.hosted()
    const job = (await owner().createEventJob({ ...at, name: 'Usher' })).body.data.role
    const item = { ...good, assignedRoles: [job._id, job._id] }
    const { body } = await owner().createAgendaItem({ ...at, ...item })
    expect(body.data.item.assignedRoles).toEqual([job._id])
    const elsewhere = await s.hosted()
    expect((await owner().createAgendaItem({ ...elsewhere.at, ...item })).status).toBe(400)
    const many = Array.from({ length: 101 }, (_, number) => `job${number}`)
    const items = [0, 20, 40, 60, 80, 100].map((from) => ({
      ...good,
      assignedRoles: many.slice(from, from + 20),
    }))
    expect(await owner().saveAgenda({ ...at, items })).toMatchObject(
      saying('Agenda item 6: has too many roles.'),
    )
  })

  // rules/agendas 8
  it('stands in the order that it asks for, once under its id', async () => {
    const { at } = await s.hosted()
    const items = [itemAt(9, { order: 5 }), itemAt(10, { order: 1 }), itemAt(11, { order: 5 })]
    expect(titlesOf(await owner().saveAgenda({ ...at, items }))).toEqual(['Point 10', 'Point 9', 'Point 11'])
    const twice = [itemAt(9, { id: 'one' }), itemAt(10, { id: 'one' })]
    expect(await owner().saveAgenda({ ...at, items: twice })).toMatchObject(
      saying('Agenda item 2: id is not unique.'),
    )
  })

  // rules/agendas 5, rules/agendas 6
  it('may lie outside the times of its event, in any zone', async () => {
    const { at } = await s.hosted()
    const item = { ...good, startTime: '2027-01-01T00:00:00+02:00', endTime: '2027-01-01T01:00' }
    const { body } = await owner().createAgendaItem({ ...at, ...item })
    expect([body.data.item.startTime, body.data.item.endTime]).toEqual([
      '2026-12-31T22:00:00.000Z',
      '2027-01-01T01:00:00.000Z',
    ])
  })
})

describe('the agenda of an event that a person hosts', () => {
  // rules/agendas 19
  it('is public as soon as its host has written it', async () => {
    const { eventId } = await stored(s.w, { hostingId: s.club.member.user._id })
    const { status, body } = await s.club.member.device.updateEventAgenda({ eventId, agenda: [good] })
    expect([status, body.message]).toEqual([200, 'Agenda updated successfully'])
    expect(body.event).toMatchObject({ _id: eventId, eventAgenda: { isPublished: true } })
    expect(titlesOf(await s.w.device().getPublicAgenda({ eventId }))).toEqual(['Point 9'])
    const emptied = await s.club.member.device.updateEventAgenda({ eventId, agenda: [] })
    expect(emptied.body.event.eventAgenda).toMatchObject({ isPublished: false, items: [] })
  })

  // rules/agendas 24
  it('is not replaced by a request with an outdated version', async () => {
    const { eventId } = await stored(s.w, { hostingId: s.club.member.user._id })
    const write = (version: number) =>
      s.club.member.device.updateEventAgenda({ eventId, agenda: [good], version })
    const written = await write(0)
    expect(written.body.event.eventAgenda.version).toBe(1)
    expect((await write(0)).body.code).toBe('CONCURRENT_CHANGE')
    expect((await write(1)).status).toBe(200)
  })

  // rules/agendas 3, rules/agendas 4
  it('is nobody else’s to write', async () => {
    const { eventId } = await stored(s.w, { hostingId: s.club.member.user._id })
    const closed = await stored(s.w, { hostingId: s.club.member.user._id, status: 'draft' })
    const write = (of: string) => s.club.owner.device.updateEventAgenda({ eventId: of, agenda: [good] })
    expect(await write(eventId)).toMatchObject(refused(NotYourEvent))
    expect(await write(closed.eventId)).toMatchObject(refused(EventNotFound))
    expect(await write('absent')).toMatchObject(refused(EventNotFound))
  })

  it('is another matter than that of an organization', async () => {
    expect(await owner().updateEventAgenda({ eventId: at.eventId, agenda: [good] })).toMatchObject(
      refused(AgendaOfOrganization),
    )
  })
})
