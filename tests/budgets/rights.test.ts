import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../functions/budgets/contract.ts'
import { OrgInactive } from '../../lib/contract/org-rules.ts'
import type { Row } from '../../lib/contract/row.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { distantOperator, withRoles } from '../support/administrators.ts'
import { type Agent, refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import type { World } from '../support/world.ts'
import { drafted, type Financed, forwarded, office, officer, submitted, treasury } from './campus.ts'

const everybody = [
  'nobody',
  'guest',
  'foreignAdmin',
  'outsider',
  'member',
  'judge',
  'auditor',
  'treasurer',
  'owner',
  'schoolAdmin',
  'platformAdmin',
] as const
type Who = (typeof everybody)[number]

let w: World
let club: Financed
let cast: Record<Who, Agent>
beforeAll(async () => {
  const made = await treasury()
  ;({ w, club } = made)
  const guest = await registered(w, 'guest', { username: 'guest' }, w.sister)
  const chief = await registered(w, 'chief', { username: 'chief' }, w.sister)
  const sister = { ...w, home: w.sister, table: () => w.table(w.sister) }
  await withRoles(sister, chief, ['user', 'admin'])
  const far = await distantOperator(w, 'far')
  cast = {
    nobody: w.device(),
    guest: guest.device.on(w.home),
    foreignAdmin: chief.device.on(w.home),
    outsider: club.outsider.device,
    member: club.member.device,
    judge: club.judge.device,
    auditor: club.auditor.device,
    treasurer: club.treasurer.device,
    owner: club.owner.device,
    schoolAdmin: made.dean.device,
    platformAdmin: far.device.on(w.home),
  }
})

const school: readonly Who[] = ['schoolAdmin', 'platformAdmin']
const managers: readonly Who[] = ['treasurer', 'owner', ...school]
const viewers: readonly Who[] = ['auditor', ...managers]
/** Whether they may decide, the stage says: see below. */
const insiders: readonly Who[] = ['member', 'judge', ...viewers]

const admitted: Readonly<Record<string, readonly Who[]>> = {
  getFinanceConfig: school,
  updateFinanceConfig: school,
  listFinanceBudgets: school,
  getFinanceBudget: school,
  approveFinanceStage: school,
  rejectFinanceStage: school,
  requestFinanceRevision: school,
  listBudgetTemplates: viewers,
  listBudgets: viewers,
  getBudget: viewers,
  createBudget: managers,
  updateBudget: managers,
  submitBudget: managers,
  withdrawBudget: managers,
  deleteBudget: managers,
  commentOnBudget: viewers,
  approveBudgetStage: insiders,
  rejectBudgetStage: insiders,
  requestBudgetRevision: insiders,
  exportBudget: viewers,
}

const rows = Object.entries(contract.rows as Record<string, Row>)
const cases = rows.flatMap(([operation]) => everybody.map((who) => [operation, who] as const))
const sendAs = (who: Who, operation: string) =>
  (cast[who] as unknown as Record<string, Agent['listSessions']>)[operation]

describe('every operation of budgets', () => {
  it('says whom it is for', () => {
    expect(Object.keys(admitted).sort()).toEqual(rows.map(([operation]) => operation).sort())
  })

  // rules/budgets 1, rules/budgets 3
  it.each(cases)('%s as %s', async (operation, who) => {
    const input = { orgId: club.orgId, budgetId: 'x', stageKey: 'x' }
    // A broken body ends every operation at its door, so that nothing changes between the tries.
    const reply = await sendAs(who, operation)?.(input, { raw: '{' })
    const { status, body } = reply ?? { status: 0, body: {} }
    if (admitted[operation]?.includes(who)) expect([status, body.code]).toEqual([400, 'INVALID_JSON'])
    else if (who === 'nobody') expect([status, body.code]).toEqual([401, 'NO_TOKEN'])
    else expect([status, typeof body.code], JSON.stringify(body)).toEqual([403, 'string'])
  })

  // rules/budgets 6
  it('finds no budget of another organization or school, nor one that is not there', async () => {
    const named = await drafted(club)
    const { orgId } = club
    const other = (await registered(w, 'else', { username: 'else' })).device
    const foreign = (await other.createOrganization({ org_name: 'Elsewhere', org_description: 'We meet' }))
      .body.org._id
    for (const [operation, { path, access: door }] of rows) {
      if (!path.includes(':budgetId')) continue
      const who = door === 'admin' ? 'schoolAdmin' : 'owner'
      const rest = { ...officer, body: 'x', message: 'x' }
      const sent = operation === 'commentOnBudget' ? { body: 'x' } : path.includes('stages') ? rest : {}
      const clean = Object.fromEntries(Object.entries(sent).filter(([name]) => wants(operation, name)))
      const reply = await sendAs(who, operation)?.({ orgId, budgetId: 'absent', ...clean })
      expect([operation, reply?.status, reply?.body.code]).toEqual([operation, 404, 'BUDGET_NOT_FOUND'])
      const elsewhere = await sendAs('schoolAdmin', operation)?.({ ...named, ...clean, orgId: foreign })
      expect([operation, elsewhere?.status]).toEqual([operation, 404])
      const nowhere = await sendAs('schoolAdmin', operation)?.({ ...named, ...clean, orgId: 'nowhere' })
      const code = 'ORGANIZATION_NOT_FOUND'
      expect([operation, nowhere?.status, nowhere?.body.code]).toEqual([operation, 404, code])
    }
  })
})

const wants = (operation: string, name: string): boolean =>
  name === 'stageKey' ||
  (name === 'body' && operation === 'commentOnBudget') ||
  (name === 'message' && !operation.startsWith('approve'))

const asks = (who: Who, named: object, stage: object = officer) =>
  [
    cast[who].approveBudgetStage({ ...named, ...stage }),
    cast[who].rejectBudgetStage({ ...named, ...stage }),
    cast[who].requestBudgetRevision({ ...named, ...stage, message: 'x' }),
  ] as const

const codesOf = async (replies: ReturnType<typeof asks>) =>
  (await Promise.all(replies)).map(({ status, body }) => [status, body.code])

describe('a stage of the organization', () => {
  // rules/budgets 2, rules/budgets 5
  it('is decided by holders of its permission alone; others who see no finances learn nothing', async () => {
    const named = await submitted(club)
    const refusal = [403, 'PERMISSION_REQUIRED']
    for (const who of ['member', 'judge', 'auditor'] as const) {
      expect(await codesOf(asks(who, named))).toEqual([refusal, refusal, refusal])
      const absent = await codesOf(asks(who, { ...named, budgetId: 'absent' }))
      const seen = who === 'auditor' ? [404, 'BUDGET_NOT_FOUND'] : refusal
      expect(absent).toEqual([seen, seen, seen])
    }
    const { body } = await cast.schoolAdmin.approveBudgetStage({ ...named, ...officer })
    expect(body.data.workflow.currentStageIndex).toBe(1)
  })

  // rules/budgets 2, rules/budgets 15
  it('may ask for any permission, which finances alone do not replace', async () => {
    const stages = [
      { key: 'judging', label: 'Judging', actorType: 'org_permission', permission: 'approve_events' },
    ]
    const config = await cast.schoolAdmin.getFinanceConfig()
    const [two] = config.body.data.workflowPresets
    const changed = await cast.schoolAdmin.updateFinanceConfig({
      workflowPresets: [{ ...two, stages }],
    })
    expect(changed.status).toBe(200)
    const named = await submitted(club)
    await cast.schoolAdmin.updateFinanceConfig({ workflowPresets: [two] })
    const judging = { ...named, stageKey: 'judging' }
    const refusedOne = await cast.treasurer.approveBudgetStage(judging)
    expect([refusedOne.status, refusedOne.body.message]).toEqual([
      403,
      "You don't have permission to approve_events in this organization",
    ])
    // The stages that were frozen when it was submitted count, not those that the school has now.
    expect((await cast.judge.approveBudgetStage(judging)).body.data.status).toBe('approved')
  })

  // rules/budgets 4
  it('is not approved by whoever submitted, unless nobody else holds the permission', async () => {
    const named = await submitted(club)
    const own = await cast.treasurer.approveBudgetStage({ ...named, ...officer })
    expect([own.status, own.body.code]).toEqual([403, 'OWN_BUDGET'])
    const { orgId } = club
    const made = await cast.owner.createBudget({ orgId, templateKey: 'annual_club', fiscalYear: '1999' })
    const owned = { orgId, budgetId: made.body.data._id }
    await cast.owner.updateBudget({ ...owned, lineItems: [{ key: 'operating', amount: 1 }] })
    await cast.owner.submitBudget(owned)
    expect((await cast.owner.approveBudgetStage({ ...owned, ...officer })).body.code).toBe('OWN_BUDGET')
    const userId = club.treasurer.user._id
    await cast.owner.assignOrgRole({ orgId, userId, roles: ['auditor'] })
    expect((await cast.owner.approveBudgetStage({ ...owned, ...officer })).status).toBe(200)
    await cast.owner.assignOrgRole({ orgId, userId, roles: ['treasurer'] })
  })
})

describe('a stage', () => {
  // rules/budgets 3, rules/budgets 16
  it('is decided on its own route, when it is its turn', async () => {
    const named = await submitted(club)
    const { schoolAdmin, owner } = cast
    const platform = [
      await schoolAdmin.approveFinanceStage({ ...named, ...officer }),
      await schoolAdmin.rejectFinanceStage({ ...named, ...officer }),
      await schoolAdmin.requestFinanceRevision({ ...named, ...officer, message: 'x' }),
    ]
    expect(platform.map(({ status, body }) => [status, body.message])).toEqual([
      [400, 'This stage is not a platform admin step'],
      [400, 'Use the organization route for this stage'],
      [400, 'Use the organization route for this stage'],
    ])
    const early = await schoolAdmin.approveFinanceStage({ ...named, ...office })
    expect([early.status, early.body.message]).toEqual([400, 'Invalid workflow stage'])
    await owner.approveBudgetStage({ ...named, ...officer })
    expect(await codesOf(asks('owner', named, office))).toEqual([
      [403, 'NOT_AN_ORGANIZATION_STAGE'],
      [400, 'USE_ADMIN_ROUTE'],
      [400, 'USE_ADMIN_ROUTE'],
    ])
    expect((await owner.approveBudgetStage({ ...named, ...officer })).body.code).toBe('WRONG_STAGE')
  })

  it('is approved for no organization that is inactive, and rejected all the same', async () => {
    const { orgId } = club
    const [one, other] = [await forwarded(club), await forwarded(club)]
    const become = (lifecycleStatus: 'active' | 'inactive') =>
      w.table().update(organization, { orgId }, { set: { lifecycleStatus } }, { exists: true })
    await become('inactive')
    const approved = await cast.schoolAdmin.approveFinanceStage({ ...one, ...office })
    const rejected = await cast.schoolAdmin.rejectFinanceStage({ ...other, ...office, message: 'No' })
    await become('active')
    expect(approved).toMatchObject(refused(OrgInactive))
    expect(rejected.status).toBe(200)
    expect((await cast.schoolAdmin.approveFinanceStage({ ...one, ...office })).status).toBe(200)
  })

  // rules/budgets 18
  it('needs a note where changes are asked for', async () => {
    const named = await forwarded(club)
    const asked = { ...named, ...office, message: '  ' }
    const { status, body } = await cast.platformAdmin.requestFinanceRevision(asked)
    expect([status, body.message]).toEqual([400, 'A note explaining the requested changes is required.'])
    const inOrg = await cast.owner.requestBudgetRevision({ ...(await submitted(club)), ...officer })
    expect(inOrg.body.code).toBe('NOTE_REQUIRED')
    const done = await cast.platformAdmin.approveFinanceStage({ ...named, ...office })
    expect(done.body.data).toMatchObject({ status: 'approved', updatedBy: expect.any(String) })
    const late = await cast.platformAdmin.rejectFinanceStage({ ...named, ...office })
    expect([late.status, late.body.message]).toEqual([400, 'Budget is not in review'])
    expect((await cast.owner.rejectBudgetStage({ ...named, ...officer })).body.code).toBe(
      'BUDGET_NOT_IN_REVIEW',
    )
  })
})
