import { describe, expect, it } from 'vitest'
import type { TenantRecord } from '../../../lib/identity/person/records.ts'
import { isTrusted } from '../../../lib/identity/school/provider-trust.ts'

const opened = (trust: number) => ({ proof: { school: 'demo', trust }, authMethod: 'saml' as const })
const known = (trust: number) => ({ trust }) as TenantRecord

describe("a session that a school's provider opened", () => {
  it('ends with every later change of how people sign in there', () => {
    expect(isTrusted(opened(1), 'demo', known(2))).toBe(false)
    expect(isTrusted(opened(2), 'demo', known(2))).toBe(true)
  })

  // rules/identity 21
  it('counts where the school was read before it was opened, a moment after such a change', () => {
    expect(isTrusted(opened(2), 'demo', known(1))).toBe(true)
    expect(isTrusted(opened(1), 'demo', undefined)).toBe(true)
  })

  it('is no session of another school', () => {
    expect(isTrusted(opened(2), 'rpi', known(2))).toBe(false)
    expect(isTrusted(opened(2), undefined, known(2))).toBe(false)
  })
})
