import { beforeEach, describe, expect, it } from 'vitest'
import { allTaskHandlers } from '../../functions/clock/handler.ts'
import * as failures from '../../functions/form-records/contract.ts'
import { formAnswered, formResponse, formVersion } from '../../functions/form-records/repository.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { clubEvent } from '../planning/people.ts'
import { refused } from '../support/agent.ts'
import { sweep } from '../support/due.ts'
import { type Club, club } from '../support/orgs.ts'
import { type World, world } from '../support/world.ts'

let w: World
let c: Club

beforeEach(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  c = await club(w)
})

const questions = [{ _id: 'why', type: 'short', question: 'Why?', required: true }]
const made = async (): Promise<string> => {
  const { body } = await c.officer.device.createEventForm({
    orgId: c.orgId,
    form: { title: 'Sign-up', questions },
  })
  return body.data._id
}
const drop = (formId: string) => c.officer.device.deleteEventForm({ orgId: c.orgId, formId })
const answer = (formId: string, who = c.member) =>
  who.device.submitFormResponse({ formId, responses: [{ referenceId: 'why', answer: 'A private wish' }] })

/** What is left of a form in the table. */
const leftOf = async (formId: string): Promise<number> => {
  const page = { keyParams: { formId }, limit: 200, strong: true }
  const lists = await Promise.all([
    w.table().list(formResponse, page),
    w.table().list(formAnswered, page),
    w.table().list(formVersion, page),
  ])
  return lists.reduce((sum, { items }) => sum + items.length, 0)
}

const minutesLater = async (): Promise<void> => {
  w.clock.advance(61)
  for (let round = 0; round < 5; round += 1) await sweep(w, allTaskHandlers)
}

describe('deleting a form', () => {
  // rules/forms 21
  it('removes it at once, and its responses within minutes', async () => {
    const formId = await made()
    for (let at = 0; at < 100; at += 1) expect((await answer(formId)).status).toBe(201)
    await c.officer.device.updateEventForm({
      orgId: c.orgId,
      formId,
      form: { title: 'Two', questions: [{ ...questions[0], question: 'Why now?' }] },
    })
    const other = await made()
    await answer(other)
    const kept = await leftOf(other)
    const reply = await drop(formId)
    expect([reply.status, reply.body.message]).toEqual([200, 'Form deleted successfully'])
    expect((await c.member.device.getForm({ id: formId })).status).toBe(404)
    expect((await c.owner.device.listFormResponses({ formId })).status).toBe(404)
    expect(await answer(formId)).toMatchObject(refused(failures.FormNotFound))
    const { body } = await c.officer.device.listEventForms({ orgId: c.orgId })
    expect(body.data.map(({ _id }: { _id: string }) => _id)).toEqual([other])
    expect(await drop(formId)).toMatchObject(refused(failures.FormNotYours))
    expect(await leftOf(formId)).toBe(103)
    await minutesLater()
    expect(await leftOf(formId)).toBe(0)
    expect(await leftOf(other)).toBe(kept)
  })

  // rules/forms 21
  it('is audited', async () => {
    const formId = await made()
    await drop(formId)
    const { items } = await w
      .table()
      .list(auditEntry, { index: 'gsi2', keyParams: { action: 'form.delete' }, limit: 5 })
    expect(items).toMatchObject([
      {
        actor: c.officer.user.globalUserId,
        targetType: 'form',
        targetId: formId,
        detail: { orgId: c.orgId, purpose: 'event' },
      },
    ])
  })

  // rules/forms 1
  it('is allowed to people who may change it', async () => {
    const formId = await made()
    const { body } = await c.owner.device.createForm({
      orgId: c.orgId,
      form: { title: 'Members', questions },
    })
    const members = { orgId: c.orgId, formId: body.form._id }
    expect((await c.member.device.deleteEventForm({ orgId: c.orgId, formId })).status).toBe(403)
    expect(await c.officer.device.deleteEventForm(members)).toMatchObject(refused(failures.FormNotYours))
    const other = await club(w, 'go')
    for (const wrong of [formId, members.formId])
      expect(await other.owner.device.deleteForm({ orgId: other.orgId, formId: wrong })).toMatchObject(
        refused(failures.FormNotYours),
      )
    expect((await c.owner.device.deleteForm(members)).status).toBe(200)
    expect((await c.owner.device.deleteForm({ orgId: c.orgId, formId })).status).toBe(200)
  })
})

