import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/people.ts'
import { drafted, type Financed, treasury } from './campus.ts'

let dean: Person
let club: Financed
beforeAll(async () => {
  ;({ dean, club } = await treasury())
})

const exported = async (named: object, format: string) =>
  club.auditor.device.exportBudget({ ...named, format })

describe('an exported budget', () => {
  it('is the budget, as JSON', async () => {
    const named = await drafted(club)
    const { body } = await club.auditor.device.exportBudget(named)
    expect(body).toEqual({ success: true, data: (await club.auditor.device.getBudget(named)).body.data })
    expect((await exported(named, 'json')).body).toEqual(body)
    expect((await exported(named, 'pdf')).body.code).toBe('VALIDATION_ERROR')
  })

  // rules/budgets 28
  it('is a table that no spreadsheet takes for formulas, as CSV', async () => {
    const budgets = { lineItemMode: 'template_plus_custom' }
    await dean.device.updateManagementConfig({ atlasPolicy: { budgets } })
    const named = await drafted(club, { title: '=HYPERLINK("http://evil","x")' })
    const lineItems = [
      { key: 'operating', amount: 1200.5, note: 'Boards, "wooden"\r\nand clocks' },
      { key: 'summary', textValue: '@SUM(A1)', note: '+1' },
      { key: 'seats', label: '-2+3', kind: 'number', numberValue: -4 },
      { key: 'tab', kind: 'text', textValue: '\t=1', note: 'é ü 漢' },
    ]
    await club.treasurer.device.updateBudget({ ...named, lineItems })
    const { status, headers, body } = await exported(named, 'csv')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="budget-${named.budgetId}.csv"`,
      'cache-control': 'no-store',
    })
    expect(body.endsWith('\r\n')).toBe(true)
    // Strict: every record has as many fields as the first.
    const records: string[][] = parse(body, { bom: true, record_delimiter: '\r\n' })
    const facts = records.slice(0, 10)
    expect(facts.map(([name]) => name)).toEqual([
      'field',
      'id',
      'title',
      'templateKey',
      'fiscalYear',
      'status',
      'totalAmount',
      'createdAt',
      'updatedAt',
      'currency',
    ])
    expect(facts.find(([name]) => name === 'title')?.[1]).toBe(`'=HYPERLINK("http://evil","x")`)
    expect(facts.find(([name]) => name === 'totalAmount')?.[1]).toBe('1200.5')
    expect(records.slice(10)).toEqual([
      ['key', 'label', 'amount', 'numberValue', 'textValue', 'note'],
      ['operating', 'Operating', '1200.5', '', '', 'Boards, "wooden"\nand clocks'],
      ['events', 'Events', '', '', '', ''],
      ['summary', 'Summary', '', '', "'@SUM(A1)", "'+1"],
      ['seats', "'-2+3", '', '-4', '', ''],
      ['tab', 'tab', '', '', "'\t=1", 'é ü 漢'],
    ])
  })
})
