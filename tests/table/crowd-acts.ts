import { crowd, type Visitor } from '../attendance/crowd.ts'
import { planned } from '../attendance/events.ts'
import { idp } from '../saml/idp.ts'
import { configOf } from '../saml/school.ts'
import type { Reply } from '../support/agent.ts'
import { asAdmin } from '../support/inboxes.ts'
import { club } from '../support/orgs.ts'
import { world } from '../support/world.ts'

const question = { _id: 'why', type: 'short', question: 'Why?' }

/** People, and what they meet: an organization with a message and a form, an event without a limit and one for half of them. */
export const crowdStage = async (people: number) => {
  const w = await world({ ownTable: true, settings: { RATE_LIMIT_SCALE: '1000' } })
  const all = await crowd(w, people)
  const c = await club(w)
  const dean = await asAdmin(w)
  const saved = await dean.device.saveSamlConfig(configOf(idp()))
  if (saved.status !== 201) throw new Error(JSON.stringify(saved.body))
  const { orgId } = c
  const sent = await c.owner.device.postMessage({ orgId, content: 'Hello everybody', visibility: 'public' })
  const form = { title: 'Wishes', questions: [question] }
  const asked = await c.officer.device.createEventForm({ orgId, form })
  return {
    w,
    all,
    orgId,
    messageId: sent.body.data._id as string,
    formId: asked.body.data._id as string,
    openEvent: (await planned(w)).eventId,
    fullEvent: (await planned(w, { maxAttendees: people / 2 })).eventId,
  }
}
export type CrowdStage = Awaited<ReturnType<typeof crowdStage>>

export type Act = (stage: CrowdStage, one: Visitor, at: number) => Promise<Reply>

const stranger = (at: number) => ({ headers: { 'user-agent': `browser ${at}` }, sourceIp: '203.0.113.7' })

/** What many do at once, in an order in which each has something to do. */
export const acts: readonly (readonly [string, Act])[] = [
  ['follow an organization', ({ orgId }, { device }) => device.followOrganization({ orgId })],
  ['stop to follow it', ({ orgId }, { device }) => device.unfollowOrganization({ orgId })],
  ['join it', ({ orgId }, { device }) => device.applyToOrganization({ orgId })],
  ['like a message', ({ orgId, messageId }, { device }) => device.likeMessage({ orgId, messageId })],
  [
    'answer it',
    ({ orgId, messageId }, { device }) =>
      device.replyToMessage({ orgId, messageId, content: 'Yes, of course' }),
  ],
  ['look at an event', ({ openEvent }, { device }) => device.trackEventView({ id: openEvent })],
  [
    'look at it from one address',
    ({ w, openEvent }, _, at) => w.device().trackAnonymousView({ id: openEvent }, stranger(at)),
  ],
  [
    'register without a limit',
    ({ openEvent }, { device }) => device.registerForEvent({ event_id: openEvent }),
  ],
  [
    'register for half as many seats',
    ({ fullEvent }, { device }) => device.registerForEvent({ event_id: fullEvent }),
  ],
  ['leave them to others', ({ fullEvent }, { device }) => device.withdrawFromEvent({ event_id: fullEvent })],
  [
    'answer a form',
    ({ formId }, { device }) =>
      device.submitFormResponse({ formId, responses: [{ referenceId: 'why', answer: 'So' }] }),
  ],
  ['sign in from one address', ({ w }, _, at) => w.device().startSamlLogin({}, stranger(at))],
  ['leave the organization', ({ orgId }, { device }) => device.leaveOrganization({ orgId })],
]
