import { beforeAll, describe, expect, it } from 'vitest'
import {
  BadLink,
  EventNotFound,
  HostOnly,
  NoLink,
  NoScreen,
  NotEnabled,
  NotPermitted,
} from '../../functions/checkins/shapes.ts'
import { CheckInNotOffered } from '../../functions/events/contract.ts'
import { desk } from '../../functions/events/index.ts'
import { hosted } from '../attendance/events.ts'
import { refused } from '../support/agent.ts'
import { club } from '../support/orgs.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { costIn, type Door, door, opened, tokenIn } from './door.ts'

let d: Door

beforeAll(async () => {
  d = await door()
})

const tryWith = (token: string, eventId: string) => d.person(0).device.checkIn({ eventId, token })

describe('the desk of an event', () => {
  // rules/checkins 1
  it('is closed until somebody who manages it opens it, and again when they close it', async () => {
    const { eventId } = await hosted(d.w, d.chess.orgId)
    const { device } = d.chess.officer
    expect(await device.getCheckInLink({ eventId })).toMatchObject(refused(NotEnabled))
    expect(await device.getCheckInSettings({ eventId })).toMatchObject({
      status: 200,
      body: { data: { enabled: false, settings: { method: 'both', requireRegistration: false } } },
    })
    expect((await device.enableCheckIn({ eventId })).body).toMatchObject({ data: { enabled: true } })
    expect((await device.getCheckInLink({ eventId })).status).toBe(200)
    expect((await device.disableCheckIn({ eventId })).body).toMatchObject({ data: { enabled: false } })
    expect(await tryWith('anything', eventId)).toMatchObject(refused(NotEnabled))
  })

  // rules/checkins 2
  it('is opened by its host and administrators alone', async () => {
    const helpers = await club(d.w, 'helpers')
    const card = await opened(d.w, d.chess, {}, { collaborators: [helpers.orgId] })
    const { eventId } = card
    expect(await helpers.officer.device.enableCheckIn({ eventId })).toMatchObject(refused(HostOnly))
    expect((await helpers.officer.device.getCheckInLink({ eventId })).status).toBe(200)
    for (const who of [d.chess.member, d.chess.outsider]) {
      expect(await who.device.enableCheckIn({ eventId })).toMatchObject(refused(NotPermitted))
      expect(await who.device.getCheckInLink({ eventId })).toMatchObject(refused(NotPermitted))
      expect(await who.device.rotateCheckIn({ eventId })).toMatchObject(refused(NotPermitted))
    }
    const made = await hosted(d.w, d.chess.orgId, { createdBy: d.chess.member.user._id })
    expect(await d.chess.member.device.enableCheckIn({ eventId: made.eventId })).toMatchObject(
      refused(NotPermitted),
    )
  })

  // rules/checkins 4
  it('is not there for who may not see the event', async () => {
    const { eventId } = await opened(d.w, d.chess, {}, { visibility: 'members_only' })
    expect(await d.chess.outsider.device.enableCheckIn({ eventId })).toMatchObject(refused(EventNotFound))
    expect(await d.chess.officer.device.enableCheckIn({ eventId: 'absent' })).toMatchObject(
      refused(EventNotFound),
    )
  })

  it('saves a round trip for who says in whose name they ask', async () => {
    using _rounds = logicalRounds()
    const { eventId } = await opened(d.w, d.chess)
    const depth = () => costIn(d.w).depth
    await d.chess.officer.device.getCheckInSettings({ eventId })
    const without = depth()
    await d.chess.officer.device.getCheckInSettings({ eventId, orgId: d.chess.orgId })
    expect(depth()).toBe(without - 1)
    expect(await d.chess.outsider.device.enableCheckIn({ eventId, orgId: d.chess.orgId })).toMatchObject(
      refused(NotPermitted),
    )
  })

  // rules/checkins 3
  it('keeps settings that are not sent, and refuses what is not offered', async () => {
    const { eventId } = await opened(d.w, d.chess, { requireRegistration: true })
    const { device } = d.chess.officer
    const settings = { method: 'qr' }
    expect((await device.changeCheckInSettings({ eventId, settings })).body.data.settings).toEqual({
      method: 'qr',
      allowOnPageCheckIn: true,
      requireRegistration: true,
      allowEarlyCheckIn: false,
      autoCheckIn: false,
      allowAnonymousCheckIn: false,
      fullyAnonymousCheckIn: false,
    })
    for (const name of ['autoCheckIn', 'allowAnonymousCheckIn', 'fullyAnonymousCheckIn']) {
      expect(await device.changeCheckInSettings({ eventId, settings: { [name]: true } })).toMatchObject(
        refused(CheckInNotOffered),
      )
      expect((await device.changeCheckInSettings({ eventId, settings: { [name]: false } })).status).toBe(200)
    }
    expect((await device.changeCheckInSettings({ eventId, settings: { method: 'fax' } })).status).toBe(400)
  })
})

