import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Budget,
  budget,
  budgetComment,
  budgetDeed,
  budgetPlace,
  budgetRevision,
} from '../functions/budgets/repository.ts'
import { orgWords } from '../lib/identity/name-words.ts'
import { type Organization, organization } from '../lib/identity/org-records.ts'
import { wordWrites } from '../lib/search/rows.ts'
import { put, type Write } from '../lib/table/write.ts'
import { admins } from './administrators.ts'
import { lastCost } from './agendas-events.ts'
import type { Reply } from './agent.ts'
import { type Financed, financed, type Named, officer, submitted } from './budgets-campus.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

const sizes = [10, 100, 1000]
const limit = '10'

type Place = {
  readonly w: World
  readonly dean: Person
  readonly club: Financed
  readonly named: Named
  readonly examined: { count: number }
}

/** Counts the items that queries look at, past the platform. */
const watchExamined = ({ runtime }: World) => {
  const seen = { count: 0 }
  runtime.client.documents.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      seen.count += (result.output as { ScannedCount?: number }).ScannedCount ?? 0
      return result
    },
    { step: 'initialize' },
  )
  return seen
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
  /** It answers as much as there is, up to a hundred: compared from a hundred on. */
  readonly upToHundred?: true
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
  // A search of budgets looks at up to 500 rows for a page, so that none is empty while others match.
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
    upToHundred: true,
  },
  'what happened to a budget': {
    ask: ({ club, named }) => club.auditor.device.getBudget(named),
    rows: below,
    most: 1,
    deep: 1,
    upToHundred: true,
  },
  'the change of a budget with much behind it': {
    ask: ({ club, named }) =>
      club.owner.device.requestBudgetRevision({ ...named, ...officer, message: 'Less' }),
    rows: below,
    most: 1,
    deep: 2,
    upToHundred: true,
  },
}

const measured = async (place: Place) => {
  const seen: Record<string, readonly number[]> = {}
  await place.dean.device.validateToken()
  for (const [name, { ask, rows, most, deep }] of Object.entries(cases)) {
    place.examined.count = 0
    const { status, body } = await ask(place)
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`)
    const { depth, readUnits } = lastCost(place.w)
    const answered = rows(body)
    expect(place.examined.count, name).toBeLessThanOrEqual(most * answered + 1)
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
    all.push(await measured(largest))
  }
  bySize = all
}, 180_000)

describe.each(Object.entries(cases))('the list of %s', (name, { upToHundred }) => {
  it('costs the same whatever lies behind it', () => {
    const [few, ...more] = bySize.slice(upToHundred ? 1 : 0).map((seen) => seen[name] ?? [])
    for (const other of more) {
      expect(other.slice(0, 3)).toEqual(few?.slice(0, 3))
      expect(Math.abs((other[3] ?? 0) - (few?.[3] ?? 99))).toBeLessThanOrEqual(0.5)
    }
  })
})
