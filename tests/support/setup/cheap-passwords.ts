import { vi } from 'vitest'

// A hash costs 30 ms on purpose; a thousand tests that register somebody would wait half a minute for nothing.
vi.mock('../../../lib/identity/credential/password-cost.ts', () => ({
  passwordCost: { argon2id: { memory: 8, passes: 1 }, scrypt: { memory: 2, passes: 1 } },
}))
