import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import { notificationRow } from '../../lib/outbox.ts'
import { made } from '../planning/people.ts'
import { rowsAt } from '../support/due.ts'
import { type ApprovalCampus, approvalCampus, flowIs, pass, pendingEvent, statusOf } from './campus.ts'

let campus: ApprovalCampus

const usual = {
  systemSettings: {
    defaultEventSettings: {
      rsvpEnabled: true,
      rsvpRequired: false,
      maxAttendees: null,
      approvalRequired: false,
      visibility: 'public',
    },
  },
  notificationSettings: { defaultChannels: null, reminderIntervals: [24, 2] },
}

const configured = async (settings: object): Promise<void> => {
  const { status, body } = await campus.dean.device.saveEventSystemConfig(settings)
  expect(status, JSON.stringify(body)).toBe(200)
}

beforeAll(async () => {
  campus = await approvalCampus()
})

afterEach(async () => {
  await configured(usual)
  await flowIs(campus.dean)
})

/** Channels of the notifications of one cause; undefined where the template's own count. */
const channelsOf = async (cause: string): Promise<(readonly string[] | undefined)[]> => {
  const { items } = await campus.w
    .table()
    .list(notificationRow, { keyParams: { cause }, limit: 10, strong: true })
  return items.map(({ channels }) => channels)
}

describe('what a school has set', () => {
  it('is what an event has of which nothing was said', async () => {
    const plain = { maxAttendees: 7, approvalRequired: true, visibility: 'unlisted' }
    // A school that closes registration asks nobody for one; one that asks for it takes it.
    const registrations = [
      [{ rsvpEnabled: false }, { registrationEnabled: false, registrationRequired: false }],
      [{ rsvpRequired: true }, { registrationEnabled: true, registrationRequired: true }],
    ]
    for (const [set, registration] of registrations) {
      await configured({ systemSettings: { defaultEventSettings: { ...plain, ...set } } })
      const { body } = await campus.c.outsider.device.createEvent({
        title: 'Walk',
        date: '2026-04-02',
        time: '10:00',
      })
      const card = await campus.w.table().get(eventCard, { eventId: body.eventId }, { strong: true })
      expect(card).toMatchObject({
        status: 'pending',
        maxAttendees: 7,
        visibility: 'unlisted',
        ...registration,
      })
      await configured(usual)
    }
  })

  it('says by which channels people hear of approvals', async () => {
    await flowIs(campus.dean, { role: 'safety officer' })
    const plain = await pendingEvent(campus.c)
    expect(await channelsOf(`${plain}#0001#stage 0`)).toEqual([undefined])
    await configured({ notificationSettings: { defaultChannels: ['in_app', 'email'] } })
    const event_id = await pendingEvent(campus.c)
    expect(await channelsOf(`${event_id}#0001#stage 0`)).toEqual([['in_app', 'email']])
    expect(await channelsOf(`${event_id}#0001`)).toEqual([['in_app', 'email']])
    const { body } = await campus.dean.device.approveEvent({ event_id })
    const { _id } = body.data.instance
    expect(await channelsOf(`${_id}#0001`)).toEqual([['in_app', 'email']])
  })

  it('says when people are reminded', async () => {
    await campus.events.drain()
    await configured({ notificationSettings: { reminderIntervals: [5] } })
    const eventId = await made(campus.c.outsider.device)
    await campus.events.drain()
    const at = '2026-04-01T13:00:00.000Z'
    expect(await rowsAt(campus.w, at)).toMatchObject([{ kind: 'reminder', subject: eventId, at }])
  })
})

describe('what a role does not want to be told by', () => {
  it('is left out for its people alone', async () => {
    const { dean, c } = campus
    const { status } = await dean.device.updateStakeholderRole({
      id: 'safety officer',
      notificationPreferences: { email: false },
    })
    expect(status).toBe(200)
    await flowIs(dean, { role: 'safety officer' }, { role: 'facilities manager' })
    const eventId = await pendingEvent(c)
    expect(await channelsOf(`${eventId}#0001#stage 0#without email`)).toEqual([['in_app', 'push']])
    expect(await channelsOf(`${eventId}#0001#stage 0`)).toEqual([undefined])
  })
})

describe('an event that is over', () => {
  it('waits on nobody any more, those who never took note included', async () => {
    const safety = campus.holder('safety officer')
    await flowIs(campus.dean, { role: 'safety officer', kind: 'acknowledger' })
    const eventId = await pendingEvent(campus.c, {
      start_time: '2026-03-03T10:00:00Z',
      end_time: '2026-03-03T11:00:00Z',
    })
    const waiting = async (): Promise<string[]> => {
      const { body } = await safety.device.listWaitingOnMe()
      return body.events.map(({ _id }: { _id: string }) => _id)
    }
    expect(await waiting()).toContain(eventId)
    await pass(campus, 24)
    expect(await statusOf(campus, eventId)).toBe('completed')
    expect(await waiting()).not.toContain(eventId)
  })
})
