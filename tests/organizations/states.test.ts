import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { organizationSamples } from './named.ts'
import { answersTo, rowFor } from './states.ts'

const rows = readFileSync(join(import.meta.dirname, '../../docs/organization-statuses.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
const rowOf = (operation: string): string => rows.find((line) => line.startsWith(`| \`${operation}\``)) ?? ''

// Every operation is walked by states.proof.test.ts; here, of each domain the first that is refused for its organization.
const refusals = ['ORG_INACTIVE', 'ORG_PENDING_APPROVAL']
const first = refusals.flatMap((code) => {
  const refused = organizationSamples.filter(({ operation }) => rowOf(operation).includes(code))
  return [...Map.groupBy(refused, ({ contract }) => contract.domain).values()].flatMap((samples) =>
    samples.slice(0, 1),
  )
})

describe('an organization that may not', () => {
  // rules/organizations 15
  it.each([...new Set(first)])('is refused $name as docs/organization-statuses.md says', async (sample) => {
    const cells = await answersTo(sample)
    expect(rowFor(sample.operation, cells)).toBe(rowOf(sample.operation))
  })
})