describe('a form that an event uses', () => {
  // rules/forms 22
  it.each(['registrationFormId', 'feedbackFormId'] as const)(
    'stays until the event is over or asks no more (%s)',
    async (field) => {
      const formId = await made()
      const eventId = await clubEvent(c, { [field]: formId })
      const reply = await drop(formId)
      expect(reply).toMatchObject(refused(failures.FormAskedByEvent))
      expect(reply.body.details).toEqual({ eventId, name: expect.any(String) })
      const edit = { orgId: c.orgId, eventId, [field]: null }
      expect((await c.owner.device.updateOrgEvent(edit)).status).toBe(200)
      expect((await drop(formId)).status).toBe(200)
    },
  )

  // rules/forms 22
  it('can be deleted when the event is over or deleted', async () => {
    const [one, two] = [await made(), await made()]
    const eventId = await clubEvent(c, { registrationFormId: one })
    await clubEvent(c, { feedbackFormId: two })
    await c.owner.device.deleteOrgEvent({ orgId: c.orgId, eventId })
    expect((await drop(one)).status).toBe(200)
    expect(await drop(two)).toMatchObject(refused(failures.FormAskedByEvent))
    w.clock.advance(60 * 24 * 3600)
    await c.officer.device.login({ email: c.officer.email, password: 'correct horse battery' })
    expect((await drop(two)).status).toBe(200)
  })
})

describe('the form that applicants answer', () => {
  const asked = async () => {
    await c.owner.device.editOrganization({
      orgId: c.orgId,
      requireApprovalForJoin: true,
      memberForm: { title: 'Joining', questions },
    })
    const formId = `${c.orgId}.join`
    return { formId, remove: () => c.owner.device.deleteForm({ orgId: c.orgId, formId }) }
  }
  const takenOff = () => c.owner.device.editOrganization({ orgId: c.orgId, memberForm: null })
  const apply = () =>
    c.outsider.device.applyToOrganization({
      orgId: c.orgId,
      formResponse: [{ referenceId: 'why', answer: 'A private wish' }],
    })

  // rules/forms 23
  it('cannot be deleted while applicants answer it or wait', async () => {
    const { formId, remove } = await asked()
    expect(await remove()).toMatchObject(refused(failures.FormAskedOfApplicants))
    expect((await apply()).status).toBe(201)
    await takenOff()
    expect(await remove()).toMatchObject(refused(failures.FormOfWaiting))
    const { body } = await c.owner.device.listApplications({ orgId: c.orgId })
    const [{ _id: applicationId }] = body.applications
    await c.owner.device.rejectApplication({ orgId: c.orgId, applicationId })
    expect((await remove()).status).toBe(200)
    const after = await c.owner.device.listApplications({ orgId: c.orgId })
    expect(JSON.stringify(after.body)).not.toContain('A private wish')
    await minutesLater()
    expect(await leftOf(formId)).toBe(0)
  })

  // rules/forms 24
  it('can be created again after its deletion, without old data', async () => {
    const { formId, remove } = await asked()
    await apply()
    const { body } = await c.owner.device.listApplications({ orgId: c.orgId })
    await c.owner.device.rejectApplication({ orgId: c.orgId, applicationId: body.applications[0]._id })
    await takenOff()
    expect((await remove()).status).toBe(200)
    const again = () =>
      c.owner.device.editOrganization({ orgId: c.orgId, memberForm: { title: 'Anew', questions } })
    expect((await again()).status).toBe(409)
    await minutesLater()
    expect((await again()).status).toBe(200)
    expect((await c.owner.device.listFormResponses({ formId })).body.responses).toEqual([])
    await minutesLater()
    expect((await c.outsider.device.getForm({ id: formId })).body.form.title).toBe('Anew')
    expect((await apply()).status).toBe(201)
  })
})
