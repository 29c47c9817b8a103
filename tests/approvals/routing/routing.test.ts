import { describe, expect, it } from 'vitest'
import { ApprovalRoutingUnavailable } from '../../../functions/stakeholders/contract.ts'
import { type EventFacts, type Route, routeOf, type Setup } from '../../../functions/stakeholders/index.ts'
import { setupOf } from '../cast-of-approvals.ts'

const event: EventFacts = {
  type: 'party',
  classroom_id: 'lab-1',
  expectedAttendance: 200,
  requiresApproval: false,
}
const nobody = { approvalRoles: [] }

const steps = (route: Route): unknown[] =>
  route.steps.map(({ role, kind, stage, because }) => [role, kind, stage, because])

const route = (setup: Setup, facts: object = {}, organizer: { approvalRoles: readonly string[] } = nobody) =>
  routeOf({ ...setup, zone: 'UTC' }, { ...event, ...facts }, organizer)

const large = {
  conditionGroups: [
    {
      conditions: [{ field: 'expectedAttendance', operator: 'greaterThan', value: 100 }],
      conditionLogicalOperators: [],
    },
  ],
}

let ids = 0
const step = (role: string, more: object = {}) => {
  ids += 1
  return {
    _id: `step-${ids}`,
    role,
    kind: 'approver',
    stage: 0,
    allowSelfApproval: false,
    always: false,
    conditionGroups: [],
    groupLogicalOperators: [],
    checkItems: [],
    ...more,
  }
}
const flowOf = (...all: object[]) => ({ steps: all, version: 3 })

const staffed = { 'safety officer': {}, 'facilities manager': {}, 'event coordinator': {} }

describe('routing', () => {
  // rules/stakeholders 18
  it('asks nobody by default', () => {
    expect(route(setupOf())).toEqual({ flowVersion: 0, steps: [], asks: false, channels: null })
  })

  // rules/stakeholders 18
  it('asks the event coordinator about an event that wants to be approved', () => {
    const found = route(setupOf(), { requiresApproval: true })
    expect(found.asks).toBe(true)
    expect(steps(found)).toEqual([['event coordinator', 'approver', 0, 'requiresApproval']])
    expect(found.steps[0]).toMatchObject({ required: 1, isEmpty: true, timeoutHours: 72 })
  })

  // rules/stakeholders 19
  it('takes the steps whose conditions hold, and those that always apply, by their stages', () => {
    const flow = flowOf(
      step('event coordinator', { stage: 1, always: true }),
      step('safety officer', large),
      step('facilities manager'),
      step('department head', { kind: 'notifiee', always: true }),
    )
    const found = route(setupOf({ roles: staffed, flow }), { requiresApproval: true })
    expect(steps(found)).toEqual([
      ['safety officer', 'approver', 0, 'conditions'],
      ['department head', 'notifiee', 0, 'always'],
      ['event coordinator', 'approver', 1, 'always'],
    ])
    expect(found.steps[0]?.conditions).toMatchObject([{ actual: 200, holds: true }])
    expect(
      steps(
        route(setupOf({ roles: staffed, flow: flowOf(step('safety officer', large)) }), {
          expectedAttendance: 9,
        }),
      ),
    ).toEqual([])
  })

  // rules/approvals 15
  it('does not ask when only somebody is told', () => {
    const flow = flowOf(step('safety officer', { kind: 'acknowledger', always: true }))
    expect(route(setupOf({ flow })).asks).toBe(false)
  })

  // rules/stakeholders 20
  it('takes roles by their own conditions, unless the flow names them', () => {
    const roles = { 'safety officer': large }
    expect(steps(route(setupOf({ roles })))).toEqual([['safety officer', 'approver', 0, 'role']])
    const flow = flowOf(step('safety officer'))
    expect(steps(route(setupOf({ roles, flow })))).toEqual([])
  })

  it.each([
    // rules/stakeholders 20, rules/stakeholders 21
    [{}, [['keeper', 'approver', 0, 'domain']]],
    [{ workflow: { autoApprove: true } }, [['keeper', 'notifiee', 0, 'domain']]],
    [{ workflow: { enabled: false } }, [['keeper', 'notifiee', 0, 'concern']]],
    [{ rooms: ['hall'] }, []],
    [{ governance: { scopeMode: 'exclusive' } }, []],
    [
      { rooms: ['hall'], governance: { governingScope: { kind: 'all_spaces', spaceIds: [] } } },
      [['keeper', 'approver', 0, 'domain']],
    ],
    [
      { rooms: ['hall'], governance: { governingScope: { kind: 'campus_wide', spaceIds: [] } } },
      [['keeper', 'approver', 0, 'domain']],
    ],
    [{ governance: { governingScope: { kind: 'none', spaceIds: ['lab-1'] } } }, []],
    [
      { rooms: ['hall'], governance: { concernScope: { kind: 'scoped', spaceIds: ['lab-1'] } } },
      [['keeper', 'notifiee', 0, 'concern']],
    ],
    [{ rooms: ['hall'], governance: { scopeMode: 'exclusive' } }, [['keeper', 'approver', 0, 'domain']]],
    [
      { rooms: ['hall'], governance: { concernScope: { kind: 'all_spaces', spaceIds: [] } } },
      [['keeper', 'notifiee', 0, 'concern']],
    ],
  ])('takes the roles of a domain by its scopes: %j', (more, expected) => {
    const domains = [{ rooms: ['lab-1'], ...more }]
    const setup = setupOf({ domains, roles: { keeper: { domainId: 'domain-0' } } })
    expect(steps(route(setup))).toEqual(expected)
  })

  // rules/stakeholders 22
  it('joins the roles of a domain of which one is enough', () => {
    const domains = [{ rooms: ['lab-1'], workflow: { requireAllApprovers: false, escalationTimeout: 5 } }]
    const roles = { keeper: { domainId: 'domain-0' }, warden: { domainId: 'domain-0' } }
    const found = route(setupOf({ domains, roles }))
    expect(found.steps).toMatchObject([
      { role: 'keeper', anyOf: 'domain-0', timeoutHours: 5 },
      { role: 'warden', anyOf: 'domain-0' },
    ])
  })

  it.each([
    // rules/stakeholders 23
    [{}, { activeMembers: 4 }, {}, 1],
    [{}, { activeMembers: 4, approvalConfig: { requiredApprovals: 2 } }, {}, 2],
    [{ requiredApprovals: 3 }, { activeMembers: 4, approvalConfig: { requiredApprovals: 2 } }, {}, 3],
    [{ requireAllMembers: true }, { activeMembers: 4 }, {}, 4],
    [{}, { activeMembers: 4, approvalConfig: { requireAllMembers: true } }, {}, 4],
    [{}, { activeMembers: 4 }, { requireAllMembers: true }, 4],
    [{ requiredApprovals: 1 }, { activeMembers: 4 }, { requireAllMembers: true }, 1],
  ])('counts approvals: step %j, role %j, flow %j', (ofStep, ofRole, settings, expected) => {
    const flow = {
      ...flowOf(step('safety officer', { always: true, ...ofStep })),
      defaultSettings: { escalationTimeout: 72, requireAllMembers: false, ...settings },
    }
    const found = route(setupOf({ flow, roles: { 'safety officer': ofRole } }))
    expect(found.steps[0]?.required).toBe(expected)
  })

  // rules/stakeholders 24
  it('leaves the organizer out, unless they may decide on their own events', () => {
    const organizer = { approvalRoles: ['safety officer'] }
    const all = { always: true, requireAllMembers: true }
    const roles = { 'safety officer': { activeMembers: 3 } }
    const found = (more: object) =>
      route(setupOf({ roles, flow: flowOf(step('safety officer', { ...all, ...more })) }), {}, organizer)
    expect(found({}).steps[0]?.required).toBe(2)
    expect(found({ allowSelfApproval: true }).steps[0]?.required).toBe(3)
  })
})

