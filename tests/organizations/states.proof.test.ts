import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { organizationSamples, unknownReaching } from './named.ts'
import { answersTo, head, rowFor } from './states.ts'

const file = join(import.meta.dirname, '../../docs/organization-statuses.md')
const begin =
  '<!-- The table: SUITE=proofs npx vitest run tests/organizations/states.proof.test.ts compares it with what the platform does. -->\n'
const end = '<!-- End of the table. -->'
const updating = process.env.UPDATE_STATUSES === '1'

const [before = '', rest = ''] = readFileSync(file, 'utf8').split(begin)
const [table = '', after = ''] = rest.split(end)
const written = table.split('\n').filter((line) => line.startsWith('| `'))
const found = new Map<string, string>()

afterAll(() => {
  if (!updating) return
  const rows = [...head, ...organizationSamples.map(({ operation }) => found.get(operation))].join('\n')
  writeFileSync(file, `${before}${begin}\n${rows}\n\n${end}${after}`)
})

const operationIn = (line: string): string | undefined => line.split('`')[1]

describe('what an organization may do in each of its states', () => {
  it('is written for every operation that names an organization, and for no other', () => {
    expect(unknownReaching).toEqual([])
    if (!updating)
      expect(written.map(operationIn)).toEqual(organizationSamples.map(({ operation }) => operation))
  })

  // rules/organizations 15
  it.each(organizationSamples)('is what docs/organization-statuses.md says of $operation', async (sample) => {
    const { operation } = sample
    const row = rowFor(operation, await answersTo(sample))
    found.set(operation, row)
    if (!updating) expect(row).toBe(written.find((line) => operationIn(line) === operation))
  })
})
