import { beforeAll, describe, expect, it } from 'vitest'
import { withRoles } from '../../support/administrators.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { signedIn } from '../browser.ts'
import { type Managing, managing } from './managing.ts'

let m: Managing
let dean: Person
beforeAll(async () => {
  m = await managing()
  dean = await withRoles(m.w, await registered(m.w, 'dean', { username: 'dean', name: 'Dean Wood' }), [
    'user',
    'admin',
  ])
  await dean.device.assignStakeholderRole({ id: 'event coordinator', userId: dean.user._id })
})

const submitted = async (name: string): Promise<string> => {
  const start = m.w.clock.now().getTime() + 9 * 86_400_000
  const { body } = await m.ada.device.createEvent({
    name,
    type: 'Party',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3_600_000).toISOString(),
    location: 'Main hall',
    expectedAttendance: 40,
    requiresApproval: true,
    orgId: m.orgId,
  })
  return String(body.eventId)
}

describe('an event that its approver returned', () => {
  it('says so at the top, with the comment and its author, and is submitted again', async () => {
    const eventId = await submitted('Garden party')
    await dean.device.requestEventChanges({ event_id: eventId, reason: 'Name a fire marshal' })
    const path = `/event/${eventId}/dashboard`
    const shown = await m.officer.open(path)
    expect(shown.html).toContain('<span class="tag warn">Changes requested</span>')
    expect(shown.text).toMatch(
      /Approval Dean Wood requested changes .*Name a fire marshal Edit event .*Comment for the approvers .*Submit again Send comment/,
    )
    expect(shown.text.split('Name a fire marshal')).toHaveLength(2)
    expect(shown.text).not.toContain('No longer needed')
    expect(shown.text).not.toContain('Complete and submit')
    expect((await m.officer.open(`${path}?part=tasks`)).html).toContain('>Changes requested</span>')
    const admin = await signedIn(m.w, dean.email, password)
    const lists = async () => {
      await m.drain()
      return [
        (await m.officer.open(`/club-dashboard/${m.orgId}?part=events`)).text,
        (await admin.open('/admin?part=events&filter=draft')).text,
      ]
    }
    for (const text of await lists()) expect(text).toMatch(/Garden party .*Changes requested/)
    await m.officer.open(path)
    const again = await m.officer.send(path, { do: 'submit', comment: 'Eve is our marshal' })
    expect(again.text).toContain('Event sent for approval.')
    expect(again.text).toContain('Eve is our marshal')
    expect(again.text).not.toContain('requested changes')
    expect((await m.officer.send(path, { do: 'take-back' })).html).toContain(
      '<span class="tag ">Draft</span>',
    )
    for (const text of await lists()) {
      expect(text).toMatch(/Garden party .*Draft/)
      expect(text).not.toContain('Changes requested')
    }
  })

  it('is not submitted with a comment that is too long, and is shown as it is if only the comment is refused', async () => {
    const eventId = await submitted('Yard party')
    await dean.device.requestEventChanges({ event_id: eventId, reason: 'Name a fire marshal' })
    const path = `/event/${eventId}/dashboard`
    await m.officer.open(path)
    const long = await m.officer.send(path, { do: 'submit', comment: 'x'.repeat(2001) })
    expect(long.status).toBe(400)
    expect(long.text.split('Enter at most 2,000 characters')).toHaveLength(2)
    expect(long.text).toContain('Dean Wood requested changes')
    expect(long.html).toContain('data-unsaved')
    // Browsers send a line break as two characters, which count as one.
    const again = await m.officer.send(path, { do: 'submit', comment: 'x\r\n'.repeat(1000) })
    expect(again.text).toContain('Event sent for approval.')

    await dean.device.requestEventChanges({ event_id: eventId, reason: 'Name a fire marshal' })
    await m.officer.open(path)
    const invisible = await m.officer.send(path, { do: 'submit', comment: '\u200b' })
    expect(invisible.status).toBe(400)
    expect(invisible.html).toContain('id="comment-wrong"')
    expect(invisible.text).toContain('Waiting for approval')
    expect(invisible.text).not.toContain('requested changes')
  })

  it('is opened on its manage page by the notification, and offers no seat', async () => {
    const eventId = await submitted('Tea party')
    await dean.device.requestEventChanges({ event_id: eventId, reason: 'Name a fire marshal' })
    await m.drain()
    const inbox = await m.officer.open('/inbox')
    expect(inbox.text).toContain('Changes requested: Tea party')
    const opened = inbox.forms.filter(({ fields }) => fields.do === 'open').map(({ fields }) => fields.next)
    expect(opened).toContain(`/event/${eventId}/dashboard`)
    expect(opened).not.toContain(`/event/${eventId}`)
    const shown = await m.officer.open(`/event/${eventId}`)
    expect(shown.text).toContain('Registration opens when the event is published')
    expect(shown.html).not.toMatch(/<button[^>]*>Register</)
    expect(shown.text).not.toContain('Be the first to register')
  })

  it('names the reason of a rejection as well', async () => {
    const eventId = await submitted('Loud party')
    await dean.device.rejectEvent({ event_id: eventId, reason: 'Too loud' })
    const shown = await m.officer.open(`/event/${eventId}/dashboard`)
    expect(shown.text).toMatch(/Dean Wood rejected the event .*Too loud Edit event .*Submit again/)
  })
})
