import { beforeAll, describe, expect, it } from 'vitest'
import {
  InvalidFlow,
  InvalidStepIndex,
  RoleInFlow,
  UserNotFound,
} from '../../../functions/stakeholders/contract.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { admins } from '../../support/administrators.ts'
import { type Person, people, registered } from '../../support/people.ts'
import { founded } from '../../support/societies.ts'
import { condition, step, wrongFlows } from './wrong-flows.ts'

type Place = Awaited<ReturnType<typeof admins>>
let place: Place
let dean: Person

beforeAll(async () => {
  place = await admins()
  dean = place.dean
})

const save = (body: object) => dean.device.saveApprovalFlow(body)

describe('the flow of a school', () => {
  it('has no step by default, and showing it stores nothing', async () => {
    const { w } = place
    const { status, body } = await dean.device.getApprovalFlow()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      steps: [],
      version: 0,
      defaultSettings: { escalationTimeout: 72, requireAllMembers: false },
    })
    expect(w.logs.at(-1)?.table).toMatchObject({ writeUnits: 0 })
    const again = await dean.device.request(
      'stakeholders',
      'GET',
      '/api/event-system-config/get-approval-flow',
    )
    expect(again.body).toEqual(body)
  })

  // rules/stakeholders 17
  it.each(wrongFlows)('is refused with %s', async (_, body, message) => {
    const reply = await save(body)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ success: false, message, code: InvalidFlow.code })
  })

  it('is kept, with its defaults, and can be sent back whole', async () => {
    const { body, status } = await save({
      steps: [{ ...step, ...condition('food', 'equals', true) }],
      fieldDefinitions: [{ name: 'food', type: 'boolean' }],
    })
    expect(status).toBe(200)
    expect(body.data.steps).toEqual([
      {
        _id: expect.any(String),
        role: 'safety officer',
        kind: 'approver',
        stage: 0,
        allowSelfApproval: false,
        always: false,
        conditionGroups: [
          { conditions: [{ field: 'food', operator: 'equals', value: true }], conditionLogicalOperators: [] },
        ],
        groupLogicalOperators: [],
        checkItems: [],
      },
    ])
    const again = await save(body.data)
    expect(again.status).toBe(200)
    expect(again.body.data).toEqual({ ...body.data, version: body.data.version + 1 })
  })

  // rules/stakeholders 2
  it.each([
    ['type', 'in', 'Social, Workshop'],
    ['type', 'in', 'Social'],
    ['expectedAttendance', 'in', 5],
    ['expectedAttendance', 'notIn', '5, 6'],
    ['start_time', 'between', '2026-05-01, 2026-05-04'],
  ])('takes several values from an editor with one field: %s %s %j', async (field, operator, value) => {
    const { status, body } = await save({ steps: [{ ...step, ...condition(field, operator, value) }] })
    expect([status, body.data?.steps?.[0]?.conditionGroups[0].conditions[0].value]).toEqual([200, value])
  })

  it('that was changed since it was read is not overwritten', async () => {
    const { body } = await dean.device.getApprovalFlow()
    await save({ steps: [] })
    const { status, body: refused } = await save({ steps: [step], version: body.data.version })
    expect([status, refused.code]).toEqual([409, ConcurrentChange.code])
  })

  it.each([
    { defaultSettings: { maxApprovers: 3 } },
    { defaultSettings: { requireAnyMember: false } },
    { defaultSettings: { escalationTimeout: 169 } },
    { steps: [{ ...step, kind: 'spectator' }] },
  ])('takes no %j', async (body) => {
    expect((await save(body)).status).toBe(400)
  })

  it('keeps every change when several are made at once', async () => {
    await save({ steps: [] })
    const roles = ['event coordinator', 'facilities manager', 'safety officer', 'department head']
    const replies = await Promise.all(roles.map((role) => dean.device.addApproval({ role })))
    const done = replies.filter(({ status }) => status === 201).length
    const { body } = await dean.device.getApprovalFlow()
    expect(body.data.steps).toHaveLength(done)
    expect(new Set(replies.map(({ status }) => status))).not.toContain(500)
  })
})

describe('a role that is added to the flow', () => {
  it('is made with its people, who then hold it', async () => {
    const [ada, ben] = await people(place.w, 2)
    await save({ steps: [] })
    const usernames = [ada?.user.username, ben?.user.username]
    const { status, body } = await dean.device.addApproval({ role: 'registrar', usernames })
    expect(status).toBe(201)
    expect(body.data.steps).toMatchObject([{ role: 'registrar', always: true, stage: 0, kind: 'approver' }])
    const { body: self } = (await ada?.device.validateToken()) ?? { body: undefined }
    expect(self.data.user.approvalRoles).toEqual(['registrar'])
    const { body: roles } = await dean.device.listStakeholderRoles()
    expect(roles.data).toContainEqual(
      expect.objectContaining({ stakeholderId: 'registrar', activeMembers: 2 }),
    )
    const { body: steps } = (await ada?.device.listApprovalSteps()) ?? { body: undefined }
    expect(steps.data).toHaveLength(1)
  })

  it('is added once', async () => {
    const { status, body } = await dean.device.addApproval({ role: 'registrar' })
    expect([status, body.message]).toEqual([400, RoleInFlow.message])
  })

  it('is not added with people who do not exist', async () => {
    const { status, body } = await dean.device.addApproval({ role: 'proctor', usernames: ['nobody'] })
    expect([status, body.code]).toEqual([404, UserNotFound.code])
  })

  it('comes after those that are there, with more people if it is known already', async () => {
    const carl = await registered(place.w, 'carl', { username: 'carl' })
    const sent = { role: 'safety officer', usernames: [carl.user.username] }
    const { body } = await dean.device.addApproval(sent)
    expect(body.data.steps.map(({ stage }: { stage: number }) => stage)).toEqual([0, 1])
  })
})

describe('the criteria of a step', () => {
  it('are changed by themselves', async () => {
    const updates = { ...condition('type', 'equals', 'party'), checkItems: ['Exits are free'] }
    const { status, body } = await dean.device.updateStepCriteria({ stepIndex: 1, updates })
    expect(status).toBe(200)
    expect(body.data.steps[1]).toMatchObject({ role: 'safety officer', checkItems: ['Exits are free'] })
  })

  it('of a step that is not there are refused', async () => {
    const { status, body } = await dean.device.updateStepCriteria({ stepIndex: 9, updates: {} })
    expect([status, body.message]).toEqual([400, InvalidStepIndex.message])
  })
})

describe('an organization that decides', () => {
  it('is listed by its name', async () => {
    const { orgId } = await founded(place.root, { org_name: 'Approvers Guild' })
    const { status } = await dean.device.updateApprovalFlow({ steps: [{ orgId, always: true }] })
    expect(status).toBe(200)
    const { body } = await dean.device.listApprovalGroups()
    expect(body.data).toMatchObject([{ _id: orgId, org_name: 'Approvers Guild' }])
  })
})
