import { describe, expect, it } from 'vitest'
import { problemsWith } from '../support/promised.ts'
import { everySample, perform } from '../support/replay.ts'

describe('each sample', () => {
  it.each(everySample)('$name answers as its row promises', async (sample) => {
    const { status, body } = await perform(sample)
    expect(
      `${status} ${status < 400 ? '' : body}`.trim(),
      `what has to have happened before: tests/fixtures/${sample.contract.domain}.ts`,
    ).toMatch(/^(?:20\d|30[23])$/)
    expect(problemsWith(sample.row.reply, body)).toBeUndefined()
  })
})
