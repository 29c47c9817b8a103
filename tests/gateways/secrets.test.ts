import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { faultFacts } from '../../lib/fault-facts.ts'
import { awsSecrets } from '../../lib/gateways/aws-secrets.ts'
import { localSecrets } from '../../lib/gateways/secrets.ts'
import { readSettings } from '../../lib/settings.ts'
import { accountAt, isWellSigned } from './account.ts'
import { type Received, serverFor, temporaryFolder } from './temporary.ts'

const [old, recent, newest] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string]

/** A process that reads the ring once it is told to. `ready` once it can be. */
const reader = (dataDir: string) => {
  const module = JSON.stringify(new URL('../../lib/gateways/secrets.ts', import.meta.url).href)
  const code = `const { localSecrets } = await import(${module})
    process.once('message', async () => {
      process.send(await localSecrets(${JSON.stringify(dataDir)}).ring())
      process.disconnect()
    })
    process.send('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const next = () =>
    new Promise<unknown>((resolve, reject) => child.once('message', resolve).once('error', reject))
  return {
    ready: next(),
    ring: () => {
      child.send('read')
      return next()
    },
  }
}

describe('local secrets', () => {
  it('are made once, for the owner alone', async () => {
    const dataDir = join(temporaryFolder(), 'new')
    const ring = await localSecrets(dataDir).ring()
    expect(ring).toEqual([expect.stringMatching(/^[\w-]{64}$/)])
    expect(await localSecrets(dataDir).ring()).toEqual(ring)
    expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'keys/signing.json')).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(join(dataDir, 'keys/signing.json'), 'utf8'))).toEqual({ current: ring[0] })
  })

  it('are the same for processes that start at once', async () => {
    const dataDir = temporaryFolder()
    const readers = Array.from({ length: 4 }, () => reader(dataDir))
    await Promise.all(readers.map(({ ready }) => ready))
    const rings = await Promise.all(readers.map(({ ring }) => ring()))
    expect(rings[0]).toEqual([expect.stringMatching(/^[\w-]{64}$/)])
    expect(rings).toEqual(rings.map(() => rings[0]))
    expect(readdirSync(join(dataDir, 'keys'))).toEqual(['signing.json'])
  })

  it('are two while a rotation lasts', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'keys'))
    const path = join(dataDir, 'keys/signing.json')
    const secrets = localSecrets(dataDir)
    writeFileSync(path, JSON.stringify({ current: recent, previous: old }))
    expect(await secrets.ring()).toEqual([recent, old])
    writeFileSync(path, JSON.stringify({ current: recent }))
    expect(await secrets.ring()).toEqual([recent])
  })

  it('hold what providers have issued beside them', async () => {
    const dataDir = temporaryFolder()
    const secrets = localSecrets(dataDir)
    expect(await secrets.issued('googleClientSecret')).toBeUndefined()
    const path = join(dataDir, 'keys/signing.json')
    writeFileSync(path, JSON.stringify({ current: recent, applePrivateKey: 'pem', googleClientSecret: 4 }))
    expect(await secrets.issued('applePrivateKey')).toBeUndefined()
    writeFileSync(path, JSON.stringify({ current: recent, applePrivateKey: 'pem' }))
    expect(await secrets.issued('applePrivateKey')).toBe('pem')
    expect(await secrets.ring()).toEqual([recent])
  })

  it.each(['', 'hush', '{}', '{"current":"hush"}', '{"current":4}'])('are not read from %j', async (text) => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'keys'))
    writeFileSync(join(dataDir, 'keys/signing.json'), text)
    const error = await localSecrets(dataDir).ring().catch(String)
    expect(error).toContain('signing.json must contain JSON')
    expect(error).not.toContain('hush')
  })
})

type Vault = { refusal?: string; status: number; ring: { current: string; previous?: string } }

const awsVault = async () => {
  const vault: Vault = { status: 200, ring: { current: recent, previous: old } }
  const received: Received[] = []
  const endpoint = await serverFor((one) => {
    received.push(one)
    const body = vault.refusal ? { __type: vault.refusal } : { SecretString: JSON.stringify(vault.ring) }
    return { status: vault.status, body: JSON.stringify(body) }
  })
  const clock = { now: 0 }
  return { vault, received, clock, secrets: awsSecrets('quad/signing', accountAt(endpoint), () => clock.now) }
}

const silenced = (): string[] => {
  const said: string[] = []
  const emit = process.emitWarning
  process.emitWarning = (text: string | Error) => void said.push(String(text))
  onTestFinished(() => {
    process.emitWarning = emit
  })
  return said
}

describe('secrets of AWS', () => {
  it('are asked for by a signed request, once for many who want them', async () => {
    const { secrets, received } = await awsVault()
    expect(await Promise.all([secrets.ring(), secrets.ring()])).toEqual([
      [recent, old],
      [recent, old],
    ])
    expect(received).toHaveLength(1)
    const [one] = received
    expect(one && isWellSigned(one)).toBe(true)
    expect(one?.request.headers['x-amz-target']).toBe('secretsmanager.GetSecretValue')
    expect(JSON.parse(String(one?.body))).toEqual({ SecretId: 'quad/signing' })
  })

  it('hold what providers have issued beside them, in the same request', async () => {
    const { secrets, vault, received } = await awsVault()
    Object.assign(vault.ring, { googleClientSecret: 'issued' })
    expect(await secrets.issued('googleClientSecret')).toBe('issued')
    expect(await secrets.issued('applePrivateKey')).toBeUndefined()
    expect(await secrets.ring()).toEqual([recent, old])
    expect(received).toHaveLength(1)
  })

  it('are kept for five minutes', async () => {
    const { secrets, vault, clock } = await awsVault()
    await secrets.ring()
    vault.ring = { current: newest, previous: recent }
    clock.now = 299_999
    expect(await secrets.ring()).toEqual([recent, old])
    clock.now = 300_000
    expect(await secrets.ring()).toEqual([newest, recent])
  })

  it('stay when they cannot be read anew, and are asked for again soon', async () => {
    const { secrets, vault, clock, received } = await awsVault()
    const said = silenced()
    await secrets.ring()
    vault.status = 400
    clock.now = 300_000
    expect(await secrets.ring()).toEqual([recent, old])
    expect(await secrets.ring()).toEqual([recent, old])
    expect(received).toHaveLength(2)
    expect(said).toEqual(['An old value stays in use: Secrets Manager responded with 400 for SECRET_ID.'])
    vault.status = 200
    vault.ring = { current: newest }
    clock.now = 330_000
    expect(await secrets.ring()).toEqual([newest])
  })

  it('that were never read are an error, each time anew', async () => {
    const { secrets, vault } = await awsVault()
    vault.status = 400
    await expect(secrets.ring()).rejects.toThrow('Secrets Manager responded with 400 for SECRET_ID.')
    vault.status = 200
    expect(await secrets.ring()).toEqual([recent, old])
  })

  // rules/table 26
  it('that were deleted are a fault whose cause has a page of the runbook', async () => {
    const { secrets, vault } = await awsVault()
    vault.status = 400
    vault.refusal = 'com.amazonaws.secretsmanager#InvalidRequestException'
    const error = await secrets.ring().catch((thrown: unknown) => thrown)
    expect(faultFacts(error).fault).toEqual({
      cause: 'no secret',
      error: 'InvalidRequestException',
      call: 'GetSecretValue',
      attempts: 1,
    })
    const runbook = readFileSync('docs/operations.md', 'utf8')
    expect(runbook).toMatch(/^\| `no secret` \|.*\(#the-signing-secret-cannot-be-read\)/m)
    expect(runbook).toMatch(/^### The signing secret cannot be read$/m)
  })

  it('of another shape are an error that does not tell them', async () => {
    const { secrets, vault } = await awsVault()
    vault.ring = { current: 'hush' }
    const error = await secrets.ring().catch(String)
    expect(error).toContain('The secret that SECRET_ID names must contain JSON')
    expect(error).not.toContain('hush')
  })
})

// A function that cannot start logs this sentence.
it.each(['EDGE_KEYS', 'VISIT_KEY', 'LEGACY_TOKEN_SECRET'])(
  'an invalid %s is refused without its value, and other settings with theirs',
  (name) => {
    const read = () => readSettings({ [name]: 'hush!', BASE_DOMAIN: 'No Domain' })
    expect(read).toThrow(`${name}=(secret): `)
    expect(read).toThrow('BASE_DOMAIN=No Domain: ')
    expect(read).not.toThrow('hush')
  },
)
