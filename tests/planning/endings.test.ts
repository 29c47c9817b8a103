import { beforeAll, describe, expect, it, vi } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import {
  NoPicture,
  PastNotCancelled,
  PictureForbidden,
  UnsupportedPicture,
} from '../../functions/planning/contract/failures.ts'
import { personalData } from '../../functions/planning/personal-data.ts'
import { taskHandlers as planningDue } from '../../functions/planning/scheduled-tasks.ts'
import { taskHandlers as reminders } from '../../functions/reminders/scheduled-tasks.ts'
import { findConflicts } from '../../functions/rooms/index.ts'
import { sniffImage } from '../../lib/gateways/image.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { notificationRow } from '../../lib/outbox.ts'
import type { PersonAtSchool } from '../../lib/personal-data.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { sweep } from '../support/due.ts'
import { clubEvent, made, type PlannedCampus, plannedCampus, usual } from './people.ts'
import { form, png } from './pictures.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
})

const day = 24 * 3600
const handlers = [...reminders, ...planningDue]
const cardOf = (eventId: string) => p.w.table().get(eventCard, { eventId }, { strong: true })
const told = (eventId: string, template: string, version: number) =>
  p.w.table().get(notificationRow, { cause: `${eventId}#${version}`, template, page: '0000' })

describe('people of an event', () => {
  // rules/planning 20
  it('are told when it moves or is called off, and of nothing else', async () => {
    const { c } = p
    const eventId = await clubEvent(c)
    await c.owner.device.updateEvent({ event_id: eventId, description: 'New words' })
    expect(await told(eventId, 'event_updated', 2)).toBeUndefined()
    await c.owner.device.updateEvent({ event_id: eventId, location: 'Elsewhere' })
    expect(await told(eventId, 'event_updated', 3)).toMatchObject({
      params: { eventTitle: usual.name, changes: 'place' },
      to: [
        { kind: 'event', eventId, who: 'attendees' },
        { kind: 'event', eventId, who: 'waiting' },
        { kind: 'event', eventId, who: 'workers' },
      ],
      metadata: { eventId, orgId: c.orgId, tenantKey: p.w.home },
    })
    const reason = 'The hall is flooded. See flood.example.org'
    await c.owner.device.cancelEvent({ event_id: eventId, reason })
    expect((await told(eventId, 'event_cancelled', 4))?.params.reason).toBe(reason)
    expect((await c.owner.device.getEvent({ event_id: eventId })).body.event.cancelReason).toBe(reason)
    expect((await c.outsider.device.getEvent({ event_id: eventId })).body.event.cancelReason).toBeUndefined()
    const draft = await clubEvent(c, { asDraft: true })
    await c.owner.device.deleteEvent({ event_id: draft })
    expect(await told(draft, 'event_cancelled', 2)).toBeUndefined()
  })
})

describe('an event that is over', () => {
  // rules/planning 38
  it('is not cancelled, alone or with others, and nobody is told that it does not take place', async () => {
    const { c, w } = p
    const ids = [await clubEvent(c), await clubEvent(c), await clubEvent(c)]
    const at = (hours: number) => new Date(w.clock.now().getTime() + hours * 3_600_000).toISOString()
    const versions = await Promise.all(
      ids.map(async (eventId) => {
        const card = await cardOf(eventId)
        if (!card) throw new Error('no event')
        await w.table().put(eventCard, { ...card, start_time: at(-2), end_time: at(-1) })
        return card.version
      }),
    )
    const [alone = '', listed = '', deleted = ''] = ids
    expect(await c.owner.device.cancelEvent({ event_id: alone })).toMatchObject(refused(PastNotCancelled))
    const scope = { orgId: c.orgId, eventId: alone }
    expect(await c.owner.device.setEventStatus({ ...scope, status: 'cancelled' })).toMatchObject(
      refused(PastNotCancelled),
    )
    const many = { orgId: c.orgId, action: 'cancel', eventIds: [listed] }
    expect((await c.owner.device.bulkAction(many)).body.data.results).toMatchObject([
      { eventId: listed, ok: false, message: PastNotCancelled.message },
    ])
    expect((await c.owner.device.deleteEvent({ event_id: deleted })).status).toBe(200)
    for (const [index, eventId] of ids.entries())
      expect(await told(eventId, 'event_cancelled', (versions[index] ?? 0) + 1)).toBeUndefined()
  })
})