describe('the link of a desk', () => {
  // rules/checkins 5
  it('carries 64 hex characters, which are not stored and never in the event', async () => {
    const card = await opened(d.w, d.chess)
    const token = await d.link(card)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const { eventId } = card
    expect(JSON.stringify(await d.w.table().get(desk, { eventId }))).not.toContain(token)
    const { body } = await d.chess.officer.device.getEvent({ event_id: eventId })
    expect(JSON.stringify(body)).not.toContain(token)
  })

  // rules/checkins 5
  it('opens its own event at its own school and nothing else', async () => {
    const [one, other] = [await opened(d.w, d.chess), await opened(d.w, d.chess)]
    const token = await d.link(one)
    expect(await tryWith(token, other.eventId)).toMatchObject(refused(BadLink))
    for (const wrong of [
      token.slice(1),
      `${token}0`,
      token.toUpperCase(),
      'ä'.repeat(64),
      '0.',
      `1.${token}`,
    ])
      expect(await tryWith(wrong, one.eventId)).toMatchObject(refused(BadLink))
    expect((await tryWith(token, one.eventId)).status).toBe(200)
  })

  // rules/checkins 8
  it('is dead as soon as it is rotated', async () => {
    const card = await opened(d.w, d.chess)
    const [link, screen] = [await d.link(card), await d.screen(card)]
    expect((await d.chess.officer.device.rotateCheckIn({ eventId: card.eventId })).status).toBe(200)
    expect(await tryWith(link, card.eventId)).toMatchObject(refused(BadLink))
    expect(await tryWith(screen, card.eventId)).toMatchObject(refused(BadLink))
    expect((await tryWith(await d.link(card), card.eventId)).status).toBe(200)
  })
})

describe('the code on a screen', () => {
  // rules/checkins 6
  it('is taken in its half minute and the one after', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const before = d.w.clock.now().getTime()
    d.w.clock.advance(30 - ((before / 1000) % 30))
    const { body } = await d.chess.officer.device.getCheckInCode({ eventId, rotating: 'true', format: 'svg' })
    expect(Date.parse(body.expiresAt) - d.w.clock.now().getTime()).toBe(30_000)
    const token = tokenIn(body.checkInUrl)
    expect(token).toMatch(/^\d+\.[0-9a-f]{64}$/)
    d.w.clock.advance(59)
    expect((await tryWith(token, eventId)).status).toBe(200)
    d.w.clock.advance(1)
    expect(await tryWith(token, eventId)).toMatchObject(refused(BadLink))
    const [window = '', mac = ''] = token.split('.')
    expect(await tryWith(`${Number(window) + 1}.${mac}`, eventId)).toMatchObject(refused(BadLink))
    expect(await tryWith(`${Number(window) + 9}.${mac}`, eventId)).toMatchObject(refused(BadLink))
  })

  // rules/checkins 7
  it('is the only way in where the settings say so', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const { device } = d.chess.officer
    const link = await d.link(card)
    await device.changeCheckInSettings({ eventId, settings: { method: 'qr' } })
    expect(await tryWith(link, eventId)).toMatchObject(refused(BadLink))
    expect(await device.getCheckInLink({ eventId })).toMatchObject(refused(NoLink))
    const { body } = await device.getCheckInCode({ eventId, format: 'svg' })
    expect(body.expiresAt).toBeDefined()
    expect((await tryWith(tokenIn(body.checkInUrl), eventId)).status).toBe(200)
  })

  // rules/checkins 7
  it('opens nothing where only links are allowed', async () => {
    const card = await opened(d.w, d.chess)
    const { eventId } = card
    const { device } = d.chess.officer
    const screen = await d.screen(card)
    await device.changeCheckInSettings({ eventId, settings: { method: 'link' } })
    expect(await tryWith(screen, eventId)).toMatchObject(refused(BadLink))
    expect(await device.getCheckInCode({ eventId, rotating: 'true' })).toMatchObject(refused(NoScreen))
    expect((await tryWith(await d.link(card), eventId)).status).toBe(200)
  })

  it('is drawn as a picture of either kind', async () => {
    const { eventId } = await opened(d.w, d.chess)
    const { device } = d.chess.officer
    const png = await device.getCheckInCode({ eventId })
    expect(png.body.qrCode).toMatch(/^data:image\/png;base64,iVBOR/)
    expect(png.body.expiresAt).toBeUndefined()
    expect((await device.getCheckInCode({ eventId, format: 'svg' })).body.qrCode).toMatch(/^<svg/)
  })
})
