import { argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Table } from '../../table/table.ts'
import { type Credential, credential } from '../person/records.ts'
import { passwordCost } from './password-cost.ts'

/** A person's password, if there is one; read with strong consistency. */
export const findCredential = (table: Table, globalUserId: string): Promise<Credential | undefined> =>
  table.get(credential, { globalUserId }, { strong: true })

type Algorithm = keyof typeof passwordCost
/** `memory` in KiB for argon2id, N for scrypt; `passes` is r for scrypt. */
type Cost = { readonly memory: number; readonly passes: number }

const argon2Async = argon2 ? promisify(argon2) : undefined

const scryptAsync = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt)

const derive = (
  algorithm: Algorithm,
  { memory, passes }: Cost,
  password: string,
  salt: Buffer,
): Promise<Buffer> => {
  const message = password.normalize('NFKC')
  if (algorithm === 'scrypt') {
    return scryptAsync(message, salt, 32, { N: memory, r: passes, p: 1, maxmem: 256 * memory * passes })
  }
  if (!argon2Async) throw new Error('this runtime has no argon2')
  return argon2Async('argon2id', { message, nonce: salt, memory, passes, parallelism: 1, tagLength: 32 })
}

// scrypt replaces argon2 if the runtime's OpenSSL lacks it (feature-detected).
const preferred: Algorithm = argon2Async ? 'argon2id' : 'scrypt'

const formatHash = (algorithm: Algorithm, { memory, passes }: Cost, salt: Buffer, hash: Buffer): string =>
  [algorithm, memory, passes, salt.toString('base64url'), hash.toString('base64url')].join('$')

/**
 * `<algorithm>$<memory>$<passes>$<salt>$<hash>`, so that a later release can raise the cost and still verify stored
 * hashes. Runs outside the event loop's thread, so that other requests continue.
 */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const cost = passwordCost[preferred]
  return formatHash(preferred, cost, salt, await derive(preferred, cost, password, salt))
}

// The comparison for a missing credential, so that an unknown account takes as long as a wrong password.
const dummyHash = formatHash(preferred, passwordCost[preferred], Buffer.alloc(16), Buffer.alloc(32))

/** Whether `password` matches the hash `stored`. Without a stored hash it costs the same and is false. */
export const passwordMatches = async (password: string, stored: string | undefined): Promise<boolean> => {
  const [algorithm, memory, passes, salt = '', hash = ''] = (stored ?? dummyHash).split('$')
  const expected = Buffer.from(hash, 'base64url')
  const cost = { memory: Number(memory), passes: Number(passes) }
  if (expected.length !== 32) return false
  const actual = await derive(algorithm as Algorithm, cost, password, Buffer.from(salt, 'base64url'))
  return expected.length === actual.length && timingSafeEqual(expected, actual) && stored !== undefined
}