/** The type of the file behind an address; undefined when there is none. */
const kept = async (address: string) => {
  const bytes = await p.w.runtime.gateways.media.read(address.replace('http://media.test/', ''))
  return bytes && sniffImage(bytes)
}

describe('a picture', () => {
  const fields = { ...usual, expectedAttendance: '40', hostingType: 'User', event_tags: '["a","b"]' }

  it('comes with the form, under a key of its own, and is replaced', async () => {
    const { c, w } = p
    const { status, body } = await c.owner.device.createEventByForm({}, form(fields, png))
    expect(status, JSON.stringify(body)).toBe(201)
    const { image } = body.event
    expect(image).toMatch(new RegExp(`/events/${w.home}/${body.eventId}/[0-9A-Z]{26}\\.webp$`))
    expect(await kept(image)).toBe('image/webp')
    const again = await c.owner.device.uploadEventImage({}, form({ eventId: body.eventId }, png))
    expect(again.body.imageUrl).not.toBe(image)
    expect([await kept(image), await kept(again.body.imageUrl)]).toEqual([undefined, 'image/webp'])
    expect((await cardOf(body.eventId))?.image).toBe(again.body.imageUrl)
  })

  it('is replaced though somebody gave the event an address that leads elsewhere', async () => {
    const { c, w } = p
    const eventId = await clubEvent(c)
    const folder = w.runtime.gateways.media.addressOf(`events/${w.home}/${eventId}`)
    await c.owner.device.updateEvent({ event_id: eventId, image: `${folder}/../elsewhere.png` })
    const removed = vi.spyOn(w.runtime.gateways.media, 'remove')
    expect((await c.owner.device.uploadEventImage({}, form({ eventId }, png))).status).toBe(200)
    expect(removed).not.toHaveBeenCalled()
    removed.mockRestore()
  })

  it('stays when the first of a series gets another, since the others show it', async () => {
    const { c } = p
    const eventId = await clubEvent(c, { asDraft: true, recurrence: { frequency: 'weekly', count: 2 } })
    const { body } = await c.owner.device.uploadEventImage({}, form({ eventId }, png))
    await c.owner.device.publishEvent({ eventId })
    expect((await c.owner.device.uploadEventImage({}, form({ eventId }, png))).status).toBe(200)
    expect(await kept(body.imageUrl)).toBe('image/webp')
  })

  it('goes when another address, or none, takes its place, and with its event', async () => {
    const { c, w } = p
    const stream = await attendanceStream(w, { without: ['NotificationDue'] })
    const deeds = [
      (event_id: string) => c.owner.device.updateEvent({ event_id, image: 'https://x.edu/a.png' }),
      (event_id: string) => c.owner.device.updateEvent({ event_id, image: null }),
    ]
    for (const deed of deeds) {
      const { body } = await c.owner.device.createEventByForm({}, form(fields, png))
      await stream.drain()
      await deed(body.eventId)
      await stream.drain()
      expect(await kept(body.event.image)).toBeUndefined()
    }
    const { body } = await c.owner.device.createEventByForm({}, form(fields, png))
    await stream.drain()
    await c.owner.device.updateEvent({ event_id: body.eventId, image: body.event.image, name: 'Other' })
    await stream.drain()
    expect(await kept(body.event.image)).toBe('image/webp')
    await w.table().remove(eventCard, { eventId: body.eventId })
    await stream.drain()
    expect(await kept(body.event.image)).toBeUndefined()
  })

  it('that is none, or cannot be kept, leaves no event', async () => {
    const { c, w } = p
    const count = async () => (await c.owner.device.listMyEvents({})).body.events.length
    const before = await count()
    const page = Buffer.from(`<html>${'x'.repeat(100)}</html>`)
    const wrong = await c.owner.device.createEventByForm({}, form(fields, page))
    expect(wrong).toMatchObject(refused(UnsupportedPicture))
    const broken = vi.spyOn(w.runtime.gateways.media, 'put').mockRejectedValue(new Error('no room'))
    const log = vi.spyOn(console, 'error').mockReturnValue()
    expect((await c.owner.device.createEventByForm({}, form(fields, png))).status).toBe(500)
    broken.mockRestore()
    log.mockRestore()
    expect(await count()).toBe(before)
  })

  it('does not stay without its event', async () => {
    const { c, w } = p
    await made(c.owner.device, { classroom_id: 'gallery' })
    const put = vi.spyOn(w.runtime.gateways.media, 'put')
    const taken = await c.owner.device.createEventByForm(
      {},
      form({ ...fields, classroom_id: 'gallery' }, png),
    )
    const key = put.mock.calls[0]?.[0] ?? ''
    put.mockRestore()
    expect([taken.status, key === '']).toEqual([409, false])
    expect(await w.runtime.gateways.media.read(key)).toBeUndefined()
  })

  it('is changed by planners alone', async () => {
    const { c } = p
    const eventId = await made(c.owner.device)
    const other = await c.outsider.device.uploadEventImage({}, form({ eventId }, png))
    expect(other).toMatchObject(refused(PictureForbidden))
    expect(await c.owner.device.uploadEventImage({}, form({ eventId }))).toMatchObject(refused(NoPicture))
  })
})

