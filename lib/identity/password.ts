import { argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const argon = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const scryptCost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const

type Algorithm = 'argon2id' | 'scrypt'

const scrypted = promisify<string, Buffer, number, typeof scryptCost, Buffer>(scrypt)
const argoned = argon2 ? promisify(argon2) : undefined

const derive = async (algorithm: Algorithm, password: string, salt: Buffer): Promise<Buffer> => {
  const message = password.normalize('NFKC')
  if (algorithm === 'scrypt') return scrypted(message, salt, 32, scryptCost)
  if (!argoned) throw new Error('this runtime has no argon2')
  return argoned('argon2id', { message, nonce: salt, ...argon })
}

// Where the runtime's OpenSSL lacks argon2 (feature-detected), scrypt of the same order of cost takes its place.
const preferred: Algorithm = argoned ? 'argon2id' : 'scrypt'

/** `<algorithm>$<salt>$<hash>`: off the event loop's thread, so that other requests go on. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const hash = await derive(preferred, password, salt)
  return [preferred, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

// Compared against when there is no credential, so that an unknown account takes as long as a wrong password.
const nobody = `${preferred}$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`

/** Whether `password` is the one behind `stored`. Without a stored hash it costs the same and is false. */
export const passwordMatches = async (password: string, stored: string | undefined): Promise<boolean> => {
  const [algorithm, salt = '', hash = ''] = (stored ?? nobody).split('$')
  const expected = Buffer.from(hash, 'base64url')
  const actual = await derive(algorithm as Algorithm, password, Buffer.from(salt, 'base64url'))
  return expected.length === actual.length && timingSafeEqual(expected, actual) && stored !== undefined
}
