import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rendered } from './organizations-states.ts'

const file = join(import.meta.dirname, '../docs/organization-statuses.md')
const begin =
  '<!-- The tables: npx vitest run tests/organizations-states.test.ts compares them with what the platform does. -->\n'
const end = '<!-- End of the tables. -->'

describe('what an organization may do in each of its states', () => {
  it('is what docs/organization-statuses.md says, cell by cell', async () => {
    const [before, rest = ''] = readFileSync(file, 'utf8').split(begin)
    const [table, after] = rest.split(end)
    const found = await rendered()
    if (process.env.UPDATE_STATUSES === '1')
      writeFileSync(file, `${before}${begin}\n${found}\n\n${end}${after ?? '\n'}`)
    else expect(table?.trim()).toBe(found)
  }, 60_000)
})
