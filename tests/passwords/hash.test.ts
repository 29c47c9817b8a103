import { argon2Sync, scryptSync } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { hashPassword, passwordMatches } from '../../lib/identity/credential/password.ts'

describe('a password hash', () => {
  it('costs what OWASP asks for', async () => {
    const { passwordCost } = await vi.importActual<
      typeof import('../../lib/identity/credential/password-cost.ts')
    >('../../lib/identity/credential/password-cost.ts')
    expect(passwordCost.argon2id).toEqual({ memory: 19_456, passes: 2 })
    expect(passwordCost.scrypt.memory).toBeGreaterThanOrEqual(2 ** 15)
  })

  it('is salted, names its algorithm and cost, and opens for its password only', async () => {
    const [one, two] = [
      await hashPassword('correct horse battery'),
      await hashPassword('correct horse battery'),
    ]
    expect(one).not.toBe(two)
    expect(one).toMatch(/^argon2id\$\d+\$\d+\$[\w-]{22}\$[\w-]{43}$/)
    expect(await passwordMatches('correct horse battery', one)).toBe(true)
    expect(await passwordMatches('correct horse batterz', one)).toBe(false)
    expect(await passwordMatches('correct horse battery', undefined)).toBe(false)
  })

  it('still opens when new ones cost more, and where scrypt was the choice', async () => {
    const message = 'correct horse battery'
    const salt = Buffer.alloc(16, 1)
    const options = { message, nonce: salt, memory: 64, passes: 3, parallelism: 1, tagLength: 32 }
    const hashes = [
      ['argon2id', 64, 3, salt, argon2Sync('argon2id', options)],
      ['scrypt', 16, 2, salt, scryptSync(message, salt, 32, { N: 16, r: 2, p: 1 })],
    ]
    for (const parts of hashes) {
      const stored = parts
        .map((part) => (Buffer.isBuffer(part) ? part.toString('base64url') : part))
        .join('$')
      expect(await passwordMatches(message, stored)).toBe(true)
      expect(await passwordMatches('another password', stored)).toBe(false)
    }
  })

  // rules/passwords 3
  it('is the same for a password however its accents were typed', async () => {
    const stored = await hashPassword('caf\u00e9 au lait')
    expect(await passwordMatches('cafe\u0301 au lait', stored)).toBe(true)
  })
})
