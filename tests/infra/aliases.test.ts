import { describe, expect, it } from 'vitest'
import { movedAliases, redeployValue } from '../../infra/local/aliases/aliases.ts'
import type { AwsCli } from '../../infra/local/aws-cli.ts'
import { platformWith, resourcesOf, templatesWith } from './stack-templates.ts'

const stage = templatesWith({ rollout: 'at-once' })
const template = stage.functions.toJSON()
const arnOf = (id: string): string => `arn:aws:lambda:eu-central-1:1:function:${id}`

/** An account to which this template was deployed: every version is 9, except for aliases that somebody moved. */
const accountWith = (moved: Readonly<Record<string, object>>): AwsCli => {
  const functionOf = (id: string): string => template.Resources[id].Properties.FunctionName.Ref
  const StackResourceSummaries = Object.entries<{ Type: string }>(template.Resources).flatMap(
    ([id, { Type }]) => {
      const resource = { LogicalResourceId: id, ResourceType: Type }
      if (Type === 'AWS::Lambda::Version')
        return [{ ...resource, PhysicalResourceId: `${arnOf(functionOf(id))}:9` }]
      if (Type === 'AWS::Lambda::Alias')
        return [{ ...resource, PhysicalResourceId: `${arnOf(functionOf(id))}:live` }]
      return []
    },
  )
  const nested = {
    LogicalResourceId: 'FunctionsNestedStack1',
    ResourceType: 'AWS::CloudFormation::Stack',
    PhysicalResourceId: 'nested',
  }
  return async (args) => {
    const optionOf = (name: string): string => args[args.indexOf(name) + 1] ?? ''
    const command = args.slice(0, 2).join(' ')
    if (command === 'cloudformation get-template') return JSON.stringify({ TemplateBody: template })
    if (command === 'cloudformation list-stack-resources')
      return JSON.stringify({
        StackResourceSummaries: optionOf('--stack-name') === 'nested' ? StackResourceSummaries : [nested],
      })
    const name = optionOf('--function-name')
    return JSON.stringify({ FunctionVersion: '9', ...(moved[name] ?? {}) })
  }
}

const idOf = (domain: string): string => {
  const found = resourcesOf(stage.functions, 'AWS::Lambda::Function').find(([, { Properties }]) =>
    Properties.Description.endsWith(`: ${domain}`),
  )
  return found?.[0] ?? ''
}

describe('npm run aliases', () => {
  it('lists the functions whose alias is not where the template says', async () => {
    expect(await movedAliases(accountWith({}), 'trial')).toEqual([])
    const account = accountWith({
      [arnOf(idOf('events'))]: { FunctionVersion: '7' },
      [arnOf(idOf('auth'))]: { RoutingConfig: { AdditionalVersionWeights: { 10: 0.1 } } },
    })
    const moved = await movedAliases(account, 'trial')
    expect(moved).toEqual([
      { domain: 'auth', deployed: '9', live: '9+10' },
      { domain: 'events', deployed: '9', live: '7' },
    ])
    expect(redeployValue(moved)).toBe('auth@9,events@7')
  })
})

describe('a deployment after going back', () => {
  const versionsOf = (functions: typeof stage.functions) =>
    new Map(
      resourcesOf(functions, 'AWS::Lambda::Alias').map(([id, { Properties }]) => [
        id,
        Properties.FunctionVersion['Fn::GetAtt'][0],
      ]),
    )

  it('gives the named functions new versions, each time others, and leaves the rest alone', () => {
    const before = versionsOf(stage.functions)
    const once = versionsOf(templatesWith({ rollout: 'at-once', redeploy: 'auth@7, events@12' }).functions)
    const twice = versionsOf(templatesWith({ rollout: 'at-once', redeploy: 'auth@9' }).functions)
    const changed = (other: ReadonlyMap<string, string>) =>
      [...before].filter(([id, version]) => other.get(id) !== version).map(([id]) => id.replace(/Live.*/, ''))
    expect(changed(once).sort()).toEqual(['Auth', 'Events'])
    expect(changed(twice)).toEqual(['Auth'])
    const auth = [...before.keys()].find((id) => id.startsWith('AuthLive')) ?? ''
    expect(twice.get(auth)).not.toBe(once.get(auth))
  })

  it.each([
    ['nobody@7', 'redeploy names no function'],
    ['auth', 'redeploy=auth'],
  ])('refuses %s', (redeploy, complaint) => expect(() => platformWith({ redeploy })).toThrow(complaint))
})
