import { describe, expect, it } from 'vitest'
import { createChecks } from '../../../functions/saml/config/checks.ts'
import { profileOf } from '../../../functions/saml/sign-in/attributes.ts'

const mapping = { email: 'mail', displayName: 'name', studentId: 'number' }
const honest = { mail: ['ada@example.edu'], name: ['Ada'], number: ['s1838462'] }

/** The check that refuses a person of some attributes, who has a NameID that nothing is wrong with. */
const refusedBy = (more: Readonly<Record<string, readonly string[]>>): string | undefined => {
  const seen = createChecks()
  try {
    profileOf(seen, new Map(Object.entries({ ...honest, ...more })), { attributeMapping: mapping })
    return undefined
  } catch {
    return seen.done.find(({ ok }) => !ok)?.name
  }
}

const label = 'x'.repeat(60)
const long = `ada@${label}.${label}.${label}.${label}.example.edu`

describe('an attribute', () => {
  it('that says what it should is taken', () => {
    expect(refusedBy({})).toBeUndefined()
  })

  it.each([
    ['an address that is longer than any', { mail: [long] }, 'e-mail address'],
    ['an address within brackets', { mail: ['<ada>@example.edu'] }, 'e-mail address'],
    ['an address in quotes', { mail: ['"ada"@example.edu'] }, 'e-mail address'],
    ['two addresses in one', { mail: ['eve,ada@example.edu'] }, 'e-mail address'],
    ['another address before the @', { mail: ['eve@x.example@example.edu'] }, 'e-mail address'],
    ['a student id with a line break', { number: ['s1\n2'] }, 'attribute number'],
    ['a student id beyond measure', { number: ['s'.repeat(257)] }, 'attribute number'],
    ['a student id with half a character', { number: ['s\uD800'] }, 'attribute number'],
    ['a name with half a character', { name: ['Ada \uDC00'] }, 'attribute name'],
  ])('with %s is refused by its own check', (_, more, check) => {
    expect(refusedBy(more)).toBe(check)
  })
})
