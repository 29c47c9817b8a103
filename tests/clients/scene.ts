import { made } from '../planning/people.ts'
import { admins } from '../support/administrators.ts'
import type { Agent, Reply } from '../support/agent.ts'
import { club } from '../support/orgs.ts'
import { registered } from '../support/people.ts'
import { founded } from '../support/societies.ts'

/** Makes an event as the client's form does, and says its id. */
export const eventBy = (device: Agent, more: Record<string, unknown> = {}): Promise<string> =>
  made(device, { description: 'What happens there', ...more })

/**
 * A school with a club, an event of the club and one of a person. The clock stands at 2026-03-02T12:00Z. Rows that need
 * more make it themselves.
 */
export const scene = async () => {
  const { w, root, dean } = await admins()
  const { orgId, name, owner, officer, member, outsider } = await club(w, 'sheet', {
    org_profile_image: 'https://media.test/club.png',
  })
  const guest = await registered(w, 'guest', { username: 'guest' }, w.sister)
  const visitor = { ...guest, device: guest.device.on(w.home) }
  const hosted = { hostingType: 'Org', hostingId: orgId, contact: 'Room 5', externalLink: 'https://a.test/' }
  const eventId = await eventBy(owner.device, hosted)
  const ownId = await eventBy(outsider.device, { name: 'Open evening' })
  const form = {
    title: 'Who comes',
    description: '',
    questions: [
      { _id: 'NEW_QUESTION_1', type: 'multiple_choice', question: 'Meal', required: true, options: ['Soup'] },
      { _id: 'NEW_QUESTION_2', type: 'short', question: 'Anything else', required: false, options: [] },
    ],
    allowAnonymous: false,
    collectGuestDetails: true,
  }
  const { body: asking } = await happened(owner.device.createEventForm({ orgId, form }))
  const formEventId = await eventBy(owner.device, { ...hosted, registrationFormId: asking.data._id })
  const soon = { start_time: '2026-03-02T12:05:00.000Z', end_time: '2026-03-02T14:00:00.000Z' }
  const openId = await eventBy(owner.device, { ...hosted, ...soon })
  const { orgId: helperId } = await founded(member, { org_name: 'Helping hands' })
  return {
    w,
    orgId,
    name,
    eventId,
    ownId,
    helperId,
    formEventId,
    openId,
    people: { root, dean, owner, officer, member, outsider, visitor },
  }
}
export type Scene = Awaited<ReturnType<typeof scene>>

/** What was prepared has to have happened. */
export const happened = async (asked: Promise<Reply>): Promise<Reply> => {
  const reply = await asked
  if (reply.status >= 300) throw new Error(`refused: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply
}
