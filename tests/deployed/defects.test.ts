import { describe, expect, it, vi } from 'vitest'
import { password } from '../support/people.ts'
import { type DeployedCampus, deployedCampus } from './campus.ts'
import type { DeployedFunction } from './deployment.ts'
import { allows } from './policy.ts'
import { stageDomain } from './synthesis.ts'

const root = { email: `root@${stageDomain}`, password }

vi.setConfig({ testTimeout: 60_000 })

type Change = (one: DeployedFunction) => DeployedFunction

const withoutSetting =
  (name: string): Change =>
  (one) => {
    const { [name]: _, ...environment } = one.environment
    return { ...one, environment }
  }

const withoutKeys =
  (keys: string): Change =>
  (one) => ({ ...one, statements: JSON.parse(JSON.stringify(one.statements).replaceAll(keys, 'G#NOTHING')) })

/** What the first registration of a deployment comes to when its functions have a defect. */
const registration = async (changed: Change): Promise<{ status: number; campus: DeployedCampus }> => {
  const campus = await deployedCampus({ changed })
  try {
    const { status } = await campus.w.device().register(root, { host: stageDomain })
    return { status, campus }
  } finally {
    await campus.platform.stop()
  }
}

describe('a defect of the templates', () => {
  it('is none without a change', async () => {
    expect((await registration((one) => one)).status).toBe(201)
  })

  it.each(['SECRET_ID', 'MEDIA_ORIGIN', 'BASE_DOMAIN', 'TABLE_NAME', 'PLATFORM_ADMIN_EMAILS'])(
    'shows when the setting %s is missing',
    async (name) => {
      expect((await registration(withoutSetting(name))).status).not.toBe(201)
    },
  )

  it('shows when a right is missing, with the call that wants it', async () => {
    const { status, campus } = await registration(withoutKeys('G#CRED#*'))
    expect(status).not.toBe(201)
    expect(campus.platform.denied[0]).toMatchObject({
      domain: 'auth',
      deed: { facts: { 'dynamodb:LeadingKeys': [expect.stringMatching(/^G#CRED#/)] } },
    })
  })
})

describe('a policy', () => {
  const deed = (key: string) => ({
    action: 'dynamodb:PutItem',
    resource: 'arn:t',
    facts: { 'dynamodb:LeadingKeys': [key] },
  })
  const allowing = {
    Effect: 'Allow' as const,
    Action: ['dynamodb:PutItem'],
    Resource: 'arn:t',
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['T#*'] } },
  }

  it('allows what it names, below its keys, and nothing else', () => {
    expect(allows([allowing], deed('T#home#A'))).toBe(true)
    expect(allows([allowing], deed('G#U#1'))).toBe(false)
    expect(allows([allowing], { ...deed('T#home#A'), action: 'dynamodb:DeleteItem' })).toBe(false)
    expect(allows([allowing], { ...deed('T#home#A'), resource: 'arn:other' })).toBe(false)
    expect(allows([], deed('T#home#A'))).toBe(false)
  })

  it('denies whatever else allows it', () => {
    expect(allows([allowing, { ...allowing, Effect: 'Deny' }], deed('T#home#A'))).toBe(false)
  })

  it('with a condition that nobody here knows is an error', () => {
    const Condition = { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }
    expect(() => allows([{ ...allowing, Condition }], deed('T#home#A'))).toThrow('IpAddress')
  })
})
