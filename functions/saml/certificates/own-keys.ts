import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { purposeSecret } from '../../../lib/identity/token/keys.ts'
import { type SamlKey, samlKey } from '../repository.ts'
import { selfSigned } from './self-signed.ts'

/** The pair that the platform signs its requests with at one school, and that assertions are encrypted to. */
export type OwnKey = { readonly certificate: string; readonly privateKey: KeyObject }

type World = Pick<Context<'anyone'>, 'table' | 'gateways' | 'tenant' | 'now'>

const makePair = promisify(generateKeyPair)
const years = 20

type Seal = { readonly name: string; readonly secret: Buffer }

const sealsOf = async ({ gateways }: World): Promise<readonly Seal[]> =>
  (await gateways.secrets.ring()).map((text) => {
    const secret = purposeSecret(text, 'saml-keys')
    return { name: createHash('sha256').update(secret).digest('base64url').slice(0, 12), secret }
  })

const sealed = (key: KeyObject, { secret }: Seal): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret, iv)
  const body = Buffer.concat([cipher.update(key.export({ type: 'pkcs8', format: 'der' })), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

const opened = ({ sealed: text }: SamlKey, { secret }: Seal): KeyObject => {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  const key = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  return createPrivateKey({ key, type: 'pkcs8', format: 'der' })
}

const fresh = async ({ tenant, now }: World, seal: Seal, version: number): Promise<SamlKey> => {
  const pair = await makePair('rsa', { modulusLength: 2048 })
  const at = now()
  const until = new Date(at)
  until.setUTCFullYear(at.getUTCFullYear() + years)
  const certificate = selfSigned({
    ...pair,
    name: new URL(tenant.origin).hostname,
    serial: randomBytes(15),
    from: new Date(at.getTime() - 86_400_000),
    until,
  })
  return {
    certificate,
    sealed: sealed(pair.privateKey, seal),
    sealedWith: seal.name,
    createdAt: at.toISOString(),
    version,
  }
}

const stored = ({ table }: World, key: SamlKey) =>
  table.put(samlKey, key, key.version === 1 ? { absent: true } : { equals: { version: key.version - 1 } })

/** The same pair under the newest secret. When another process was faster, its row says the same. */
const resealed = async (world: World, row: SamlKey, key: KeyObject, seal: Seal): Promise<void> => {
  await stored(world, {
    ...row,
    sealed: sealed(key, seal),
    sealedWith: seal.name,
    version: row.version + 1,
  })
}

/** Opened pairs of this process, by what they are sealed as. */
const cache = new Map<string, OwnKey>()
const mostCached = 200

const remembered = (row: SamlKey, privateKey: KeyObject): OwnKey => {
  if (cache.size >= mostCached) cache.clear()
  const own = { certificate: row.certificate, privateKey }
  cache.set(row.sealed, own)
  return own
}

const attempts = 3

/**
 * The platform's own key pair at this school, made when it is asked for first. The private half is stored sealed with the
 * signing secret of the deployment; after a rotation of that secret it is sealed anew. A pair that no secret of the ring
 * opens any more is replaced: then the identity provider has to read the metadata again.
 */
export const ownKey = async (world: World): Promise<OwnKey> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [row, seals] = await Promise.all([world.table.get(samlKey, {}, { strong: true }), sealsOf(world)])
    const [newest] = seals
    if (!newest) throw new Error('there is no signing secret')
    const known = row && cache.get(row.sealed)
    if (known) return known
    const seal = row && seals.find(({ name }) => name === row.sealedWith)
    if (row && seal) {
      const privateKey = opened(row, seal)
      if (seal !== newest) await resealed(world, row, privateKey, newest)
      return remembered(row, privateKey)
    }
    const made = await fresh(world, newest, (row?.version ?? 0) + 1)
    if ((await stored(world, made)).ok) return remembered(made, opened(made, newest))
  }
  return fail(ConcurrentChange)
}
