import { beforeAll, describe, expect, it } from 'vitest'
import { FinanceTooLarge, KeysNotUnique, UnknownPreset } from '../../functions/budgets/contract.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'

let dean: Person

beforeAll(async () => {
  ;({ dean } = await admins())
})

const put = (body: object) => dean.device.updateManagementConfig(body)
const template = (templateKey: string, more: object = {}) => ({
  templateKey,
  displayName: 'A budget',
  orgTypeKeys: [],
  fiscalLabel: 'Year',
  workflowPresetKey: 'two_stage',
  lineItemDefinitions: [{ key: 'food', label: 'Food', required: true, kind: 'currency', helpText: '' }],
  ...more,
})

describe('the finance parts of the management configuration', () => {
  // rules/management 8
  it('have defaults, and change with the rest', async () => {
    const { body } = await dean.device.getManagementConfig()
    expect(body.data.budgetTemplates).toMatchObject([{ templateKey: 'annual_club' }])
    expect(body.data.workflowPresets).toMatchObject([{ presetKey: 'two_stage' }])
    const changed = await put({ budgetTemplates: [template('own')], verificationRequired: true })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(changed.body.data).toMatchObject({
      verificationRequired: true,
      budgetTemplates: [{ templateKey: 'own' }],
    })
    const again = await dean.device.getManagementConfig()
    expect(again.body.data.budgetTemplates).toEqual([template('own')])
    const back = await put(again.body.data)
    expect(back.body.data).toMatchObject({ budgetTemplates: [template('own')], verificationRequired: true })
    expect((await put({ verificationRequired: false })).body.data.budgetTemplates).toEqual([template('own')])
  })

  // rules/management 8
  it('hold together or are refused', async () => {
    expect(await put({ budgetTemplates: [template('a'), template('a')] })).toMatchObject(
      refused(KeysNotUnique),
    )
    expect(await put({ budgetTemplates: [template('a', { workflowPresetKey: 'none' })] })).toMatchObject(
      refused(UnknownPreset),
    )
    const lineItemDefinitions = Array.from({ length: 40 }, (_, at) => ({
      key: `k${at}`,
      label: 'L',
      required: false,
      kind: 'text',
      helpText: 'x'.repeat(20),
    }))
    const many = Array.from({ length: 20 }, (_, at) => template(`t${at}`, { lineItemDefinitions }))
    expect(await put({ budgetTemplates: many })).toMatchObject(refused(FinanceTooLarge))
    expect((await put({ budgetTemplates: 'none' })).status).toBe(400)
    expect((await put({ workflowPresets: [{ presetKey: 'x', stages: [] }] })).status).toBe(400)
  })
})
