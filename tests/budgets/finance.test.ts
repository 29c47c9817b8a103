import { beforeAll, describe, expect, it } from 'vitest'
import { defaultPresets, defaultTemplates } from '../../functions/budgets/finance-config.ts'
import type { Person } from '../support/people.ts'
import { treasury } from './campus.ts'

let dean: Person
beforeAll(async () => {
  ;({ dean } = await treasury())
})

const stage = { key: 'a', label: 'A', actorType: 'org_permission' }
const preset = { presetKey: 'short', stages: [stage] }
const template = {
  templateKey: 'small',
  displayName: 'Small',
  workflowPresetKey: 'short',
  lineItemDefinitions: [{ key: 'sum', label: 'Sum' }],
}
const put = (parts: object) => dean.device.updateFinanceConfig(parts)
const codeOf = async (parts: object) => (await put(parts)).body.code

describe('the finance configuration', () => {
  // rules/budgets 30
  it('has defaults as long as it was never set', async () => {
    const { body } = await dean.device.getFinanceConfig()
    const whole = { budgetTemplates: defaultTemplates, workflowPresets: defaultPresets, version: 0 }
    expect(body.data).toEqual(whole)
    expect((await dean.device.getFinanceConfig()).body.data).toEqual(whole)
  })

  // rules/budgets 30
  it('replaces the part that is sent, with the defaults of its fields', async () => {
    const added = await put({ workflowPresets: [...defaultPresets, preset] })
    expect(added.body.data).toMatchObject({ version: 1, budgetTemplates: defaultTemplates })
    expect(added.body.data.workflowPresets[1].stages).toEqual([{ ...stage, permission: 'manage_finances' }])
    const { body } = await put({ budgetTemplates: [template] })
    expect(body.data.budgetTemplates).toEqual([
      {
        ...template,
        orgTypeKeys: [],
        fiscalLabel: 'Fiscal year',
        lineItemDefinitions: [{ key: 'sum', label: 'Sum', required: false, kind: 'currency', helpText: '' }],
      },
    ])
    expect((await put({})).body.data).toMatchObject({
      version: 3,
      budgetTemplates: [{ templateKey: 'small' }],
    })
    // What a client read goes back as it came.
    expect((await put((await dean.device.getFinanceConfig()).body.data)).status).toBe(200)
  })

  // rules/budgets 31
  it('holds together', async () => {
    const second = { ...stage, key: 'b' }
    const twiceStage = { ...preset, stages: [stage, second, stage] }
    const line = { key: 'sum', label: 'Sum' }
    const twice = [
      { workflowPresets: [preset, preset] },
      { workflowPresets: [twiceStage] },
      { budgetTemplates: [template, template] },
      { budgetTemplates: [{ ...template, lineItemDefinitions: [line, line] }] },
    ]
    for (const parts of twice) expect(await codeOf(parts)).toBe('KEYS_NOT_UNIQUE')
    for (const parts of [
      { budgetTemplates: [{ ...template, workflowPresetKey: 'none' }] },
      { workflowPresets: [] },
    ])
      expect(await codeOf(parts)).toBe('WORKFLOW_PRESET_UNKNOWN')
    const help = 'x'.repeat(300)
    const long = Array.from({ length: 20 }, (_, at) => ({
      ...template,
      templateKey: `t${at}`,
      lineItemDefinitions: Array.from({ length: 12 }, (_each, number) => ({
        key: `k${number}`,
        label: 'Label',
        helpText: help,
      })),
    }))
    expect(await codeOf({ budgetTemplates: long })).toBe('FINANCE_CONFIG_TOO_LARGE')
    const wrong = [
      { budgetTemplate: [] },
      { budgetTemplates: {} },
      { workflowPresets: [{ ...preset, stages: [] }] },
      { workflowPresets: [{ ...preset, stages: [{ ...stage, actorType: 'anybody' }] }] },
      { workflowPresets: [{ ...preset, stages: [{ ...stage, permission: 'manage_everything' }] }] },
      { workflowPresets: [{ ...preset, presetKey: 'a b' }] },
      { budgetTemplates: [{ ...template, lineItemDefinitions: [{ ...line, kind: 'date' }] }] },
    ]
    for (const parts of wrong) expect(await codeOf(parts), JSON.stringify(parts)).toBe('VALIDATION_ERROR')
    const none = await put({ budgetTemplates: [], workflowPresets: [] })
    expect(none.body.data).toMatchObject({ budgetTemplates: [], workflowPresets: [] })
    expect((await dean.device.getFinanceConfig()).body.data.budgetTemplates).toEqual([])
  })

  // rules/budgets 32
  it('is changed from the version that was read, and the trail says by whom', async () => {
    const { version } = (await dean.device.getFinanceConfig()).body.data
    expect((await put({ workflowPresets: [preset], version })).status).toBe(200)
    const late = await put({ workflowPresets: [], version })
    expect([late.status, late.body.code]).toEqual([409, 'CONCURRENT_CHANGE'])
    const { body } = await dean.device.listAuditEntries({ action: 'finance.config' })
    expect(JSON.stringify(body)).toContain('workflowPresets')
  })

  // rules/budgets 32
  it('has one winner of two changes at once', async () => {
    const { version } = (await dean.device.getFinanceConfig()).body.data
    const both = await Promise.all([
      put({ workflowPresets: [preset], version }),
      put({ workflowPresets: [preset], version }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
