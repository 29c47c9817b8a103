/** Cost of a new password hash: OWASP's first choice for argon2id, and a comparable scrypt as a fallback. */
export const passwordCost = {
  argon2id: { memory: 19_456, passes: 2 },
  scrypt: { memory: 32_768, passes: 8 },
} as const
