import { createHash, randomBytes } from 'node:crypto'

/** Names and ids of identity providers can be longer than a key, and say something about a person. */
export const nameHash = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** A name that nobody can guess. Ids of XML begin with no digit. */
export const randomName = (prefix = ''): string => `${prefix}${randomBytes(24).toString('base64url')}`
