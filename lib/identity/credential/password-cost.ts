/** What a new password hash costs: OWASP's first choice for argon2id, and scrypt of the same order where it is missing. */
export const passwordCost = {
  argon2id: { memory: 19_456, passes: 2 },
  scrypt: { memory: 32_768, passes: 8 },
} as const