describe('the clock', () => {
  // rules/planning 22
  it('completes what is over, once, and gives its host’s count back', async () => {
    const { c, w } = p
    const eventId = await clubEvent(c, {
      start_time: '2026-03-03T10:00:00Z',
      end_time: '2026-03-03T11:00:00Z',
    })
    const later = await clubEvent(c, { start_time: '2026-03-03T10:00:00Z', end_time: '2026-03-03T11:00:00Z' })
    await c.owner.device.updateEvent({ event_id: later, end_time: '2026-03-09T11:00:00Z' })
    await p.events.drain()
    w.clock.advance(day)
    await sweep(w, handlers)
    expect(await cardOf(eventId)).toMatchObject({ status: 'completed', shelf: 'past', version: 2 })
    expect(await cardOf(later)).toMatchObject({ status: 'not-applicable' })
    await sweep(w, handlers)
    expect((await cardOf(eventId))?.version).toBe(2)
  })
})

describe('a host that is gone', () => {
  // rules/planning 24
  it('leaves nothing that people could still come to', async () => {
    const { c, w } = p
    await c.owner.device.refreshToken()
    const { body } = await c.owner.device.createOrganization({ org_name: 'Short', org_description: 'Lived' })
    const hosted = { hostingType: 'Org', hostingId: body.org._id }
    const ids = [
      await made(c.owner.device, { ...hosted, classroom_id: 'lost' }),
      await made(c.owner.device, { ...hosted, requiresApproval: true }),
      await made(c.owner.device, { ...hosted, asDraft: true }),
    ]
    const other = await made(c.owner.device)
    const stream = await attendanceStream(w, { without: ['NotificationDue'] })
    expect((await c.owner.device.deleteOrganization({ orgId: hosted.hostingId })).status).toBe(200)
    await stream.drain()
    const found = await Promise.all(ids.map(cardOf))
    expect(found.map((card) => card?.status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect((await cardOf(other))?.status).toBe('not-applicable')
    const at = { start: usual.start_time, end: usual.end_time }
    expect(await findConflicts(w.table(), { roomId: 'lost', ...at })).toEqual([])
  })

  it('is named no more on what it hosted', async () => {
    const { c, w } = p
    await c.outsider.device.refreshToken()
    const eventId = await made(c.outsider.device)
    const { _id: userId, globalUserId, name } = c.outsider.user
    const [rows] = personalData
    const user = await w.table().get(tenantUser, { id: userId })
    const person = {} as PersonAtSchool['person']
    const held = await rows?.collect?.({ person, user, now: w.clock.now() }, w.table())
    expect(held?.rows).toContainEqual(expect.objectContaining({ eventId, host: { name } }))
    await rows?.erase?.({ userId, globalUserId, since: w.clock.now().toISOString() }, w.table())
    expect(JSON.stringify((await cardOf(eventId))?.host)).toBe('{"name":"Somebody who left"}')
  })
})
