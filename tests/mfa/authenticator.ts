import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Made = { readonly id: string; readonly key: KeyObject; readonly userHandle: string; counter: number }
type Options = ReturnType<typeof JSON.parse>

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const text64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

const bytesHead = (length: number): Buffer =>
  Buffer.from(length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255])
const cborBytes = (bytes: Uint8Array): Buffer => Buffer.concat([bytesHead(bytes.length), bytes])
const cborText = (text: string): Buffer => Buffer.from([0x60 + text.length, ...Buffer.from(text)])

/** Algorithms of keys, by their numbers in COSE. Those of ML-DSA withstand quantum computers, and sign at length. */
const algorithms = { ES256: -7, 'ML-DSA-44': -48 } as const
export type Algorithm = keyof typeof algorithms

const keyPair = (algorithm: Algorithm) =>
  algorithm === 'ES256'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('ml-dsa-44')

/** A public key as COSE has it: {1: 2, 3: -7, -1: 1, -2: x, -3: y} on P-256, {1: 7, 3: -48, -1: pub} of ML-DSA-44. */
const coseOf = (key: KeyObject): Buffer => {
  const { x = '', y = '', pub } = key.export({ format: 'jwk' }) as JsonWebKey & { readonly pub?: string }
  if (pub !== undefined)
    return Buffer.concat([
      Buffer.from([0xa3, 1, 7, 3, 0x38, 0x2f, 0x20]),
      cborBytes(Buffer.from(pub, 'base64url')),
    ])
  const part = (name: number, value: string) =>
    Buffer.concat([Buffer.from([name]), cborBytes(Buffer.from(value, 'base64url'))])
  return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), part(0x21, x), part(0x22, y)])
}

const attestationOf = (authData: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3]),
    ...[cborText('fmt'), cborText('none')],
    ...[cborText('attStmt'), Buffer.from([0xa0])],
    ...[cborText('authData'), cborBytes(authData)],
  ])

type How = {
  /** The page that asks; its host is the domain that is signed unless `rpId` says another. */
  readonly origin: string
  readonly rpId?: string
  /** Whether the device was unlocked for it. */
  readonly unlocked?: boolean
  /** Signs with a counter that stands still. */
  readonly stuck?: boolean
}

/** An authenticator in software: makes keys and signs what a page asks for, as a browser hands it over. */
export const authenticator = (algorithm: Algorithm = 'ES256') => {
  const made: Made[] = []

  const dataOf = (rpId: string, flags: number, counter: number, attested = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }
  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  return {
    made,
    create(options: Options, { origin, rpId = options.rp.id, unlocked = true }: How, id = randomBytes(16)) {
      const offered = options.pubKeyCredParams.map(({ alg }: { readonly alg: number }) => alg)
      if (!offered.includes(algorithms[algorithm])) throw new Error(`${algorithm} is not asked for`)
      const { publicKey, privateKey } = keyPair(algorithm)
      const passkey = { id: text64(id), key: privateKey, userHandle: options.user.id, counter: 0 }
      made.push(passkey)
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseOf(publicKey)])
      const client = clientData('webauthn.create', options.challenge, origin)
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text64(client),
          attestationObject: text64(attestationOf(dataOf(rpId, unlocked ? 0x45 : 0x41, 0, attested))),
          transports: ['internal'],
        },
      }
    },
    use(
      options: Options,
      { origin, rpId = options.rpId, unlocked = true, stuck = false }: How,
      which = made[0],
    ) {
      if (!which) throw new Error('this authenticator has no passkey')
      if (!stuck) which.counter += 1
      const data = dataOf(rpId, unlocked ? 5 : 1, which.counter)
      const client = clientData('webauthn.get', options.challenge, origin)
      const signature = sign(
        algorithm === 'ES256' ? 'sha256' : null,
        Buffer.concat([data, sha256(client)]),
        which.key,
      )
      return {
        id: which.id,
        rawId: which.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text64(client),
          authenticatorData: text64(data),
          signature: text64(signature),
          userHandle: which.userHandle,
        },
      }
    },
  }
}
