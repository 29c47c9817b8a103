import { beforeAll, describe, expect, it } from 'vitest'
import { contracts, routes } from '../../functions/routes.ts'
import { sampleOf } from '../../infra/aws/visits/samples.ts'
import type { VisitSettings } from '../../infra/aws/visits/settings.ts'
import { handlerFor } from '../support/handlers.ts'
import { type World, world } from '../support/world.ts'

// The bundler puts the samples into the deployed code.
Object.assign(globalThis, { SAMPLES: [] })
const { checkRelease, versionIn }: typeof import('../../infra/aws/visits/release-check.ts') = await import(
  '../../infra/aws/visits/release-check.ts'
)

const key = 'a-visit-key-of-forty-eight-letters-and-digits-00'
const settings: VisitSettings = {
  platform: 'https://demo.localhost',
  school: 'https://demo.localhost',
  email: 'success+quad-check@simulator.amazonses.com',
  key,
}
const edgeKey = 'e'.repeat(48)
const invocation = { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'hook-1' }

let w: World
beforeAll(async () => {
  w = await world({ settings: { VISIT_KEY: key, EDGE_KEYS: `${edgeKey},none` } })
})

type Invoke = (domain: string, payload: object) => Promise<unknown>

/** What the check reports for the new version of a domain's function. */
const checkOf = async (domain: string, invoke: Invoke) => {
  const reports: string[] = []
  const line = await checkRelease(invocation, {
    settings,
    samples: routes.map(sampleOf),
    edgeKey,
    send: async () => ({ status: 0 }),
    gateway: {
      findNewVersion: async () => ({ name: `quad-test-api-${domain}`, version: '8', domain }),
      invoke: (version, payload) => invoke(version.domain, payload),
      report: async (_, status) => void reports.push(status),
    },
  })
  return { reports, line }
}

/** The code of this checkout. */
const running: Invoke = async (domain, payload) => {
  const handler = await handlerFor(contracts[domain as keyof typeof contracts], w.runtime)
  return handler(payload as Parameters<typeof handler>[0])
}

describe('the check of a release', () => {
  it.each(routes.map(({ domain }) => domain))('lets working code of %s pass', async (domain) => {
    expect((await checkOf(domain, running)).reports).toEqual(['Succeeded'])
  })

  const refused: readonly (readonly [string, string, Invoke])[] = [
    ['throws', 'auth', async () => ({ errorType: 'ReferenceError', errorMessage: 'x is not defined' })],
    ['answers 500', 'attendance', async () => ({ statusCode: 500 })],
    ['cannot read the table', 'budgets', async () => ({ statusCode: 503 })],
    ['answers nothing', 'rooms', async () => null],
    ['cannot be invoked', 'jobs', () => Promise.reject(new Error('Lambda: 403'))],
    ['crashes on the stream', 'stream', async () => ({ errorType: 'Runtime.ImportModuleError' })],
    ['fails on the stream', 'stream', async () => ({ batchItemFailures: [{ itemIdentifier: '1' }] })],
    ['crashes at the minute', 'clock', async () => ({ errorType: 'Error' })],
  ]

  it.each(refused)('refuses code that %s: %s', async (_, domain, invoke) => {
    const { reports, line } = await checkOf(domain, invoke)
    expect(reports).toEqual(['Failed'])
    expect(line).toMatchObject({ level: 'error', domain, problem: expect.any(String) })
  })

  it.each(['stream', 'clock'])('knows a sample of %s, which serves no requests', async (domain) => {
    const payloads: object[] = []
    const { reports } = await checkOf(domain, async (__, payload) => {
      payloads.push(payload)
      return null
    })
    expect(reports).toEqual(['Succeeded'])
    expect(payloads).toHaveLength(1)
    expect(payloads[0]).not.toHaveProperty('requestContext')
  })

  it('finds the new version in every form of an AppSpec', () => {
    const json = JSON.stringify({
      version: 0,
      Resources: [
        {
          quad: {
            Type: 'AWS::Lambda::Function',
            Properties: {
              Name: 'quad-test-api-Auth',
              Alias: 'live',
              CurrentVersion: '7',
              TargetVersion: '8',
            },
          },
        },
      ],
    })
    const yaml =
      'Resources:\n- quad:\n    Properties:\n      Name: quad-test-api-Auth\n      TargetVersion: 8\n'
    for (const text of [json, yaml])
      expect(versionIn(text)).toEqual({ name: 'quad-test-api-Auth', version: '8' })
    expect(() => versionIn('')).toThrow('names no new version')
  })
})
