import { expect, it } from 'vitest'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { orgRoleHolder } from '../../lib/identity/org/records.ts'
import { officer, treasury } from './campus.ts'

// rules/budgets 4, rules/members 46
it('whose term of office is over is nobody else who could approve', async () => {
  const { w, club } = await treasury()
  const { orgId } = club
  const owner = club.owner.device
  const userId = club.treasurer.user._id
  const made = await owner.createBudget({ orgId, templateKey: 'annual_club', fiscalYear: '1999' })
  const owned = { orgId, budgetId: made.body.data._id }
  await owner.updateBudget({ ...owned, lineItems: [{ key: 'operating', amount: 1 }] })
  await owner.submitBudget(owned)
  expect((await owner.approveBudgetStage({ ...owned, ...officer })).body.code).toBe('OWN_BUDGET')
  const ended = { set: { roleTermEnd: w.clock.now().toISOString() } }
  const held = (await w.table().get(orgMember, { orgId, userId }))?.roles ?? []
  for (const roleId of held.filter((one) => one !== 'member'))
    expect(
      await w.table().update(orgRoleHolder, { orgId, roleId, userId }, ended, { exists: true }),
    ).toMatchObject({ ok: true })
  expect((await owner.approveBudgetStage({ ...owned, ...officer })).status).toBe(200)
})
