import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/members/contract/failures.ts'
import { withdrawalLimits } from '../../functions/members/contract.ts'
import { refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { founded, type Society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

let w: World
let ada: Person

beforeAll(async () => {
  w = await world()
  ada = await registered(w, 'ada', { username: 'ada' })
})

let guests = 0
const guest = (): Promise<Person> => {
  guests += 1
  return registered(w, `guest${guests}`, { username: `guest${guests}` })
}

const questions = [{ type: 'short', question: 'Why?', required: true }]
const closed = (more: object = {}) => founded(ada, { requireApprovalForJoin: true, ...more })
const own = async ({ device }: Person, query: object = {}) => (await device.listOwnApplications(query)).body

/** Applies, and names the application. */
const applied = async ({ device }: Person, { orgId }: Society, more: object = {}) => {
  expect((await device.applyToOrganization({ orgId, ...more })).status).toBe(201)
  const { applications } = (await device.listOwnApplications({ limit: '1' })).body
  return { orgId, applicationId: String(applications[0]._id) }
}

const waiting = async ({ orgId, owner }: Society) => {
  const listed = await owner.device.listApplications({ orgId })
  const beside = await owner.device.listOrgMembers({ orgId })
  return [...listed.body.applications, ...beside.body.applications]
}

describe('own applications', () => {
  // rules/members 16
  it('are listed newest first, each with its organization and outcome', async () => {
    const ben = await guest()
    const [first, second, third] = [await closed(), await closed(), await closed()]
    const one = await applied(ben, first)
    await ada.device.rejectApplication({ ...one, reason: 'The club is full' })
    w.clock.advance(1)
    const two = await applied(ben, second)
    await ada.device.approveApplication(two)
    w.clock.advance(1)
    const three = await applied(ben, third)
    const at = w.clock.now().toISOString()
    const { applications } = await own(ben)
    expect(applications).toEqual([
      {
        _id: three.applicationId,
        org_id: third.orgId,
        organization: { _id: third.orgId, org_name: third.name, org_profile_image: expect.any(String) },
        status: 'pending',
        createdAt: at,
      },
      expect.objectContaining({ _id: two.applicationId, status: 'approved', decidedAt: expect.any(String) }),
      expect.objectContaining({ _id: one.applicationId, status: 'rejected', reason: 'The club is full' }),
    ])
    expect(JSON.stringify(applications)).not.toContain(ada.user._id)
    const page = await own(ben, { limit: '2' })
    expect(page.applications).toEqual(applications.slice(0, 2))
    const rest = await own(ben, { limit: '2', cursor: page.nextCursor })
    expect(rest.applications).toEqual(applications.slice(2))
    expect(rest.nextCursor).toBeUndefined()
    expect((await own(await guest())).applications).toEqual([])
    expect((await ada.device.listOwnApplications({ cursor: page.nextCursor })).body.code).toBe(
      'INVALID_CURSOR',
    )
  })

  it('do not name a deleted organization', async () => {
    const ben = await guest()
    const club = await closed()
    await applied(ben, club)
    await ada.device.deleteOrganization({ orgId: club.orgId })
    expect((await own(ben)).applications).toMatchObject([{ org_id: club.orgId, organization: null }])
  })
})

describe('withdrawing an application', () => {
  // rules/members 7, rules/members 13
  it("removes it and its answers from the managers' list, and allows a new application", async () => {
    const ben = await guest()
    const club = await closed({ memberForm: { title: 'Joining', questions } })
    const { orgId } = club
    const { body: page } = await ben.device.getOrganizationByName({ name: club.name })
    const form = page.overview.memberForm
    const formResponse = [{ referenceId: form.questions[0]._id, answer: 'A private wish' }]
    const at = await applied(ben, club, { formResponse })
    const responses = async () =>
      (await ada.device.listFormResponses({ formId: form._id })).body.responses as unknown[]
    expect(await responses()).toHaveLength(1)
    const reply = await ben.device.withdrawApplication(at)
    expect([reply.status, reply.body.message]).toEqual([200, 'Application withdrawn'])
    expect(await waiting(club)).toEqual([])
    expect(await responses()).toEqual([])
    expect((await ben.device.getForm({ id: form._id })).body.hasSubmitted).toBe(false)
    expect((await ben.device.getOrganizationByName({ name: club.name })).body.isPending).toBe(false)
    const { applications } = await own(ben)
    expect(applications).toMatchObject([{ _id: at.applicationId, status: 'withdrawn' }])
    w.clock.advance(1)
    const again = await applied(ben, { ...club, orgId }, { formResponse })
    expect(await waiting(club)).toMatchObject([{ _id: again.applicationId }, { _id: again.applicationId }])
    expect(await responses()).toHaveLength(1)
  })

  // rules/members 13
  it('can be repeated', async () => {
    const ben = await guest()
    const club = await closed()
    const at = await applied(ben, club)
    const replies = await Promise.all([1, 2, 3].map(() => ben.device.withdrawApplication(at)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    w.clock.advance(1)
    const again = await applied(ben, club)
    expect((await ben.device.withdrawApplication(at)).status).toBe(200)
    expect((await own(ben)).applications).toMatchObject([
      { _id: again.applicationId, status: 'pending' },
      { status: 'withdrawn' },
    ])
  })

  // rules/members 12
  it('is allowed to the applicant only', async () => {
    const [ben, eve, club] = [await guest(), await guest(), await closed()]
    const at = await applied(ben, club)
    for (const wrong of [eve, ada])
      expect(await wrong.device.withdrawApplication(at)).toMatchObject(refused(failures.ApplicationNotFound))
    for (const id of ['x.y', `${ben.user._id}.nothing`, ben.user._id])
      expect(await ben.device.withdrawApplication({ ...at, applicationId: id })).toMatchObject(
        refused(failures.ApplicationNotFound),
      )
    const other = await closed()
    expect(await ben.device.withdrawApplication({ ...at, orgId: other.orgId })).toMatchObject(
      refused(failures.ApplicationNotFound),
    )
    expect(await waiting(club)).toHaveLength(2)
  })

  // rules/members 12
  it('is rejected after the decision', async () => {
    const club = await closed()
    for (const decide of ['approveApplication', 'rejectApplication'] as const) {
      const ben = await guest()
      const at = await applied(ben, club)
      await ada.device[decide](at)
      expect(await ben.device.withdrawApplication(at)).toMatchObject(refused(failures.ApplicationDecided))
    }
  })

  // rules/members 14
  it('leaves no application to decide', async () => {
    const [ben, club] = [await guest(), await closed()]
    const at = await applied(ben, club)
    await ben.device.withdrawApplication(at)
    for (const decide of ['approveApplication', 'rejectApplication'] as const)
      expect(await ada.device[decide](at)).toMatchObject(refused(failures.ApplicationWithdrawn))
  })

  // rules/members 14
  it('and a decision at the same moment: one succeeds, and the other is rejected with the reason', async () => {
    for (let round = 0; round < 6; round += 1) {
      const decide = round % 2 === 0 ? ('approveApplication' as const) : ('rejectApplication' as const)
      const [ben, club] = [await guest(), await closed()]
      const at = await applied(ben, club)
      const [decided, withdrawn] = await Promise.all([
        ada.device[decide](at),
        ben.device.withdrawApplication(at),
      ])
      expect([decided.status, withdrawn.status].sort()).toEqual([200, 409])
      const held = withdrawn.status === 200 ? 'withdrawn' : `${decide.slice(0, -'Application'.length)}`
      const { applications } = await own(ben)
      expect(applications).toHaveLength(1)
      expect(applications[0].status.slice(0, 6)).toBe(held.slice(0, 6))
      const { body } = await ben.device.validateToken()
      expect(body.data.user.clubAssociations).toHaveLength(applications[0].status === 'approved' ? 1 : 0)
    }
  })

  // rules/members 15
  it('is shown for ninety days', async () => {
    const [ben, club] = [await guest(), await closed()]
    await ben.device.withdrawApplication(await applied(ben, club))
    w.clock.advance(89 * 24 * 3600)
    await ben.device.login({ email: ben.email, password })
    expect((await own(ben)).applications).toHaveLength(1)
    w.clock.advance(2 * 24 * 3600)
    await ben.device.login({ email: ben.email, password })
    expect((await own(ben)).applications).toEqual([])
  })
})

describe('applying and withdrawing in turn', () => {
  // rules/members 17
  it('is limited', async () => {
    const dean = await registered(w, 'dean', { username: 'dean' })
    const club = await founded(dean, { requireApprovalForJoin: true })
    const ben = await guest()
    for (let at = 0; at < withdrawalLimits.person.max; at += 1) {
      const given = await applied(ben, club)
      expect((await ben.device.withdrawApplication(given)).status).toBe(200)
    }
    const last = await applied(ben, club)
    expect((await ben.device.withdrawApplication(last)).status).toBe(429)
    expect(await waiting(club)).toHaveLength(2)
  })
})
