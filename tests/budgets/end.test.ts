import { expect, it, onTestFinished, vi } from 'vitest'
import { budgetCount } from '../../functions/budgets/repository.ts'
import { meanwhile } from '../operations/lost-to-others.ts'
import { everyItem, wholeStream } from '../privacy/stream.ts'
import { admins } from '../support/administrators.ts'
import { drafted, financed, forwarded, office, submitted } from './campus.ts'

const days = 24 * 3600

// rules/budgets 29
it('budgets of a deleted organization are in no list and no count at once, and gone after 30 days', async () => {
  const { w, dean } = await admins()
  const [club, other] = [await financed(w), await financed(w)]
  const stream = await wholeStream(w)
  for (let at = 0; at < 30; at += 1) await drafted(club)
  const named = await forwarded(club)
  await dean.device.rejectFinanceStage({ ...named, ...office, message: 'No' })
  await submitted(club)
  const kept = await submitted(other)
  const kinds = ['Budget', 'BudgetPlace', 'BudgetGuard', 'BudgetRevision', 'BudgetComment', 'BudgetDeed']
  const before = new Set((await everyItem(w)).map(({ entity }) => String(entity)))
  expect(kinds.filter((kind) => !before.has(kind))).toEqual([])
  await club.owner.device.deleteOrganization({ orgId: club.orgId })
  // Each notice twice, as the stream may bring it.
  await stream.drain(2)
  const { data, pagination } = (await dean.device.listFinanceBudgets()).body
  expect(data.map(({ _id }: { _id: string }) => _id)).toEqual([kept.budgetId])
  expect(pagination.total).toBe(1)
  const drafts = (await dean.device.listFinanceBudgets({ status: 'draft' })).body
  expect([drafts.data, drafts.pagination.total]).toEqual([[], 0])
  expect(await w.table().get(budgetCount, {})).toMatchObject({ draft: 0, in_review: 1, rejected: 0 })
  expect((await dean.device.getFinanceBudget(named)).body.code).toBe('ORGANIZATION_NOT_FOUND')
  w.clock.advance(31 * days)
  await stream.sweep()
  await stream.drain(2)
  w.clock.advance(8 * days)
  await stream.sweep()
  const items = (await everyItem(w)).filter(({ entity }) => kinds.includes(String(entity)))
  const ofClub = items.filter((item) => JSON.stringify(item).includes(named.budgetId))
  expect(ofClub).toEqual([])
  expect(items.filter(({ orgId }) => orgId === club.orgId)).toEqual([])
  expect(items.some(({ id }) => id === kept.budgetId)).toBe(true)
}, 60_000)

// rules/budgets 29
it('budgets of a deleted organization are counted off once, by two who carry that out at once', async () => {
  const { w } = await admins()
  const club = await financed(w)
  const stream = await wholeStream(w)
  const { budgetId } = await drafted(club)
  await drafted(club)
  await stream.drain()
  await club.owner.device.deleteOrganization({ orgId: club.orgId })
  const { deliver } = w
  let sent: Parameters<typeof deliver>[0] = []
  const again = () => deliver(sent)
  Object.assign(w, {
    deliver: (records: typeof sent) => {
      sent = records
      return deliver(records)
    },
  })
  onTestFinished(() => void vi.restoreAllMocks())
  meanwhile(w, budgetId, again)
  // Whoever is late is asked again, and finds nothing left to do.
  await expect(stream.drain()).rejects.toThrow('not carried out')
  expect(await again()).toEqual({ batchItemFailures: [] })
  expect(await w.table().get(budgetCount, {}, { strong: true })).toMatchObject({ draft: 0 })
})
