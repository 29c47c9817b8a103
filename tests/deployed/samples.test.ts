import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { requiresRecentFactor } from '../../lib/contract/row.ts'
import { globalUser } from '../../lib/identity/person/records.ts'
import { withTotp } from '../mfa/factors.ts'
import { problemsWith } from '../support/promised.ts'
import { type Campus, everySample, prepare, type Sample } from '../support/replay.ts'
import { enrolSchool } from '../support/schools.ts'
import { tableName } from '../support/table/table-names.ts'
import { testSecret, type World } from '../support/world.ts'
import { behindThe } from './campus.ts'
import { type DeployedPlatform, deploy } from './platform.ts'
import { stageDomain } from './synthesis.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Samples that need somebody whom nothing on this machine stands in for. */
const elsewhere: Readonly<Record<string, string>> = {
  'providers.googleLogin': 'Google',
  'providers.startGoogleLogin': 'Google',
  'providers.startLink': 'Google',
  'providers.linkWay': 'Google',
  'pages.signInWith': 'Google',
  'providers.appleLogin': 'Apple',
  'providers.startAppleLogin': 'Apple',
  'providers.appleCallback': 'Apple',
  'tenants.verifyEmailDomain': 'the domain name system',
  'saml.changeSamlConfig': 'an identity provider that knows the school by its address on the stage',
  'saml.testSamlConfig': 'an identity provider that knows the school by its address on the stage',
}

let platform: DeployedPlatform
let w: World | undefined

beforeAll(async () => {
  platform = await deploy({
    assembly: inject('assembly'),
    engine: inject('engine'),
    tableName: tableName(),
    secret: testSecret,
    now: () => w?.clock.now() ?? new Date(),
    uploaded: async (key) => w?.runtime.gateways.media.read(key),
  })
}, 60_000)

afterAll(() => platform.stop())

/** The same invocation at a school of the stage. */
const onStage = (invocation: APIGatewayProxyEventV2): APIGatewayProxyEventV2 =>
  JSON.parse(
    JSON.stringify(invocation)
      .replace(/http:(\/\/|%2F%2F)([\w-]+)\.localhost/g, `https:$1$2.${stageDomain}`)
      .replaceAll('.localhost', `.${stageDomain}`),
  )

/** What a passkey signs names the address of the stage, so that its people talk to the stage from the beginning. */
const isSigned = ({ name }: Sample): boolean => /^mfa\.\w*Passkey/.test(name)

const behind = async (own: World): Promise<World> => {
  w = own
  await enrolSchool(own, own.home)
  return behindThe(platform, own)
}

/**
 * In production schools stand in the registry, people have proven their addresses, and administrators of the platform have
 * a second factor.
 */
const asInProduction = async (
  { w: { table, home, sister, ...own }, people }: Campus,
  sample: Sample,
): Promise<void> => {
  const school = { ...own, table, home, sister }
  await enrolSchool(school, home, { emailDomains: ['demo.example.edu'] }).catch(() => undefined)
  await enrolSchool(school, sister).catch(() => undefined)
  if (sample.name === 'emails.requestEmailCode') return
  for (const { globalUserId } of Object.values(people))
    await table().update(globalUser, { id: globalUserId }, { set: { emailVerified: true } })
  // The desk asks the operation that sets the clock of a school.
  const wants = requiresRecentFactor(sample.row) || sample.name === 'pages.changeSchool'
  // Their administrators have factors that are old enough, which a new one would take the place of.
  const hasOne = /^mfa\.(?:open|confirm)FactorRecovery$/.test(sample.name)
  if (people.root && wants && !hasOne) await withTotp(school, people.root.agent)
}

const counts = () => ({
  logs: platform.logs.length,
  denied: platform.denied.length,
  outside: platform.outside.length,
})

describe('each sample', () => {
  const samples = everySample.filter(({ name }) => !(name in elsewhere))

  it.each(samples)('$name is answered by the deployed function as its row promises', async (sample) => {
    const { place, invocation } = await prepare(
      sample,
      isSigned(sample) ? { behind } : { onSharedTable: true },
    )
    w = place.w
    await asInProduction(place, sample)
    const before = counts()
    const { statusCode, body = '' } = await platform.send(onStage(invocation))
    expect(platform.denied.slice(before.denied)).toEqual([])
    expect(platform.outside.slice(before.outside)).toEqual([])
    const said = platform.logs.slice(before.logs).map(({ line }) => line)
    expect(`${statusCode} ${statusCode < 400 ? '' : [body, ...said].join('\n')}`.trim()).toMatch(
      /^(?:20\d|30[23])$/,
    )
    expect(problemsWith(sample.row.reply, body)).toBeUndefined()
  })

  it('was asked of every function behind a route', () => {
    const asked = new Set(platform.logs.map(({ domain }) => domain))
    const behind = platform.deployment.routes.map(({ to }) => to.domain)
    expect([...new Set(behind)].filter((domain) => !asked.has(domain) && domain !== 'providers')).toEqual([])
  })
})
