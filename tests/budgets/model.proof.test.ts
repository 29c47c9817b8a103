import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { budgetCount } from '../../functions/budgets/repository.ts'
import type { Reply } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import type { World } from '../support/world.ts'
import { type Financed, type Named, office, officer, treasury } from './campus.ts'

let w: World
let dean: Person
let club: Financed
beforeAll(async () => {
  ;({ w, dean, club } = await treasury())
})

const steps = [
  'edit',
  'submit',
  'officer',
  'office',
  'reject',
  'refuse',
  'revise',
  'return',
  'create',
] as const
type Step = (typeof steps)[number]
type Model = { status: string; stage: number; revisions: number }

const isOpen = ({ status }: Model): boolean => status === 'draft' || status === 'revision_requested'
const atStage = ({ status, stage }: Model, wanted: number): boolean =>
  status === 'in_review' && stage === wanted

/** What each step makes of a budget; undefined where it is refused. */
const oracle: Readonly<Record<Exclude<Step, 'create'>, (model: Model) => Model | undefined>> = {
  edit: (model) => (isOpen(model) ? { ...model, status: 'draft' } : undefined),
  submit: (model) =>
    isOpen(model) ? { status: 'in_review', stage: 0, revisions: model.revisions + 1 } : undefined,
  officer: (model) => (atStage(model, 0) ? { ...model, stage: 1 } : undefined),
  office: (model) => (atStage(model, 1) ? { ...model, status: 'approved', stage: 2 } : undefined),
  reject: (model) => (atStage(model, 0) ? { ...model, status: 'rejected' } : undefined),
  refuse: (model) => (atStage(model, 1) ? { ...model, status: 'rejected' } : undefined),
  revise: (model) =>
    atStage(model, 0)
      ? { status: 'revision_requested', stage: 0, revisions: model.revisions + 1 }
      : undefined,
  return: (model) =>
    atStage(model, 1)
      ? { status: 'revision_requested', stage: 0, revisions: model.revisions + 1 }
      : undefined,
}

const takeStep = (step: Exclude<Step, 'create'>, named: Named): Promise<Reply> => {
  const { treasurer, owner } = club
  const deeds: Record<typeof step, () => Promise<Reply>> = {
    edit: () => treasurer.device.updateBudget({ ...named, lineItems: [{ key: 'operating', amount: 1 }] }),
    submit: () => treasurer.device.submitBudget(named),
    officer: () => owner.device.approveBudgetStage({ ...named, ...officer }),
    office: () => dean.device.approveFinanceStage({ ...named, ...office }),
    reject: () => owner.device.rejectBudgetStage({ ...named, ...officer }),
    refuse: () => dean.device.rejectFinanceStage({ ...named, ...office }),
    revise: () => owner.device.requestBudgetRevision({ ...named, ...officer, message: 'Less' }),
    return: () => dean.device.requestFinanceRevision({ ...named, ...office, message: 'Less' }),
  }
  return deeds[step]()
}

const make = (fiscalYear: string): Promise<Reply> =>
  club.treasurer.device.createBudget({ orgId: club.orgId, templateKey: 'annual_club', fiscalYear })

type Kept = { readonly named: Named; model: Model; readonly year: string }

/** A new budget has to be possible exactly when the year has none that is not rejected. */
const create = async (year: string, all: Kept[]): Promise<void> => {
  const taken = all.some((one) => one.year === year && one.model.status !== 'rejected')
  const { status, body } = await make(year)
  expect(status).toBe(taken ? 409 : 201)
  if (taken) return
  const named = { orgId: club.orgId, budgetId: body.data._id }
  await takeStep('edit', named)
  all.push({ named, year, model: { status: 'draft', stage: 0, revisions: 0 } })
}

const follow = async (one: Kept, step: Exclude<Step, 'create'>): Promise<void> => {
  const expected = oracle[step](one.model)
  const { status } = await takeStep(step, one.named)
  expect(status, `${step} of ${JSON.stringify(one.model)}`).toBe(expected ? 200 : 400)
  one.model = expected ?? one.model
}

/** Each deed begins where the one before it ended. */
const expectChain = (deeds: readonly { fromStatus: string | null; toStatus: string }[]): void => {
  let at: string | null = null
  let held: string | null = null
  for (const { fromStatus, toStatus } of deeds) {
    // Two deeds of one change share its statuses.
    if (!(fromStatus === held && toStatus === at)) expect(fromStatus).toBe(at)
    held = fromStatus
    at = toStatus
  }
}

describe('budgets', () => {
  // rules/budgets 16, rules/budgets 19
  it('go only where the state machine leads, and are counted as they stand', async () => {
    const all: Kept[] = []
    const moves = fc.tuple(fc.constantFrom(...steps), fc.nat(2), fc.constantFrom('2031', '2032', '2033'))
    for (const [step, at, year] of fc.sample(moves, { numRuns: 120, seed: 42 })) {
      const one = all.at(-1 - at)
      if (step === 'create' || !one) await create(year, all)
      else await follow(one, step)
    }
    const counts: Record<string, number> = {}
    for (const { named, model } of all) {
      const { data } = (await club.auditor.device.getBudget(named)).body
      expect(data.status).toBe(model.status)
      expect(data.revisions).toHaveLength(model.revisions)
      expectChain(data.auditLog)
      counts[model.status] = (counts[model.status] ?? 0) + 1
    }
    expect(new Set(Object.keys(counts)).size).toBeGreaterThan(2)
    const { submitted: _, ...stored } = (await w.table().get(budgetCount, {})) ?? {}
    const nonzero = Object.fromEntries(Object.entries(stored).filter(([, count]) => count !== 0))
    expect(nonzero).toEqual(counts)
    for (const [status, count] of Object.entries(counts)) {
      const { pagination, data } = (await dean.device.listFinanceBudgets({ status, limit: '100' })).body
      expect([status, pagination.total, data.length]).toEqual([status, count, count])
    }
  }, 60_000)
})
