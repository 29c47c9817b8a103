import { beforeAll, describe, expect, it } from 'vitest'
import { AnswersTooLarge, FormNotYours } from '../../functions/form-records/contract.ts'
import {
  ApplicantIsMember,
  RoleInUse,
  TooManyMemberships,
} from '../../functions/members/contract/failures.ts'
import { maxMemberships } from '../../lib/identity/org/membership.ts'
import { orgApplication } from '../../lib/identity/org/records.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

let w: World
let ada: Person

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  ada = await registered(w, 'ada', { username: 'ada' })
})

describe('a person', () => {
  // rules/members 5
  it('is a member of at most 200 organizations', async () => {
    const busy = await registered(w, 'busy', { username: 'busy' })
    const { orgId } = await founded(ada)
    const user = await w.table().get(tenantUser, { id: busy.user._id })
    const clubAssociations = Array.from({ length: maxMemberships }, (_, at) => `club${at}`)
    if (user) await w.table().put(tenantUser, { ...user, clubAssociations })
    const replies = [
      await busy.device.applyToOrganization({ orgId }),
      await busy.device.createOrganization({ org_name: 'One more', org_description: 'Too many' }),
      await ada.device.assignOrgRole({ orgId, userId: busy.user._id, role: 'member' }),
    ]
    for (const reply of replies) expect(reply).toMatchObject(refused(TooManyMemberships))
    // Organizations that are not there are not shown, however many are named.
    expect((await busy.device.validateToken()).body.data.user.clubAssociations).toEqual([])
  })

  // rules/members 10
  it('who is already a member is not approved again', async () => {
    const club = await founded(ada)
    const { orgId } = club
    const ben = await joined(club, await registered(w, 'ben', { username: 'ben' }))
    const { _id: userId, name, username } = ben.user
    const stray = {
      id: `${userId}.stray`,
      orgId,
      userId,
      name,
      username,
      reason: '',
      createdAt: '2026-01-01',
    }
    await w.table().put(orgApplication, { ...stray, status: 'pending' })
    const approved = await ada.device.approveApplication({ orgId, applicationId: stray.id })
    expect(approved).toMatchObject(refused(ApplicantIsMember))
    expect((await ada.device.rejectApplication({ orgId, applicationId: stray.id })).status).toBe(200)
  })
})

describe('an organization', () => {
  // rules/members 24, rules/organizations 13
  it('keeps a role that a member holds, by whichever route it is deleted', async () => {
    const club = await founded(ada)
    const { orgId } = club
    await joined(club, await registered(w, 'cal', { username: 'cal' }), ['officer'])
    const positions = [{ _id: 'owner' }, { _id: 'admin' }, { _id: 'member' }]
    const message = 'Cannot delete role: 1 member(s) currently have this role'
    const edited = await ada.device.editOrganization({ orgId, org_name: 'Not renamed', positions })
    expect(edited).toMatchObject(refused({ ...RoleInUse, message }))
    expect((await ada.device.getOrganizationByName({ name: 'Not renamed' })).status).toBe(404)
  })

  it('accepts answers of at most 100 kB to its form, and changes only its own forms', async () => {
    const question = (at: number) => ({ _id: `q${at}`, type: 'long', question: `Part ${at}?` })
    const questions = Array.from({ length: 12 }, (_, at) => question(at))
    const { orgId } = await founded(ada, { memberForm: { title: 'Essay', questions } })
    const dan = await registered(w, 'dan', { username: 'dan' })
    const formResponse = questions.map(({ _id }) => ({ referenceId: _id, answer: 'x'.repeat(9_500) }))
    const reply = await dan.device.applyToOrganization({ orgId, formResponse })
    expect(reply).toMatchObject(refused(AnswersTooLarge))
    const other = await founded(ada)
    const { body } = await ada.device.listForms({ orgId })
    const form = { title: 'Stolen' }
    const stolen = await ada.device.updateForm({ orgId: other.orgId, formId: body.forms[0]._id, form })
    expect(stolen).toMatchObject(refused(FormNotYours))
  })
})
