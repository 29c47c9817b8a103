import { defaultsAt } from '../../functions/saml/config/settings.ts'
import { samlConfig } from '../../functions/saml/repository.ts'
import { globalUser, providerLink } from '../../lib/identity/person/records.ts'
import { samlIssuer } from '../../lib/identity/school/saml-issuer.ts'
import { schoolAt } from '../../lib/identity/school/schools.ts'
import { assigned, flowIs } from '../approvals/campus.ts'
import { submitted as budgeted, financed } from '../budgets/campus.ts'
import { clubEvent, made } from '../planning/people.ts'
import type { Agent, Reply } from '../support/agent.ts'
import type { Club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import { verifying } from '../support/verifying.ts'
import type { World } from '../support/world.ts'
import { inserted } from './school-notices.ts'

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const sure = async (reply: Promise<Reply>): Promise<Reply> => {
  const { status, body } = await reply
  if (status >= 300) throw new Error(`refused: ${status} ${JSON.stringify(body)}`)
  return reply
}

const pictured = async (device: Agent): Promise<string> => {
  const form = new FormData()
  form.set('image', new Blob([gif], { type: 'image/gif' }), 'me.gif')
  const request = new Request('http://form.test', { method: 'POST', body: form })
  const raw = new Uint8Array(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  return (await sure(device.uploadUserImage({}, { raw, headers }))).body.imageUrl
}

const talked = async ({ orgId, owner, member }: Club): Promise<void> => {
  const { body } = await sure(owner.device.postMessage({ orgId, content: 'Welcome' }))
  const message = { orgId, messageId: body.data._id }
  await sure(member.device.likeMessage(message))
  const { body: answered } = await sure(member.device.replyToMessage({ ...message, content: 'Thanks' }))
  await sure(owner.device.likeMessage({ orgId, messageId: answered.data._id }))
}

const asked = async ({ orgId, owner, member }: Club): Promise<void> => {
  const questions = [{ _id: 'q1', type: 'short', question: 'Your name?', required: true }]
  const { body } = await sure(owner.device.createEventForm({ orgId, form: { title: 'Sign-up', questions } }))
  const responses = [{ referenceId: 'q1', answer: 'Ann' }]
  await sure(member.device.submitFormResponse({ formId: body.data._id, responses }))
}

/** A live event in a room, with more people than seats, an agenda, a job and a desk. */
const planned = async (c: Club, people: readonly Agent[]): Promise<string> => {
  const eventId = await clubEvent(c, { maxAttendees: 2, classroom_id: 'room-7' })
  const later = { start_time: '2026-04-01T21:00:00.000Z', end_time: '2026-04-01T22:00:00.000Z' }
  await clubEvent(c, { name: 'Late Open', classroom_id: 'room-7', ...later })
  for (const device of people) await sure(device.registerForEvent({ event_id: eventId }))
  const scope = { orgId: c.orgId, eventId }
  const [startTime, endTime] = ['2026-04-01T18:00:00.000Z', '2026-04-01T18:30:00.000Z']
  const items = [{ id: 'one', title: 'Doors open', startTime, endTime }]
  await sure(c.owner.device.saveAgenda({ ...scope, items }))
  await sure(c.owner.device.createEventJob({ ...scope, name: 'Usher', requiredCount: 2 }))
  await sure(c.owner.device.enableCheckIn({ eventId, settings: {} }))
  return eventId
}

const federated = async (w: World): Promise<void> => {
  await w.table().put(samlConfig, {
    ...defaultsAt(schoolAt(w.runtime.settings, w.home), 'saml', w.clock.now().toISOString()),
    idpEntityId: 'https://idp.example.edu',
    ssoUrl: 'https://idp.example.edu/sso',
    certificates: [],
    version: 1,
  })
}

/** Ways in by Google, and by the identity provider of the other school. */
const linked = async (w: World, { user: { globalUserId } }: Person): Promise<void> => {
  const at = w.clock.now().toISOString()
  const there = samlIssuer(w.sister, 'https://idp.example.org')
  for (const issuer of ['google', there])
    await w.table().put(providerLink, { globalUserId, issuer, subject: `of ${issuer}`, linkedAt: at })
  const set = { samlId: `of ${there}`, samlProvider: w.sister }
  await w.table().update(globalUser, { id: globalUserId }, { set })
}

/**
 * A school with a bit of everything: organizations that talk, ask and budget; events with people, a room, jobs, an agenda
 * and a desk, and one that waits for approval; somebody who belongs to the sister school too, and a guest from there.
 */
export const exportedCampus = async () => {
  const campus = await verifying()
  const { w, dean, c } = campus
  const shared = await registered(w, 'shared', { username: 'shared' })
  await sure(shared.device.on(w.sister).joinTenant())
  await linked(w, shared)
  const guest = await registered(w, 'guest', { username: 'guest' }, w.sister)
  const picture = await pictured(c.owner.device)
  await sure(c.owner.device.registerPushToken({ pushToken: 'ExponentPushToken[0000000000000000000000]' }))
  await talked(c)
  await asked(c)
  const going = [c.member.device, c.follower.device, shared.device, guest.device.on(w.home)]
  const eventId = await planned(c, going)
  await made(c.owner.device, { name: 'Private evening', visibility: 'unlisted' })
  await flowIs(dean, { role: 'safety officer' })
  await assigned(dean, 'safety officer', c.follower)
  await clubEvent(c, { name: 'Fireworks' })
  await campus.submitted(c.orgId)
  await budgeted(await financed(w))
  await sure(c.owner.device.invite({ orgId: c.orgId, email: w.email('invited') }))
  const officer = { role: 'officer', roleTermEnd: '2026-06-30' }
  await sure(c.owner.device.assignOrgRole({ orgId: c.orgId, userId: c.member.user._id, ...officer }))
  await federated(w)
  // Counts and notifications follow from the stream: once for what was made, once for what that made due.
  for (const kind of [undefined, 'NotificationDue']) await w.deliver(await inserted(w, w.home, kind))
  return { ...campus, shared, guest, picture, eventId }
}
export type ExportedCampus = Awaited<ReturnType<typeof exportedCampus>>
