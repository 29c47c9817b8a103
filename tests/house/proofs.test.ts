import { describe, expect, it } from 'vitest'
import { proof, showsName, textOf } from '../support/proofs.ts'

describe('a proof', () => {
  it.each([
    ['a test that is not there', 'approvals-rules', 'refuses nothing'],
    ['a group of tests', 'approvals-rules', 'a domain'],
    ['a file that is not there', 'approvals-ruled', 'refuse %s'],
  ])('is none by the name of %s', (_, file, title) => {
    expect(() => textOf(proof(file, title))).toThrow()
  })

  it('is none by a test that does not speak of the setting', () => {
    expect(showsName(proof('approvals/settings/rules', 'take every event by default'), 'maxCapacity')).toBe(
      false,
    )
  })
})
