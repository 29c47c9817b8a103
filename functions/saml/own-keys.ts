import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createSign,
  generateKeyPair,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { Context } from '../../lib/context.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { purposeSecret } from '../../lib/identity/token/keys.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { type SamlKey, samlKey } from './repository.ts'

const lengthOf = (length: number): Buffer => {
  if (length < 128) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 255 ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

/** One value of DER: tag, length, content. */
const der = (tag: number, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body])
}

const sequence = (...content: readonly Buffer[]): Buffer => der(0x30, ...content)

// 1.2.840.113549.1.1.11 (RSA with SHA-256) and 2.5.4.3 (common name), in DER.
const algorithm = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'))
const commonName = Buffer.from('0603550403', 'hex')

const nameOf = (name: string): Buffer =>
  sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name, 'utf8')))))

const timeOf = (moment: Date): Buffer => {
  const digits = moment.toISOString().replace(/[-:T]|\.\d+/g, '')
  return moment.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2), 'ascii'))
    : der(0x18, Buffer.from(digits, 'ascii'))
}

type CertificateRequest = {
  /** Common name of subject and issuer. */
  readonly name: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
  /** Up to 16 bytes; the first bit is ignored. */
  readonly serial: Buffer
  readonly from: Date
  readonly until: Date
}

/**
 * A self-signed certificate (X.509, PEM) for an RSA key. Its issuer does not matter: SAML metadata only require keys in
 * this form.
 */
export const selfSignedCertificate = ({
  name,
  publicKey,
  privateKey,
  serial,
  from,
  until,
}: CertificateRequest): string => {
  const positive = Buffer.concat([Buffer.from([1]), serial.subarray(0, 15)])
  const facts = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, positive),
    algorithm,
    nameOf(name),
    sequence(timeOf(from), timeOf(until)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('RSA-SHA256').update(facts).sign(privateKey)
  const certificate = sequence(facts, algorithm, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').replace(/(.{64})(?=.)/g, '$1\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

/** The key pair of the platform at one school: it signs our requests, and assertions are encrypted to it. */
export type OwnKey = { readonly certificate: string; readonly privateKey: KeyObject }

type OwnKeysContext = Pick<Context<'anyone'>, 'table' | 'gateways' | 'tenant' | 'now'>

const makePair = promisify(generateKeyPair)
const years = 20

type Seal = { readonly name: string; readonly secret: Buffer }

const sealsOf = async ({ gateways }: OwnKeysContext): Promise<readonly Seal[]> =>
  (await gateways.secrets.ring()).map((text) => {
    const secret = purposeSecret(text, 'saml-keys')
    return { name: createHash('sha256').update(secret).digest('base64url').slice(0, 12), secret }
  })

const sealKey = (key: KeyObject, { secret }: Seal): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret, iv)
  const body = Buffer.concat([cipher.update(key.export({ type: 'pkcs8', format: 'der' })), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

const openKey = ({ sealed: text }: SamlKey, { secret }: Seal): KeyObject => {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  const key = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  return createPrivateKey({ key, type: 'pkcs8', format: 'der' })
}

const newKey = async ({ tenant, now }: OwnKeysContext, seal: Seal, version: number): Promise<SamlKey> => {
  const pair = await makePair('rsa', { modulusLength: 2048 })
  const at = now()
  const until = new Date(at)
  until.setUTCFullYear(at.getUTCFullYear() + years)
  const certificate = selfSignedCertificate({
    ...pair,
    name: new URL(tenant.origin).hostname,
    serial: randomBytes(15),
    from: new Date(at.getTime() - dayMs),
    until,
  })
  return {
    certificate,
    sealed: sealKey(pair.privateKey, seal),
    sealedWith: seal.name,
    createdAt: at.toISOString(),
    version,
  }
}

const storeKey = ({ table }: OwnKeysContext, key: SamlKey) =>
  table.put(samlKey, key, key.version === 1 ? { absent: true } : { equals: { version: key.version - 1 } })

/** Seals the same pair under the newest secret. If another process was faster, its row holds the same pair. */
const resealKey = async (
  context: OwnKeysContext,
  row: SamlKey,
  key: KeyObject,
  seal: Seal,
): Promise<void> => {
  await storeKey(context, {
    ...row,
    sealed: sealKey(key, seal),
    sealedWith: seal.name,
    version: row.version + 1,
  })
}

/** Pairs that this process has opened, by their sealed form. */
const cache = new Map<string, OwnKey>()
const maxCachedKeys = 200

const cacheKey = (row: SamlKey, privateKey: KeyObject): OwnKey => {
  if (cache.size >= maxCachedKeys) cache.clear()
  const own = { certificate: row.certificate, privateKey }
  cache.set(row.sealed, own)
  return own
}

/**
 * Returns the platform's own key pair at this school, creating it on first use. The private key is sealed with the
 * deployment's signing secret and sealed again after a rotation. A pair that no secret of the ring opens is replaced;
 * the identity provider must then read the metadata again.
 */
export const ownKey = async (context: OwnKeysContext): Promise<OwnKey> => {
  return context.table.retryOnConflict(async () => {
    const [row, seals] = await Promise.all([
      context.table.get(samlKey, {}, { strong: true }),
      sealsOf(context),
    ])
    const [newest] = seals
    if (!newest) throw new Error('there is no signing secret')
    const known = row && cache.get(row.sealed)
    if (known) return known
    const seal = row && seals.find(({ name }) => name === row.sealedWith)
    if (row && seal) {
      const privateKey = openKey(row, seal)
      if (seal !== newest) await resealKey(context, row, privateKey, newest)
      return cacheKey(row, privateKey)
    }
    const newRow = await newKey(context, newest, (row?.version ?? 0) + 1)
    return (await storeKey(context, newRow)).ok ? cacheKey(newRow, openKey(newRow, newest)) : conflicted
  })
}
