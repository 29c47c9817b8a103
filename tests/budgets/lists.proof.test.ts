import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Budget,
  budget,
  budgetComment,
  budgetDeed,
  budgetPlace,
  budgetRevision,
} from '../../functions/budgets/repository.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { orgWords } from '../../lib/identity/person/names.ts'
import { wordWrites } from '../../lib/search/rows.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { lastCost } from '../agendas/events.ts'
import { admins } from '../support/administrators.ts'
import type { Reply } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { watchExamined } from '../support/table/examined.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import type { World } from '../support/world.ts'
import { type Financed, financed, type Named, officer, submitted } from './campus.ts'

const sizes = [10, 100, 500, 1000]
const limit = '10'

type Place = {
  readonly w: World
  readonly dean: Person
  readonly club: Financed
  readonly named: Named
  readonly examined: { count: number }
}

const padded = (at: number): string => String(at).padStart(6, '0')

/** One more of everything that lists read: budgets of the club and of others, and what hangs on one of them. */
const rowsOf = (at: number, found: Budget, card: Organization): Write[] => {
  const updatedAt = new Date(Date.parse('2026-01-01') + at * 1000).toISOString()
  const own = { ...found, id: `own${padded(at)}`, updatedAt }
  const orgId = `other${padded(at)}`
  const other = { ...card, orgId, org_name: `Crowd ${padded(at)}`, nameKey: `crowd ${padded(at)}` }
  const others = { ...own, orgId, id: `theirs${padded(at)}` }
  const below = { budgetId: found.id, userId: 'x', createdAt: updatedAt, revision: null }
  const deed = { at: updatedAt, actor: 'org' as const, action: 'x', fromStatus: null }
  const { lineItems, workflow, status } = found
  return [
    ...[own, others].flatMap((each) => [
      put(budget, each),
      put(budgetPlace, { budgetId: each.id, orgId: each.orgId, updatedAt }),
    ]),
    put(organization, other),
    ...wordWrites(orgWords, other),
    put(budgetComment, { ...below, id: padded(at), body: 'Yes' }),
    put(budgetDeed, { ...deed, budgetId: found.id, id: padded(at), userId: 'x', toStatus: 'draft' }),
    put(budgetRevision, {
      budgetId: found.id,
      number: String(at + 100_000),
      createdAt: updatedAt,
      createdBy: 'x',
      lineItems,
      workflow,
      status,
    }),
  ]
}

const crowded = async (size: number): Promise<Place> => {
  const { w, dean } = await admins({})
  const club = await financed(w)
  const named = await submitted(club)
  const [found, card] = await Promise.all([
    w.table().get(budget, { orgId: named.orgId, id: named.budgetId }),
    w.table().get(organization, { orgId: named.orgId }),
  ])
  if (!found || !card) throw new Error('nothing to copy')
  const rows = Array.from({ length: size }, (_, at) => rowsOf(at, found, card)).flat()
  for (let from = 0; from < rows.length; from += 100) await w.table().write(rows.slice(from, from + 100))
  return { w, dean, club, named, examined: watchExamined(w) }
}

type Case = {
  ask(place: Place): Promise<Reply>
  rows(body: Reply['body']): number
  /** Items that a query may examine for one that is answered. */
  readonly most: number
  readonly deep: number
  /** It answers, or looks at, as much as there is up to a bound: compared from this size on. */
  readonly from?: number
  /** Items that it looks at besides, of as many as there are. */
  readonly besides?: number
}

const inData = ({ data }: Reply['body']): number => data.length
const below = ({ data }: Reply['body']): number =>
  data.revisions.length + data.comments.length + data.auditLog.length

const cases: Readonly<Record<string, Case>> = {
  'all budgets': {
    ask: ({ dean }) => dean.device.listFinanceBudgets({ limit }),
    rows: inData,
    most: 1,
    deep: 2,
  },
  'budgets in one status': {
    ask: ({ dean }) => dean.device.listFinanceBudgets({ limit, status: 'in_review' }),
    rows: inData,
    most: 1,
    deep: 2,
  },
  // Here all words of the crowd begin so, and the organization behind each has one budget.
  'a search of budgets': {
    ask: ({ dean }) => dean.device.listFinanceBudgets({ limit, search: 'cro' }),
    rows: inData,
    most: 1,
    deep: 2,
    from: 500,
    besides: 400,
  },
  'budgets of an organization': {
    ask: ({ club }) => club.auditor.device.listBudgets({ orgId: club.orgId, limit }),
    rows: ({ data }) =>
      data.reduce(
        (sum: number, each: { comments: unknown[]; auditLog: unknown[] }) =>
          sum + 1 + each.comments.length + each.auditLog.length,
        0,
      ),
    most: 1,
    deep: 2,
    from: 100,
  },
  'what happened to a budget': {
    ask: ({ club, named }) => club.auditor.device.getBudget(named),
    rows: below,
    most: 1,
    deep: 1,
    from: 100,
  },
  'the change of a budget with much behind it': {
    ask: ({ club, named }) =>
      club.owner.device.requestBudgetRevision({ ...named, ...officer, message: 'Less' }),
    rows: below,
    most: 1,
    deep: 2,
    from: 100,
  },
}

const measured = async (place: Place, size: number) => {
  using _rounds = logicalRounds()
  const seen: Record<string, readonly number[]> = {}
  await place.dean.device.validateToken()
  for (const [name, { ask, rows, most, deep, besides = 0 }] of Object.entries(cases)) {
    place.examined.count = 0
    const { status, body } = await ask(place)
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`)
    const { depth, readUnits } = lastCost(place.w)
    const answered = rows(body)
    expect(place.examined.count, name).toBeLessThanOrEqual(most * answered + 1 + Math.min(size, besides))
    expect(depth, name).toBeLessThanOrEqual(1 + deep)
    seen[name] = [depth, place.examined.count, answered, readUnits]
  }
  return seen
}

let bySize: readonly Awaited<ReturnType<typeof measured>>[]
let largest: Place
beforeAll(async () => {
  const all = []
  for (const size of sizes) {
    largest = await crowded(size)
    all.push(await measured(largest, size))
  }
  bySize = all
}, 400_000)

describe.each(Object.entries(cases))('the list of %s', (name, { from = 0 }) => {
  it('costs the same whatever lies behind it', () => {
    const [few, ...more] = bySize.filter((_, at) => (sizes[at] ?? 0) >= from).map((seen) => seen[name] ?? [])
    for (const other of more) {
      expect(other.slice(0, 3)).toEqual(few?.slice(0, 3))
      expect(Math.abs((other[3] ?? 0) - (few?.[3] ?? 99))).toBeLessThanOrEqual(0.5)
    }
  })
})
