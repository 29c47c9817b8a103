import { describe, expect, it } from 'vitest'
import { edgeCode } from '../../infra/aws/stacks/edge.ts'
import { edgeHeaders } from '../../lib/contract/edge.ts'
import { read } from '../house/files.ts'
import {
  everything,
  functionsOf,
  platformWith,
  resourcesOf,
  templatesWith,
  theOne,
} from './stack-templates.ts'

const full = templatesWith(everything)
const { edge } = full
if (!edge) throw new Error('no edge')

describe('the edge', () => {
  it('is there where it is asked for alone', () => {
    const trial = templatesWith()
    expect('edge' in trial).toBe(false)
    expect(resourcesOf(trial.data, 'AWS::SecretsManager::Secret')).toHaveLength(1)
    const [, one] = [...functionsOf(trial.functions)][0] ?? []
    expect(one?.Properties.Environment.Variables.EDGE_KEYS).toBeUndefined()
  })

  it('answers for the platform and its schools, and keeps nothing', () => {
    const { Aliases, DefaultCacheBehavior, WebACLId, Origins } = theOne(edge, 'AWS::CloudFront::Distribution')
      .Properties.DistributionConfig
    expect(Aliases).toEqual(['quad.example.edu', '*.quad.example.edu'])
    expect(WebACLId).toBeDefined()
    expect(DefaultCacheBehavior).toMatchObject({
      // The names of AWS for "caching disabled" and "all that the viewer sent but the host".
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      ViewerProtocolPolicy: 'redirect-to-https',
    })
    expect(DefaultCacheBehavior.AllowedMethods).toContain('DELETE')
    expect(Origins).toMatchObject([
      {
        DomainName: 'origin.quad.example.edu',
        OriginCustomHeaders: [
          {
            HeaderName: edgeHeaders.key,
            HeaderValue: '{{resolve:secretsmanager:quad-production-edge:SecretString:current}}',
          },
        ],
      },
    ])
  })

  it('is the only one whom the functions answer', () => {
    for (const [, { Properties }] of functionsOf(full.functions))
      expect(Properties.Environment.Variables.EDGE_KEYS).toBe(
        '{{resolve:secretsmanager:quad-production-edge:SecretString:current}},{{resolve:secretsmanager:quad-production-edge:SecretString:previous}}',
      )
    const names = resourcesOf(full.domain as never, 'AWS::ApiGatewayV2::DomainName')
    expect(names.map(([, { Properties }]) => Properties.DomainName)).toEqual(['origin.quad.example.edu'])
  })

  it('is there before functions refuse what came without it: the page deploys what needs them without them', () => {
    const [, commands = ''] = /^## The edge\n([\s\S]*?)^Rotating/m.exec(read('docs/operations.md')) ?? []
    const [first, last] = [...commands.replaceAll('\n', ' ').matchAll(/npx cdk deploy ([^`]*)-c stage/g)].map(
      ([, stacks]) => stacks?.trim(),
    )
    expect(first).toBe('--exclusively quad-<stage>-data quad-<stage>-domain quad-<stage>-edge')
    expect(last).toBe('quad-<stage>-api')
  })

  it('limits what one address asks, and its tries to sign in to a tenth of that', () => {
    const { Scope, Rules } = theOne(edge, 'AWS::WAFv2::WebACL').Properties
    expect(Scope).toBe('CLOUDFRONT')
    const rated = Rules.filter(({ Statement }: { Statement: object }) => 'RateBasedStatement' in Statement)
    expect(
      rated.map((rule: ReturnType<typeof JSON.parse>) => rule.Statement.RateBasedStatement.Limit),
    ).toEqual([20_000, 2_000])
  })

  it('says whose request it is, whatever that says itself', () => {
    const run = new Function('event', `${edgeCode}; return handler(event)`)
    const headers = {
      host: { value: 'demo.quad.example.edu' },
      [edgeHeaders.host]: { value: 'other.quad.example.edu' },
      [edgeHeaders.address]: { value: '127.0.0.1' },
    }
    expect(run({ viewer: { ip: '198.51.100.7' }, request: { headers } }).headers).toMatchObject({
      [edgeHeaders.host]: { value: 'demo.quad.example.edu' },
      [edgeHeaders.address]: { value: '198.51.100.7' },
    })
  })
})

describe('the stack of the edge', () => {
  it('is deployed after that of the names, where the gateway gives them up', () => {
    const { edge, names } = platformWith(everything).stacks
    expect(edge?.stack.dependencies).toEqual([names?.stack])
  })
})
