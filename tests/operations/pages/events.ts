import { eventBody, eventCard } from '../../../functions/events/index.ts'
import { crowd } from '../../attendance/crowd.ts'
import { hosted } from '../../attendance/events.ts'
import { attendanceStream } from '../../attendance/stream.ts'
import { opened } from '../../checkins/door.ts'
import { withRoles } from '../../support/administrators.ts'
import { club } from '../../support/orgs.ts'
import { registered } from '../../support/people.ts'
import { founded } from '../../support/societies.ts'
import { type World, world } from '../../support/world.ts'
import { type Cases, five, named, once, within } from './walk.ts'

const hour = 3600 * 1000

/** An event that is over, and what five people say of it. */
const praised = async (w: World, chess: Awaited<ReturnType<typeof club>>, people: Visitors) => {
  const { orgId } = chess
  const form = { title: 'How was it?', questions: [{ type: 'short', question: 'Well?', required: true }] }
  const { _id: formId, questions } = (await chess.owner.device.createEventForm({ orgId, form })).body.data
  const card = await hosted(w, orgId)
  const { eventId } = card
  const body = await w.table().get(eventBody, { eventId })
  if (!body) throw new Error('the event has no body')
  await w.table().put(eventBody, { ...body, feedbackFormId: formId })
  await five(async (at) => visitor(people, at).device.registerForEvent({ event_id: eventId }))
  const ago = (hours: number) => new Date(w.clock.now().getTime() - hours * hour).toISOString()
  const after = await w.table().get(eventCard, { eventId })
  if (!after) throw new Error('the event is gone')
  await w.table().put(eventCard, { ...after, start_time: ago(2), end_time: ago(1) })
  const responses = (at: number) => [{ referenceId: questions[0]._id, answer: `Good ${at}` }]
  await five((at) =>
    visitor(people, at).device.submitFormResponse({ formId, responses: responses(at), eventId }),
  )
  return eventId
}

type Visitors = Awaited<ReturnType<typeof crowd>>
const visitor = (people: Visitors, at: number) => {
  const one = people[at]
  if (!one) throw new Error(`there is no visitor ${at}`)
  return one
}

const make = async () => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '10000' }, ownTable: true })
  const stream = await attendanceStream(w)
  const chess = await club(w)
  const dean = await withRoles(w, await registered(w, 'dean'), ['user', 'admin'])
  const rowers = await founded(await registered(w, 'rower'))
  const people = await crowd(w, 11)
  const goer = visitor(people, 10)
  const { orgId, owner } = chess
  const ids: string[] = []
  await five(async () => {
    const { eventId } = await hosted(w, orgId)
    ids.push(eventId)
    await owner.device.inviteCollaborators({ id: eventId, collaboratorOrgIds: [rowers.orgId] })
    return goer.device.registerForEvent({ event_id: eventId })
  })
  const at = { orgId, eventId: ids[0] ?? '' }
  await five((number) =>
    owner.device.announce({ ...at, content: `Bring a board and clock number ${number}` }),
  )
  await five((number) => {
    const templateData = { name: `Evening ${number}`, type: 'meeting', location: 'Room 101' }
    return owner.device.createEventTemplate({ orgId, name: `Evening ${number}`, templateData })
  })
  const full = await hosted(w, orgId, { maxAttendees: 1 })
  await goer.device.registerForEvent({ event_id: full.eventId })
  const open = await opened(w, chess)
  const { eventId } = open
  await five(async (number) => {
    const one = visitor(people, number)
    await one.device.registerForEvent({ event_id: full.eventId })
    await one.device.registerForEvent({ event_id: eventId })
    await visitor(people, number + 5).device.registerForEvent({ event_id: eventId })
    await owner.device.createDoorCredential({ eventId, name: `Door ${number}`, hours: 4 })
    return owner.device.checkInPerson({ eventId, userId: one.id })
  })
  const over = await praised(w, chess, people)
  await stream.drain()
  return {
    owner,
    dean,
    rowers,
    goer,
    at,
    open: { orgId, eventId },
    full: { orgId, eventId: full.eventId },
    over: { orgId, eventId: over },
  }
}

/** Lists of events and of those who come. */
export const eventLists: Cases<Awaited<ReturnType<typeof make>>> = {
  'events.listEventsOfMonth': [
    ({ goer }, asked) => goer.device.listEventsOfMonth({ month: '3', year: '2026', ...asked }),
    named('events'),
  ],
  'events.listEventsBetween': [
    ({ goer }, asked) => goer.device.listEventsBetween({ start: '2026-03-01', end: '2026-04-01', ...asked }),
    named('events'),
  ],
  'events.listMyEvents': [
    ({ owner, at: { orgId } }, asked) => owner.device.listMyEvents({ orgId, ...asked }),
    named('events'),
  ],
  'events.listGoingEvents': [({ goer }, asked) => goer.device.listGoingEvents(asked), named('events')],
  'analytics.listSchoolEvents': [({ dean }, asked) => dean.device.listSchoolEvents(asked), within('events')],
  'analytics.rankOrganizationEvents': [
    ({ dean, at: { orgId } }, asked) =>
      dean.device.rankOrganizationEvents({ orgId, range: '1y', window: 'upcoming', ...asked }),
    within('events'),
  ],
  'planning.listEventTemplates': [
    ({ owner, at: { orgId } }, asked) => owner.device.listEventTemplates({ orgId, ...asked }),
    named('data'),
  ],
  'planning.listCollaborationInvites': [
    ({ rowers: { orgId, owner } }, asked) => owner.device.listCollaborationInvites({ orgId, ...asked }),
    within('invites'),
  ],
  'announcements.listAnnouncements': [
    ({ owner, at }, asked) => owner.device.listAnnouncements({ ...at, ...asked }),
    within('announcements'),
  ],
  'announcements.listEventAnnouncements': [
    ({ goer, at: { eventId } }, asked) => goer.device.listEventAnnouncements({ eventId, ...asked }),
    within('announcements'),
  ],
  'announcements.listAnnouncementRecipients': [
    ({ owner, open }, asked) => owner.device.listAnnouncementRecipients({ ...open, ...asked }),
    within('recipients'),
  ],
  'attendance.listRegistrations': [
    ({ owner, open }, asked) => owner.device.listRegistrations({ ...open, ...asked }),
    within('registrations'),
  ],
  'attendance.listSchoolRegistrations': [
    ({ dean, open: { eventId } }, asked) => dean.device.listSchoolRegistrations({ eventId, ...asked }),
    within('registrations'),
  ],
  'attendance.listFeedbackResponses': [
    ({ owner, over }, asked) => owner.device.listFeedbackResponses({ ...over, ...asked }),
    within('responses'),
  ],
  'attendance.listWaitlist': [
    ({ owner, full }, asked) => owner.device.listWaitlist({ ...full, ...asked }),
    within('entries'),
  ],
  'checkins.listDoorCredentials': [
    ({ owner, open }, asked) => owner.device.listDoorCredentials({ ...open, ...asked }),
    within('credentials'),
  ],
  'checkins.listCheckedIn': [
    ({ owner, open }, asked) => owner.device.listCheckedIn({ ...open, ...asked }),
    named('attendees'),
  ],
  'checkins.listExpected': [
    ({ owner, open }, asked) => owner.device.listExpected({ ...open, ...asked }),
    within('registrations'),
  ],
}
export const placeOfEvents = once(make)
