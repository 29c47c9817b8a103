import { createHash, randomBytes } from 'node:crypto'

/** Hashes names and ids of identity providers: they may be longer than a key, and they are personal data. */
export const nameHash = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** A name that cannot be guessed. The prefix keeps XML ids from beginning with a digit. */
export const randomName = (prefix = ''): string => `${prefix}${randomBytes(24).toString('base64url')}`
