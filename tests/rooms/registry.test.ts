import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { RoomTaken, RoomTooSmall } from '../../functions/planning/contract/failures.ts'
import { BadRange, RoomExists, RoomNameFixed, RoomNotFound } from '../../functions/rooms/failures.ts'
import { roomKey } from '../../functions/rooms/index.ts'
import { evaluateConditions } from '../../functions/stakeholders/index.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { meanwhile } from '../operations/lost-to-others.ts'
import { clubEvent, type PlannedCampus, plannedCampus, usual } from '../planning/people.ts'
import { refused } from '../support/agent.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

let number = 0
const newRoom = async (more: object = {}): Promise<{ _id: string; name: string }> => {
  number += 1
  const { status, body } = await p.dean.device.createRoom({ name: `Room No. ${number}`, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
const attempt = (classroom_id: string, more: object = {}) =>
  p.c.owner.device.createEventByForm({
    ...usual,
    hostingType: 'Org',
    hostingId: p.c.orgId,
    classroom_id,
    ...more,
  })

const hourOf = (day: string) => ({
  start_time: `${day}T10:00:00.000Z`,
  end_time: `${day}T11:00:00.000Z`,
})

/** Ways to write the name of one room. */
const written = (name: string): readonly string[] => [
  name.toUpperCase(),
  ` ${name}  `,
  name.replaceAll(' ', '\u00a0\u2003'),
  name.replaceAll(' ', ''),
  [...name].join('\u200b'),
  name.replace('N', '\uff2e'),
]

// rules/rooms 1
describe('the name of a room', () => {
  it('matches in every spelling, and fits into a table key', () => {
    for (const name of written('Room No. 1')) expect(roomKey(name)).toBe('roomno.1')
    expect(roomKey('Room 11')).not.toBe(roomKey('Room 1'))
    for (const name of ['\u200b', '  ', '\ufdfa'.repeat(128), '\u0130', '#%'.repeat(64)]) {
      const key = roomKey(name)
      expect([name, key.length > 0, roomKey(key) === key, Buffer.byteLength(key) < 1700]).toEqual([
        name,
        true,
        true,
        true,
      ])
    }
  })
})

describe('rooms of a school', () => {
  // rules/rooms 4, rules/rooms 5, rules/rooms 7
  it('are created, changed and deleted by administrators only, each with an audit row', async () => {
    const { w, dean, c } = p
    const made = await newRoom({ capacity: 30, features: ['Projector', 'projector ', 'Piano'] })
    expect(made).toMatchObject({ name: 'Room No. 1', capacity: 30, features: ['Projector', 'Piano'] })
    expect(await dean.device.createRoom({ name: 'ROOM no. 1' })).toMatchObject(refused(RoomExists))
    const changed = await dean.device.updateRoom({ roomId: made._id, name: 'ROOM NO. 1', capacity: null })
    expect(changed.body.data).toMatchObject({ _id: made._id, name: 'ROOM NO. 1', capacity: null })
    const renamed = await dean.device.updateRoom({ roomId: made._id, name: 'Room 2' })
    expect(renamed).toMatchObject(refused(RoomNameFixed))
    for (const roomId of written('Room No. 1'))
      expect((await c.member.device.getRoom({ roomId })).status).toBe(200)
    expect((await c.owner.device.createRoom({ name: 'Mine' })).status).toBe(403)
    expect((await c.owner.device.updateRoom({ roomId: made._id, capacity: 1 })).status).toBe(403)
    expect((await c.owner.device.deleteRoom({ roomId: made._id })).status).toBe(403)
    expect((await dean.device.deleteRoom({ roomId: made._id })).status).toBe(200)
    expect(await dean.device.deleteRoom({ roomId: made._id })).toMatchObject(refused(RoomNotFound))
    expect(await c.member.device.getRoom({ roomId: made._id })).toMatchObject(refused(RoomNotFound))
    expect(await dean.device.updateRoom({ roomId: made._id, capacity: 1 })).toMatchObject(
      refused(RoomNotFound),
    )
    const month = w.clock.now().toISOString().slice(0, 7)
    const { items } = await w.table().list(auditEntry, { keyParams: { month }, limit: 100, strong: true })
    expect(items.map(({ action }) => action).filter((action) => action.startsWith('room.'))).toEqual([
      'room.create',
      'room.update',
      'room.delete',
    ])
  })

  // rules/rooms 8, rules/rooms 9
  it('are listed completely in pages, under both paths, by size, features and name', async () => {
    const { device } = p.c.member
    const names: string[] = []
    for (const capacity of [10, 20, 30, 40, 50]) {
      const features = capacity > 20 ? ['Step-free access', 'Piano'] : ['Piano']
      names.push((await newRoom({ name: `Listed ${capacity}`, capacity, features })).name)
    }
    await newRoom({ name: 'Listed unknown' })
    const all = async (query: object): Promise<string[]> => {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const behind = cursor ? { cursor } : {}
        const asked = { limit: '2', search: 'LISTED', ...query, ...behind }
        const { status, body } = await device.listRooms(asked)
        expect(status, JSON.stringify(body)).toBe(200)
        found.push(...body.rooms.map(({ name }: { name: string }) => name))
        cursor = body.nextCursor
      } while (cursor)
      return found
    }
    expect(await all({})).toEqual([...names, 'Listed unknown'])
    expect(await all({ capacity: '30' })).toEqual(names.slice(2))
    expect(await all({ features: 'piano, STEP-FREE ACCESS' })).toEqual(names.slice(2))
    const other = await device.listRooms({ query: 'listed 3' }, { path: '/search-rooms' })
    expect(other.body.rooms.map(({ name }: { name: string }) => name)).toEqual(['Listed 30'])
    const second = await device.listRooms({ search: 'listed', limit: '2', page: '2' })
    expect(second.body.rooms.map(({ name }: { name: string }) => name)).toEqual(names.slice(2, 4))
  })

  // rules/rooms 10
  it('are listed as free to the minute', async () => {
    const { device } = p.c.member
    const room = await newRoom({ name: 'Chapel', capacity: 100 })
    const event = { start_time: '2026-04-02T10:05:00.000Z', end_time: '2026-04-02T11:20:00.000Z' }
    expect((await attempt('CHA PEL', event)).status).toBe(201)
    const free = async (from: string, to: string): Promise<string[]> => {
      const day = '2026-04-02T'
      const times = { from: `${day}${from}:00.000Z`, to: `${day}${to}:00.000Z` }
      const { body } = await device.listRooms({ search: 'chapel', ...times })
      return body.rooms.map(({ _id }: { _id: string }) => _id)
    }
    expect(await free('10:00', '10:06')).toEqual([])
    expect(await free('11:19', '12:00')).toEqual([])
    expect(await free('10:00', '10:05')).toEqual([room._id])
    expect(await free('11:20', '12:00')).toEqual([room._id])
    expect(await device.listRooms({ from: event.start_time })).toMatchObject(refused(BadRange))
    const backwards = await device.listRooms({ from: event.end_time, to: event.start_time })
    expect(backwards).toMatchObject(refused(BadRange))
    expect(
      (
        await attempt('chapel', {
          ...event,
          start_time: event.end_time,
          end_time: '2026-04-02T11:25:00.000Z',
        })
      ).status,
    ).toBe(201)
  })

  // rules/rooms 1, rules/rooms 2
  it.each(written('Great Hall').map((name) => [name]))('are one room when it is written %j', async (name) => {
    number += 1
    const times = {
      start_time: `2026-05-${String(number + 1).padStart(2, '0')}T10:00:00.000Z`,
      end_time: `2026-05-${String(number + 1).padStart(2, '0')}T11:00:00.000Z`,
    }
    await clubEvent(p.c, { classroom_id: 'Great Hall', ...times })
    expect(await attempt(name, times)).toMatchObject(refused(RoomTaken))
    const { body } = await p.c.member.device.checkResource({ resourceId: name, ...times })
    expect(body.conflicts).toHaveLength(1)
  })

  // rules/rooms 25, rules/rooms 26, rules/rooms 27
  it('reject an event with more seats than their capacity', async () => {
    const { device } = p.c.owner
    await newRoom({ name: 'Small room', capacity: 20 })
    const at = (day: number) => ({
      ...hourOf(`2026-06-${String(day).padStart(2, '0')}`),
      expectedAttendance: 5,
    })
    const refusedSmall = {
      status: 409,
      body: {
        code: RoomTooSmall.code,
        message:
          'Small room holds 20 people, and the event is for 21. Choose a larger room, or plan for fewer people.',
      },
    }
    expect(await attempt('SMALL ROOM', { ...at(1), maxAttendees: 21 })).toMatchObject(refusedSmall)
    expect((await attempt('small room', { ...at(1), maxAttendees: 20 })).status).toBe(201)
    expect((await attempt('small room', at(2))).status).toBe(201)
    expect((await attempt('small room 2', { ...at(1), maxAttendees: 500 })).status).toBe(201)
    const draft = await clubEvent(p.c, {
      asDraft: true,
      classroom_id: 'smallroom',
      maxAttendees: 21,
      ...at(3),
    })
    expect(await device.publishEvent({ eventId: draft })).toMatchObject(refusedSmall)
    const live = await clubEvent(p.c, { classroom_id: 'smallroom', maxAttendees: 5, ...at(4) })
    const more = await device.updateEvent({ event_id: live, maxAttendees: 21 })
    expect(more).toMatchObject(refusedSmall)
    // A room that shrinks later keeps who has it, and asks nothing of changes to other things.
    await p.dean.device.updateRoom({ roomId: 'smallroom', capacity: 2 })
    expect((await device.updateEvent({ event_id: live, description: 'Bring a chair' })).status).toBe(200)
  })

  // rules/rooms 28
  it('reject an event with a higher expected attendance, on creation, edit, publication and in the preview', async () => {
    const { device } = p.c.owner
    const [{ name }, other] = [await newRoom({ capacity: 24 }), await newRoom({ capacity: 30 })]
    const small = { status: 409, body: { code: RoomTooSmall.code } }
    const day = hourOf('2026-06-20')
    expect(await attempt(name, { ...day, expectedAttendance: 80 })).toMatchObject(small)
    expect((await attempt('Nowhere known', { ...day, expectedAttendance: 80 })).status).toBe(201)
    const draft = await clubEvent(p.c, { asDraft: true, classroom_id: name, ...day, expectedAttendance: 25 })
    expect(await device.publishEvent({ eventId: draft })).toMatchObject(small)
    const live = await clubEvent(p.c, { classroom_id: other.name, ...day, expectedAttendance: 24 })
    const edit = (fields: object) => device.updateEvent({ event_id: live, ...fields })
    expect(await edit({ expectedAttendance: 31 })).toMatchObject(small)
    expect((await edit({ classroom_id: name })).status).toBe(200)
    const preview = { ...usual, ...day, organizationId: p.c.orgId, classroom_id: name }
    expect(await device.previewApprovals({ ...preview, expectedAttendance: 25 })).toMatchObject(small)
    expect((await device.previewApprovals({ ...preview, expectedAttendance: 24 })).status).toBe(200)
  })

  // rules/rooms 6
  it('keep the bookings under their name when they are registered or deleted', async () => {
    const times = { start_time: '2026-07-01T10:00:00.000Z', end_time: '2026-07-01T11:00:00.000Z' }
    expect((await attempt('Annex', times)).status).toBe(201)
    expect(await attempt('Annex', times)).toMatchObject(refused(RoomTaken))
    const { _id } = await newRoom({ name: 'ANNEX' })
    expect(await attempt('Annex', times)).toMatchObject(refused(RoomTaken))
    expect((await p.dean.device.deleteRoom({ roomId: _id })).status).toBe(200)
    expect(await attempt('Annex', times)).toMatchObject(refused(RoomTaken))
  })

  // rules/rooms 3
  it('match approval conditions in every spelling', () => {
    const asks = (operator: string, value: unknown, classroom_id: string) => {
      const conditions = [{ field: 'roomId', operator, value }]
      const conditionGroups = [{ conditions, conditionLogicalOperators: [] }]
      const asked = { conditionGroups, groupLogicalOperators: [] } as Parameters<typeof evaluateConditions>[0]
      return evaluateConditions(asked, { classroom_id }, []).holds
    }
    for (const name of written('Room No. 1')) {
      expect([name, asks('equals', 'Room No. 1', name), asks('notEquals', 'Room No. 1', name)]).toEqual([
        name,
        true,
        false,
      ])
      expect([name, asks('in', 'Hall, room no. 1', name), asks('in', ['Hall'], name)]).toEqual([
        name,
        true,
        false,
      ])
    }
  })

  // rules/rooms 3
  it('match the approval domain that names them in every spelling', async () => {
    const { device } = p.dean
    const scope = { kind: 'scoped', spaceIds: ['Lab 7'], buildingIds: [], spaceGroupIds: [] }
    const { body } = await device.createDomain({
      name: 'Labs',
      type: 'facility',
      spaceGovernance: { governingScope: scope },
      domainSettings: { restrictedEventTypes: ['Competition'] },
    })
    for (const name of written('Lab 7'))
      expect((await attempt(name)).body.message).toBe('Event type is not allowed')
    await device.deleteDomain({ domainId: body.data._id })
  })

  it('keep both changes that two administrators make at the same moment', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const { w, dean } = p
    const { _id: roomId } = await newRoom({ name: 'Room of two' })
    meanwhile(w, roomId, () => dean.device.updateRoom({ roomId, capacity: 12 }))
    expect((await dean.device.updateRoom({ roomId, description: 'Under the roof' })).status).toBe(200)
    const { data } = (await dean.device.getRoom({ roomId })).body
    expect(data).toMatchObject({ capacity: 12, description: 'Under the roof' })
    expect((await dean.device.deleteRoom({ roomId })).status).toBe(200)
  })
})
