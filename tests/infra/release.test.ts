import type { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import { read } from '../house/files.ts'
import { functionsOf, resourcesOf, type Statement, templatesWith, theOne } from './stack-templates.ts'

const canary = templatesWith({ watch: 'full' })
const linear = templatesWith({ watch: 'full', rollout: 'linear' })
const atOnce = templatesWith({ rollout: 'at-once' })
const domains = [...functionsOf(canary.functions).keys()]

/** Ids of the aliases that a value of the parent stack leads to, through the outputs of the functions' stack. */
const aliasAt = (functions: Template, value: unknown): string | undefined => {
  const [, output = ''] = /"Outputs\.([^"]+)"/.exec(JSON.stringify(value)) ?? []
  const [found] = Object.values(functions.findOutputs(output))
  return found?.Value?.Ref
}

describe('a release', () => {
  const aliases = resourcesOf(canary.functions, 'AWS::Lambda::Alias')

  it('gives every function an alias for its newest version', () => {
    const versions = new Map(resourcesOf(canary.functions, 'AWS::Lambda::Version'))
    const served = aliases.map(([, { Properties }]) => {
      expect(Properties.Name).toBe('live')
      return versions.get(Properties.FunctionVersion['Fn::GetAtt'][0])?.Properties.FunctionName.Ref
    })
    const functions = resourcesOf(canary.functions, 'AWS::Lambda::Function').map(([id]) => id)
    expect(served.sort()).toEqual(functions.filter((id) => !id.startsWith('ReleaseCheck')).sort())
    expect(served).toHaveLength(domains.length)
  })

  it('keeps the version before, so that there is a way back', () => {
    const kept = resourcesOf(canary.functions, 'AWS::Lambda::Version').map(([, one]) => one.DeletionPolicy)
    expect(new Set(kept)).toEqual(new Set(['Retain']))
  })

  it('gives out every id that the runbook asks for', () => {
    const page = read('docs/operations.md')
    const asked = [...page.matchAll(/\$\(of (\w+) (\w+)\)/g)]
    expect(asked.length).toBeGreaterThanOrEqual(15)
    const { data, api, domain } = templatesWith({ stage: 'production', domain: 'quad.example.edu' })
    const given = new Map(Object.entries({ data, api, domain }))
    for (const [, stack = '', name = ''] of asked)
      expect(Object.keys(given.get(stack)?.findOutputs('*') ?? {})).toContain(name)
  })

  it('is what routes, the stream and the clock lead to', () => {
    const ids = new Set(aliases.map(([id]) => id))
    const integrations = resourcesOf(canary.api, 'AWS::ApiGatewayV2::Integration').map(([, { Properties }]) =>
      aliasAt(canary.functions, Properties.IntegrationUri),
    )
    expect(integrations.filter((id) => id === undefined || !ids.has(id))).toEqual([])
    expect(new Set(integrations).size).toBe(domains.length - 2)
    const permitted = resourcesOf(canary.api, 'AWS::Lambda::Permission').map(([, { Properties }]) =>
      aliasAt(canary.functions, Properties.FunctionName),
    )
    expect(permitted).toEqual(integrations)
    const followed = theOne(canary.functions, 'AWS::Lambda::EventSourceMapping').Properties.FunctionName
    const struck = theOne(canary.functions, 'AWS::Events::Rule', 'EveryMinute').Properties.Targets[0].Arn
    const named = [followed, struck].map((value) => /"Ref":"(\w+)"/.exec(JSON.stringify(value))?.[1] ?? '')
    expect(named.filter((id) => !ids.has(id))).toEqual([])
    expect(named.map((id) => id.replace(/Live\w+$/, ''))).toEqual(['Stream', 'Clock'])
  })

  it.each([
    ['a tenth at first', canary, 'CodeDeployDefault.LambdaCanary10Percent5Minutes'],
    ['a tenth more each minute', linear, 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute'],
  ])('moves to new code by %s, and back when its alarm rings', (_, { functions }, steps) => {
    const groups = new Map(resourcesOf(functions, 'AWS::CodeDeploy::DeploymentGroup'))
    const rings = new Map(resourcesOf(functions, 'AWS::CloudWatch::Alarm'))
    expect(groups.size).toBe(domains.length)
    for (const [id, alias] of resourcesOf(functions, 'AWS::Lambda::Alias')) {
      const { DeploymentGroupName } = alias.UpdatePolicy?.CodeDeployLambdaAliasUpdate ?? {}
      const group = groups.get(DeploymentGroupName?.Ref)?.Properties
      expect(group?.DeploymentConfigName).toBe(steps)
      const { BeforeAllowTrafficHook } = alias.UpdatePolicy?.CodeDeployLambdaAliasUpdate ?? {}
      expect(BeforeAllowTrafficHook?.Ref).toMatch(/^ReleaseCheck/)
      expect(group?.AutoRollbackConfiguration).toMatchObject({
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
      })
      const alarm = group?.AlarmConfiguration.Alarms[0].Name.Ref
      expect(alarm.replace(/Failures\w+$/, '')).toBe(id.replace(/Live\w+$/, ''))
      const [domain = ''] = domains.filter((name) =>
        id.toLowerCase().startsWith(`${name.replaceAll('-', '')}live`),
      )
      const metrics = JSON.stringify(rings.get(alarm)?.Properties.Metrics)
      const counted = { stream: '"ChangeEventFailures"', clock: '"ScheduleFailures"' }[domain]
      expect(metrics).toContain(counted ?? `{"Name":"Domain","Value":"${domain}"}`)
      expect(metrics).toContain(':live')
    }
  })

  // An alarm that rings already would stop the very deployment that helps.
  it('passes alarms by when it happens at once', () => {
    expect(resourcesOf(atOnce.functions, 'AWS::CodeDeploy::DeploymentGroup')).toEqual([])
    const bound = resourcesOf(atOnce.functions, 'AWS::Lambda::Alias').filter(
      ([, alias]) => alias.UpdatePolicy,
    )
    expect(bound).toEqual([])
  })

  it('may move aliases and nothing else', () => {
    const [, role] =
      resourcesOf(canary.functions, 'AWS::IAM::Role').find(([id]) => id.startsWith('Deployer')) ?? []
    expect(role?.Properties.ManagedPolicyArns).toBeUndefined()
    const statements = role?.Properties.Policies[0].PolicyDocument.Statement ?? []
    const rights = statements.map(({ Action, Resource }: Statement) => [Action, JSON.stringify(Resource)])
    expect(rights).toEqual([
      // Asked for an alias, AWS looks at the function itself.
      [['lambda:GetAlias', 'lambda:UpdateAlias'], expect.stringMatching(/:function:quad-test\*"/)],
      ['lambda:GetProvisionedConcurrencyConfig', expect.stringMatching(/:function:quad-test\*:live"/)],
      ['lambda:InvokeFunction', expect.stringMatching(/ReleaseCheck/)],
      ['cloudwatch:DescribeAlarms', '"*"'],
    ])
  })
})
