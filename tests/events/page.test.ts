import { beforeAll, describe, expect, it } from 'vitest'
import { eventAgenda } from '../../functions/events/index.ts'
import { people, registered } from '../support/people.ts'
import { founded, society } from '../support/societies.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'
import { hostedBy, register, stored } from './cards.ts'

let w: World
let club: Awaited<ReturnType<typeof society>>

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  club = await society(w, 'page')
})

const page = async (eventId: string, device = club.outsider.device) => {
  const { status, body } = await device.getEvent({ event_id: eventId })
  expect(status).toBe(200)
  return body.event
}

describe('the page of an event', () => {
  it('names its host, those who help, and what it is about', async () => {
    const helper = await founded(club.owner, { org_name: 'Helping hands' })
    const { eventId } = await stored(
      w,
      { ...hostedBy(club), collaborators: [helper.orgId] },
      { contact: 'Room 5', customFields: { dress: 'casual' } },
    )
    expect(await page(eventId)).toMatchObject({
      _id: eventId,
      hostingType: 'Org',
      hostingId: { _id: club.orgId, org_name: club.name },
      collaboratorOrgs: [{ orgId: { _id: helper.orgId, org_name: 'Helping hands' }, status: 'active' }],
      description: 'What happens there',
      contact: 'Room 5',
      customFields: { dress: 'casual' },
      attendees: [],
      globalAttendees: [],
      registrationForm: null,
      eventAgenda: null,
      currentUserCheckedIn: false,
      currentUserRsvp: null,
    })
    const { user } = club.member
    const own = await stored(w, { hostingId: user._id, createdBy: user._id })
    expect((await page(own.eventId)).hostingId).toMatchObject({ _id: user._id, username: user.username })
  })

  // rules/events 9
  it('shows its planners more than others', async () => {
    const reservation = { resourceId: 'room1', state: 'approved' as const, at: '2026-01-01T00:00:00.000Z' }
    const { eventId } = await stored(w, hostedBy(club), { reservation })
    expect(await page(eventId, club.owner.device)).toMatchObject({ reservation, requiresApproval: false })
    const open = await page(eventId)
    for (const field of ['reservation', 'requiresApproval', 'notificationSettings', 'checkedInCount'])
      expect(open).not.toHaveProperty(field)
  })

  it('brings the form to register with', async () => {
    const { body } = await club.owner.device.createEventForm({
      orgId: club.orgId,
      form: { title: 'Come along', questions: [{ type: 'short', question: 'Diet?' }] },
    })
    const form = body.form ?? body.data
    const { eventId } = await stored(w, { ...hostedBy(club), registrationFormId: form._id })
    expect((await page(eventId)).registrationForm).toMatchObject({ _id: form._id, title: 'Come along' })
  })

  // rules/events 11
  it('brings the agenda once it is published, without what is for the staff', async () => {
    const { eventId, start_time, end_time } = await stored(w, hostedBy(club))
    const item = { startTime: start_time, endTime: end_time, type: 'Activity' as const, assignedRoles: [] }
    const agenda = {
      eventId,
      id: 'agenda1',
      orgId: club.orgId,
      items: [
        { ...item, id: 'one', title: 'Opening', isPublic: true, order: 0 },
        { ...item, id: 'two', title: 'Briefing', isPublic: false, order: 1 },
      ],
      itemCount: 2,
      isPublished: false,
      internalNotes: 'bring keys',
      createdAt: start_time,
      updatedAt: start_time,
      version: 1,
    }
    await w.table().put(eventAgenda, agenda)
    expect((await page(eventId)).eventAgenda).toBeNull()
    await w.table().put(eventAgenda, { ...agenda, isPublished: true })
    const shown = (await page(eventId, club.owner.device)).eventAgenda
    expect(shown.items.map(({ title }: { title: string }) => title)).toEqual(['Opening'])
    expect(JSON.stringify(shown)).not.toContain('keys')
  })

  // rules/events 12
  it('tells strangers who comes, but neither addresses nor check-ins', async () => {
    const guest = await registered(w, 'visitor', {}, w.sister)
    const shown = {
      kind: 'g' as const,
      id: 'x',
      name: 'x',
      registeredAt: '2026-03-01T00:00:00.000Z',
      guestCount: 1,
    }
    const card = await stored(w, { ...hostedBy(club), firstGuests: [shown], registrationCount: 2 })
    await register(w, card, club.member, { checkedIn: true, checkedInAt: '2026-03-02T00:00:00.000Z' })
    const visits = { kind: 'g' as const, personId: guest.user.globalUserId, sourceTenant: w.sister }
    await register(w, card, guest, { ...visits, email: guest.email })
    await register(w, card, club.officer, { status: 'waiting' })
    await register(w, card, club.admin, { walkIn: true })
    const event = await page(card.eventId)
    const { user } = club.member
    expect(event.attendees).toEqual([
      {
        userId: user._id,
        user: { _id: user._id, username: user.username, name: user.name },
        registeredAt: '2026-03-01T00:00:00.000Z',
      },
    ])
    expect(event.globalAttendees).toEqual([
      {
        globalUserId: guest.user.globalUserId,
        name: guest.user.name,
        isGuest: true,
        sourceTenant: w.sister,
        registeredAt: '2026-03-01T00:00:00.000Z',
      },
    ])
    expect(event.attendeesTruncated).toBe(false)
    expect(event.currentUserCheckedIn).toBe(false)
    expect((await page(card.eventId, club.member.device)).currentUserCheckedIn).toBe(true)
  })

  it('tell each of those who come how they stand to it, and nobody else', async () => {
    const card = await stored(w, hostedBy(club))
    await register(w, card, club.member, { guestCount: 2 })
    await register(w, card, club.officer, { status: 'waiting' })
    const own = async (device?: typeof club.owner.device) =>
      (await page(card.eventId, device)).currentUserRsvp
    const registeredAt = '2026-03-01T00:00:00.000Z'
    const comes = { status: 'attending', registeredAt, guestCount: 2, checkedIn: false }
    expect(await own(club.member.device)).toEqual(comes)
    expect(await own(club.officer.device)).toMatchObject({ status: 'waitlisted' })
    expect([await own(club.admin.device), await own()]).toEqual([null, null])
  })

  // rules/events 12
  it('shows fifty people at most', async () => {
    using _rounds = logicalRounds()
    const [somebody] = await people(w, 1)
    if (!somebody) throw new Error('nobody')
    const card = await stored(w, { ...hostedBy(club), registrationCount: 300 })
    const rows = Array.from({ length: 300 }, (_, at) => `person${at}`)
    await Promise.all(rows.map((personId) => register(w, card, somebody, { personId })))
    await w.caughtUp()
    const event = await page(card.eventId)
    expect(event.attendees).toHaveLength(50)
    expect(event.attendeesTruncated).toBe(true)
    expect(w.logs.at(-1)).toMatchObject({ table: { depth: 2 } })
  })

  // rules/events 24
  it('is told once to who has it still', async () => {
    const { eventId } = await stored(w, hostedBy(club))
    const first = await club.outsider.device.getEvent({ event_id: eventId })
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache' })
    const etag = first.headers.etag ?? ''
    const ask = () =>
      club.outsider.device.getEvent({ event_id: eventId }, { headers: { 'if-none-match': etag } })
    expect(await ask()).toMatchObject({ status: 304, body: undefined })
    await stored(w, { ...hostedBy(club), eventId, name: 'Moved' })
    expect(await ask()).toMatchObject({ status: 200, body: { event: { name: 'Moved' } } })
  })
})
