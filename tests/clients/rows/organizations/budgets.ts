import { founded } from '../../../support/societies.ts'
import type { Kind, SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'

/** A budget of a club of its own, drafted. */
const drafted = async ({ people }: Scene) => {
  const { device } = people.owner
  const { orgId } = await founded(people.owner)
  const year = { templateKey: 'annual_club', fiscalYear: '2026' }
  const { body } = await happened(device.createBudget({ orgId, ...year }))
  const budgetId: string = body.data._id
  const lineItems = body.data.lineItems.map((line: object) => ({ ...line, amount: 100 }))
  await happened(device.updateBudget({ orgId, budgetId, lineItems }))
  return { orgId, budgetId, lineItems }
}

const submitted = async (scene: Scene) => {
  const { orgId, budgetId } = await drafted(scene)
  await happened(scene.people.owner.device.submitBudget({ orgId, budgetId }))
  return { orgId, budgetId, stageKey: 'officer' }
}

/** The club has approved it, and the school decides. */
const forwarded = async (scene: Scene) => {
  const path = await submitted(scene)
  await happened(scene.people.owner.device.approveBudgetStage(path))
  return { ...path, stageKey: 'finance_office' }
}

const row: Record<string, Kind> = {
  'data[]._id': 'text',
  'data[].orgId': 'text',
  'data[].title': 'text',
  'data[].templateKey': 'text',
  'data[].fiscalYear': 'text',
  'data[].status': 'text',
  'data[].workflow.stagesSnapshot[].key': 'text',
  'data[].workflow.currentStageIndex': 'number',
  'data[].totalAmount': 'number',
}

const org = '/org-budgets/:orgId/budgets/:budgetId/stages/:stageKey'
const school = '/org-management/organizations/:orgId/budgets/:budgetId/stages/:stageKey'

const stages = (path: string, as: 'owner' | 'dean', before: typeof forwarded): readonly SheetRow[] => [
  { call: `PUT ${path}/approve`, as, sends: async (scene) => ({ path: await before(scene), body: {} }) },
  {
    call: `PUT ${path}/reject`,
    as,
    sends: async (scene) => ({ path: await before(scene), body: { message: 'Too much' } }),
  },
  {
    call: `PUT ${path}/request-revision`,
    as,
    sends: async (scene) => ({ path: await before(scene), body: { message: 'Say what for' } }),
  },
]

export const budgets: readonly SheetRow[] = [
  {
    call: 'GET /org-management/finance/config',
    as: 'dean',
    reads: {
      'data.budgetTemplates[].templateKey': 'text',
      'data.budgetTemplates[].displayName': 'text',
      'data.budgetTemplates[].orgTypeKeys': 'list',
      'data.budgetTemplates[].workflowPresetKey': 'text',
      'data.budgetTemplates[].lineItemDefinitions[].key': 'text',
      'data.budgetTemplates[].lineItemDefinitions[].label': 'text',
      'data.budgetTemplates[].lineItemDefinitions[].kind': 'text',
      'data.budgetTemplates[].lineItemDefinitions[].required': 'flag',
      'data.budgetTemplates[].lineItemDefinitions[].helpText': 'text',
      'data.workflowPresets[].presetKey': 'text',
      'data.workflowPresets[].stages[].key': 'text',
      'data.workflowPresets[].stages[].label': 'text',
      'data.workflowPresets[].stages[].actorType': 'text',
      'data.workflowPresets[].stages[].permission': 'text',
    },
  },
  {
    call: 'PUT /org-management/finance/config',
    when: 'both lists as they were read',
    as: 'dean',
    sends: async ({ people }) => {
      const { body } = await happened(people.dean.device.getFinanceConfig())
      const { budgetTemplates, workflowPresets } = body.data
      return { body: { budgetTemplates, workflowPresets } }
    },
  },
  {
    call: 'GET /org-management/finance/budgets',
    as: 'dean',
    sends: async (scene) => {
      await forwarded(scene)
      return { query: { status: 'in_review' } }
    },
    reads: { ...row, 'data[].org.org_name': 'text', pagination: 'object' },
  },
  {
    call: 'GET /org-management/organizations/:orgId/budgets/:budgetId',
    as: 'dean',
    sends: async (scene) => ({ path: await forwarded(scene) }),
    reads: {
      'data.lineItems': 'list',
      'data.workflow': 'object',
      'data.revisions': 'list',
      'data.comments': 'list',
      'data.auditLog': 'list',
    },
  },
  ...stages(school, 'dean', forwarded),
  {
    call: 'GET /org-budgets/:orgId/budget-templates',
    as: 'owner',
    sends: ({ orgId }) => ({ path: { orgId } }),
    reads: {
      'data.templates[].templateKey': 'text',
      'data.lineItemPolicy.allowCustomLineItems': 'flag',
      'data.lineItemPolicy.maxCustomLineItems': 'number',
    },
  },
  {
    call: 'GET /org-budgets/:orgId/budgets',
    as: 'owner',
    sends: async (scene) => ({ path: await submitted(scene) }),
    reads: { ...row, 'data[].updatedAt': 'text', 'data[].comments': 'list', 'data[].auditLog': 'list' },
  },
  {
    call: 'POST /org-budgets/:orgId/budgets',
    as: 'owner',
    sends: async ({ people }) => ({
      path: { orgId: (await founded(people.owner)).orgId },
      body: { templateKey: 'annual_club', fiscalYear: '2026' },
    }),
    reads: { 'data._id': 'text' },
  },
  {
    call: 'PATCH /org-budgets/:orgId/budgets/:budgetId',
    when: 'all lines as they were read, sums that are not known yet among them',
    as: 'owner',
    sends: async (scene) => {
      const { orgId, budgetId, lineItems } = await drafted(scene)
      const unknown = lineItems.map((line: object) => ({ ...line, amount: null, numberValue: null }))
      return { path: { orgId, budgetId }, body: { lineItems: unknown } }
    },
  },
  {
    call: 'POST /org-budgets/:orgId/budgets/:budgetId/submit',
    as: 'owner',
    sends: async (scene) => {
      const { orgId, budgetId } = await drafted(scene)
      return { path: { orgId, budgetId }, body: {} }
    },
  },
  ...stages(org, 'owner', submitted),
  {
    call: 'GET /org-budgets/:orgId/budgets/:budgetId/export',
    as: 'owner',
    sends: async (scene) => ({ path: await submitted(scene), query: { format: 'json' } }),
  },
]