const alone = { activeMembers: 0, escalationRules: { autoEscalate: false } }
const always = step('safety officer', { always: true })
const condition = (field: string, operator: string, value: unknown) => ({
  conditionGroups: [{ conditions: [{ field, operator, value }], conditionLogicalOperators: [] }],
})

// rules/stakeholders 26, rules/stakeholders 27
describe('routing that cannot be evaluated', () => {
  it.each([
    [
      'an unknown operator',
      { flow: flowOf(step('safety officer', condition('type', 'resembles', 'a'))) },
      {},
    ],
    ['a value of another type', { flow: flowOf(step('safety officer', condition('type', 'equals', 5))) }, {}],
    ['an unknown field', { flow: flowOf(step('safety officer', condition('colour', 'equals', 'a'))) }, {}],
    [
      'a fact of another type',
      { flow: flowOf(step('safety officer', large)) },
      { expectedAttendance: 'many' },
    ],
    [
      'a wrong condition beside one that would decide',
      { flow: flowOf(step('safety officer', { ...condition('colour', 'equals', 'a'), always: true })) },
      {},
    ],
    ['a condition of a role', { roles: { 'safety officer': condition('colour', 'equals', 'a') } }, {}],
    ['a role that is gone', { flow: flowOf(step('wizard', { always: true })) }, {}],
    ['a role out of use', { flow: flowOf(always), roles: { 'safety officer': { isActive: false } } }, {}],
    ['nobody who could ever decide', { flow: flowOf(always), roles: { 'safety officer': alone } }, {}],
    [
      'fewer people than have to approve',
      {
        flow: flowOf(step('safety officer', { always: true, requiredApprovals: 2 })),
        roles: { 'safety officer': { ...alone, activeMembers: 1 } },
      },
      {},
    ],
    [
      'nobody who is permitted to',
      { flow: flowOf(always), roles: { 'safety officer': { ...alone, activeMembers: 1, permissions: [] } } },
      {},
    ],
    ['a role whose domain is gone', { roles: { porter: { domainId: 'nowhere' } } }, {}],
    ['no default step', { roles: { 'event coordinator': { isActive: false } } }, { requiresApproval: true }],
    [
      'more steps at once than fit',
      { roles: Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`role ${at}`, large])) },
      {},
    ],
  ])('for %s fails', (_, parts, facts) => {
    expect(() => route(setupOf(parts), facts)).toThrow(
      expect.objectContaining({ kind: ApprovalRoutingUnavailable }),
    )
  })

  it.each([
    { escalationRules: { autoEscalate: false, escalateTo: 'event coordinator' } },
    { escalationRules: { autoEscalate: false, escalateToUser: 'ada' } },
    {
      escalationRules: { autoEscalate: false },
      backupAssignees: [{ userId: 'ada', isActive: true, priority: 1 }],
    },
    { escalationRules: {} },
  ])('is not for want of people when somebody comes next: %j', (more) => {
    const setup = setupOf({
      flow: flowOf(always),
      roles: { 'safety officer': { activeMembers: 0, ...more } },
    })
    expect(route(setup).steps).toMatchObject([{ isEmpty: true }])
  })
})
