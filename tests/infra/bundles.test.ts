import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { type Bundle, bundleAll } from '../../infra/aws/bundle.ts'
import { backgroundDomains } from '../../infra/aws/rights.ts'
import { exists } from '../house/files.ts'

const domains = [...Object.keys(contracts), ...backgroundDomains].filter((domain) =>
  exists(`functions/${domain}/handler.ts`),
)
const folder = mkdtempSync(join(tmpdir(), 'quad-bundles-'))
let bundles = new Map<string, Bundle>()

beforeAll(async () => {
  bundles = await bundleAll(domains, folder)
}, 180_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

// A preflight: the one request that every function answers with a look into the table.
const preflight = {
  rawPath: '/anywhere',
  headers: { origin: 'http://rpi.localhost' },
  requestContext: {
    domainName: 'demo.localhost',
    requestId: 'r-1',
    http: { method: 'OPTIONS', path: '/anywhere', sourceIp: '192.0.2.1' },
  },
}

/** Starts a bundle in a process of its own, as Lambda does, and lets it answer one invocation. */
const coldStart = (domain: string) => {
  const invocation = domain in contracts ? preflight : { Records: [] }
  const program = `
    const { handler } = await import(${JSON.stringify(join(folder, domain, 'index.mjs'))})
    // Without a table the work of a schedule fails, which is an answer too.
    const answer = await handler(${JSON.stringify(invocation)}, {}).catch(() => ({}))
    const undici = process.moduleLoadList.filter((name) => name.includes('undici'))
    console.log(JSON.stringify({ parameters: handler.length, answer, undici }))`
  const env = { DYNAMODB_ENDPOINT: inject('engine'), TABLE_NAME: 'no-table-at-all' }
  const argv = ['--input-type=module', '--eval', program]
  const lines = execFileSync(process.execPath, argv, { env, encoding: 'utf8' }).trim().split('\n')
  return JSON.parse(lines.at(-1) ?? '')
}

/**
 * What weighs more: words that no name may hold (users), and the rules of every domain that a change of an event, of an
 * organization or of the stream reaches (decision 20).
 */
const heavy: Readonly<Record<string, number>> = {
  users: 450_000,
  auth: 410_000,
  members: 420_000,
  organizations: 440_000,
  management: 420_000,
  announcements: 420_000,
  notifications: 410_000,
  approvals: 435_000,
  agendas: 460_000,
  planning: 510_000,
  clock: 430_000,
  notices: 570_000,
}

describe('the bundle', () => {
  it.each(domains)('of %s is small at its start', (domain) => {
    expect(bundles.get(domain)?.startBytes).toBeLessThanOrEqual(heavy[domain] ?? 400_000)
  })

  it.each(domains)('of %s answers without loading what nobody uses', (domain) => {
    const { parameters, answer, undici } = coldStart(domain)
    expect(answer).toMatchObject(domain in contracts ? { headers: { 'x-request-id': 'r-1' } } : {})
    // Lambda takes a third parameter for a callback, and refuses to start.
    expect(parameters).toBeLessThanOrEqual(2)
    expect(undici).toEqual([])
  })
})
