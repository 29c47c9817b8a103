import { beforeAll, describe, expect, it } from 'vitest'
import { budgetCount } from '../../functions/budgets/repository.ts'
import { type Person, registered } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import type { World } from '../support/world.ts'
import { drafted, type Financed, financed, type Named, submitted, treasury } from './campus.ts'

let w: World
let dean: Person
let club: Financed
let drafts: Named[]
beforeAll(async () => {
  ;({ w, dean, club } = await treasury())
  drafts = []
  for (let at = 0; at < 5; at += 1) {
    w.clock.advance(60)
    drafts.push(await drafted(club))
  }
})

const ids = (rows: readonly { readonly _id: string }[]): string[] => rows.map(({ _id }) => _id)
const idsOf = (...named: readonly (Named | undefined)[]): string[] =>
  named.map((each) => each?.budgetId ?? '')
const listed = async (query: object = {}) => (await dean.device.listFinanceBudgets(query)).body

describe('budgets of an organization', () => {
  // rules/budgets 26
  it('are listed from the last changed on, with what was said last', async () => {
    const { auditor, treasurer, orgId } = club
    w.clock.advance(60)
    const [oldest] = drafts
    for (let at = 0; at < 22; at += 1)
      await auditor.device.commentOnBudget({ ...oldest, body: `Comment ${at}` })
    // A comment is no change of the budget.
    expect((await auditor.device.listBudgets({ orgId })).body.data[4]._id).toBe(oldest?.budgetId)
    await treasurer.device.updateBudget({ ...oldest, title: 'Changed' })
    const first = (await auditor.device.listBudgets({ orgId, limit: '3' })).body
    const expected = idsOf(oldest, ...drafts.slice(1).toReversed())
    expect(ids(first.data)).toEqual(expected.slice(0, 3))
    const { comments, auditLog, revisions } = first.data[0]
    expect(comments.map(({ body }: { body: string }) => body)).toEqual(
      Array.from({ length: 20 }, (_, at) => `Comment ${at + 2}`),
    )
    expect([auditLog.length, revisions]).toEqual([1, undefined])
    const rest = (await auditor.device.listBudgets({ orgId, cursor: first.nextCursor })).body
    expect([ids(rest.data), rest.nextCursor]).toEqual([expected.slice(3), undefined])
    const second = await auditor.device.listBudgets({ orgId, page: '2', limit: '3' })
    expect(ids(second.body.data)).toEqual(expected.slice(3))
  })

  it('show no more of long comments than an answer holds', async () => {
    const named = await drafted(await financed(w))
    const long = '\n'.repeat(4000)
    for (let at = 0; at < 9; at += 1) await dean.device.commentOnBudget({ ...named, body: `a${long}b${at}` })
    const { data } = (await dean.device.listBudgets({ orgId: named.orgId })).body
    expect(data[0].comments).toHaveLength(7)
    expect(data[0].comments.at(-1).body).toContain('b8')
    expect((await dean.device.getBudget(named)).body.data.comments).toHaveLength(9)
  })
})

describe('budgets of a school', () => {
  it('are listed with their organizations and counted, by status or all', async () => {
    w.clock.advance(60)
    const other = await financed(w)
    const waiting = await submitted(other)
    const { data, pagination } = await listed({ limit: '2' })
    expect(ids(data)[0]).toBe(waiting.budgetId)
    expect(data[0]).toMatchObject({
      status: 'in_review',
      totalAmount: 1200.5,
      org: { _id: other.orgId, org_name: other.name, orgTypeKey: 'default' },
    })
    expect(data[0].comments).toBeUndefined()
    expect(pagination).toMatchObject({ page: 1, limit: 2, total: 7, totalPages: 4, totalIsLowerBound: false })
    const behind = await listed({ limit: '2', cursor: pagination.nextCursor })
    const numbered = await listed({ limit: '2', page: '2' })
    expect(ids(behind.data)).toEqual(ids(numbered.data))
    const inReview = await listed({ status: 'in_review' })
    expect([ids(inReview.data), inReview.pagination]).toEqual([
      [waiting.budgetId],
      { page: 1, limit: 30, total: 1, totalPages: 1, totalIsLowerBound: false },
    ])
    expect(await listed({ status: 'approved' })).toMatchObject({ data: [], pagination: { totalPages: 1 } })
    expect((await listed({ status: 'submitted' })).data).toEqual([])
    expect((await dean.device.listFinanceBudgets({ status: 'lost' })).body.code).toBe('VALIDATION_ERROR')
    expect((await listed({ limit: '1000', page: '0' })).pagination).toMatchObject({ page: 1, limit: 100 })
  })

  // rules/budgets 26
  it('are counted exactly to five hundred', async () => {
    await w.table().update(budgetCount, {}, { add: { draft: 600 } })
    expect((await listed()).pagination).toMatchObject({ total: 500, totalIsLowerBound: true })
    await w.table().update(budgetCount, {}, { add: { draft: -600 } })
  })

  // rules/budgets 27
  it('are found by beginnings of words of the organization', async () => {
    const owner = await registered(w, 'founder', { username: 'founder' })
    const budgets: Record<string, string> = {}
    for (const org_name of ['Rowing Club North', 'Rowing Club South', 'Rowers of the Lake']) {
      w.clock.advance(60)
      const { orgId } = await founded(owner, { org_name })
      const made = await owner.device.createBudget({ orgId, templateKey: 'annual_club' })
      budgets[org_name] = made.body.data._id
    }
    const found = async (search: string, more: object = {}) => {
      const { data } = await listed({ search, ...more })
      return data.map(({ org }: { org: { org_name: string } }) => org.org_name)
    }
    expect(await found('row')).toEqual(['Rowers of the Lake', 'Rowing Club South', 'Rowing Club North'])
    expect(await found('CLUB row')).toEqual(['Rowing Club South', 'Rowing Club North'])
    expect(await found('club nor')).toEqual(['Rowing Club North'])
    expect([await found('owing'), await found('%'), await found('row', { status: 'in_review' })]).toEqual([
      [],
      [],
      [],
    ])
    expect(await found('row', { page: '2', limit: '2' })).toEqual(['Rowing Club North'])
    expect((await listed({ search: 'row' })).pagination).toMatchObject({ total: 3, totalIsLowerBound: false })
    expect((await listed({ search: 'x'.repeat(101) })).code).toBe('VALIDATION_ERROR')
  })

  // rules/budgets 27
  it('are all found, ten organizations at a time', async () => {
    const owner = await registered(w, 'baker', { username: 'baker' })
    const wanted: string[] = []
    for (let at = 0; at < 23; at += 1) {
      const { orgId } = await founded(owner, { org_name: `Bakery ${at}` })
      const made = await owner.device.createBudget({ orgId, templateKey: 'annual_club' })
      wanted.push(made.body.data._id)
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const asked = { search: 'bakery', limit: '4', ...(cursor ? { cursor } : {}) }
      const reply = await listed(asked)
      seen.push(...ids(reply.data))
      cursor = reply.pagination.nextCursor
      expect(reply.data).toHaveLength(cursor ? 4 : 3)
    } while (cursor)
    const last = await listed({ search: 'bakery', limit: '4', page: '6' })
    expect(ids(last.data)).toEqual(seen.slice(20))
    expect(seen.toSorted()).toEqual(wanted.toSorted())
  })
})
