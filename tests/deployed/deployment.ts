import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'
import type { Statement } from './policy.ts'
import { type Resolve, resolverOf } from './resolver.ts'
import type { Assembly, Resource, Stack, Value } from './template.ts'

/** A function as the templates describe it. */
export type DeployedFunction = {
  readonly domain: string
  readonly arn: string
  /** The folder of its code. */
  readonly folder: string
  /** `<file>.<export>`. */
  readonly handler: string
  readonly environment: Readonly<Record<string, string>>
  readonly seconds: number
  /** What its role allows and denies. */
  readonly statements: readonly Statement[]
}

export type Deployment = {
  readonly functions: readonly DeployedFunction[]
  /** Keys such as `ANY /users/{proxy+}`, and the function that answers. */
  readonly routes: readonly { readonly key: string; readonly to: DeployedFunction }[]
  readonly table: CreateTableCommandInput
  readonly ttl: string
  /** The consumer of the stream. */
  readonly stream: { readonly to: DeployedFunction; readonly properties: Value }
  /** What the clock is told at a moment. */
  readonly minute: { readonly to: DeployedFunction; input(time: Date): Value }
}

type Found = { readonly stack: Stack; readonly id: string; readonly resource: Resource }

/** Environment variables as CloudFormation deploys them: with the text of each secret in place of its reference. */
const withSecrets = (variables: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.replace(/\{\{resolve:secretsmanager:[^}]*\}\}/g, 'secret'.repeat(8)),
    ]),
  )

const only = (found: readonly Found[], type: string): Found => {
  const [one, ...others] = found
  if (!one || others.length > 0) throw new Error(`${found.length} of ${type}`)
  return one
}

const tableOf = ({ Properties: p }: Resource, TableName: string): CreateTableCommandInput => ({
  TableName,
  AttributeDefinitions: p.AttributeDefinitions,
  KeySchema: p.KeySchema,
  BillingMode: p.BillingMode,
  GlobalSecondaryIndexes: p.GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }: Value) => ({
    IndexName,
    KeySchema,
    Projection,
  })),
  StreamSpecification: { StreamEnabled: true, ...p.StreamSpecification },
})

/** The rule's own input, with the time in its place, as EventBridge makes it. */
const inputOf = ({ InputTransformer, Input }: Value, time: Date): Value => {
  if (Input !== undefined) return JSON.parse(Input)
  const values: Value = { '$.time': `${time.toISOString().slice(0, 19)}Z` }
  const text = InputTransformer.InputTemplate.replace(/<(\w+)>/g, (_: string, name: string) =>
    JSON.stringify(values[InputTransformer.InputPathsMap[name]]),
  )
  return JSON.parse(text)
}

const statementsOf = (
  found: Found,
  all: (type: string) => readonly Found[],
  resolve: Resolve,
): Statement[] => {
  const { stack, resource } = found
  const role = resource.Properties.Role['Fn::GetAtt'][0]
  const inline = stack.resources[role]?.Properties.Policies ?? []
  const attached = all('AWS::IAM::Policy').filter(
    (one) => one.stack === stack && one.resource.Properties.Roles.some(({ Ref }: Value) => Ref === role),
  )
  return [...inline, ...attached.map((one) => one.resource.Properties)].flatMap(
    ({ PolicyDocument }: Value) => resolve(stack, PolicyDocument).Statement,
  )
}

/** Reads a deployment off its templates, with its table under a name. */
export const deploymentOf = (assembly: Assembly, tableName: string): Deployment => {
  const resolve = resolverOf(assembly, tableName)
  const all = (type: string): Found[] =>
    assembly.stacks.flatMap((stack) =>
      Object.entries(stack.resources).flatMap(([id, resource]) =>
        resource.Type === type ? [{ stack, id, resource }] : [],
      ),
    )
  const functions = all('AWS::Lambda::Function')
    .filter(({ resource }) => /^Quad /.test(resource.Properties.Description ?? ''))
    .map((found): DeployedFunction => {
      const { stack, id, resource } = found
      const { Description, Code, Handler, Environment, Timeout } = resource.Properties
      return {
        domain: String(Description).replace(/^.*: /, ''),
        arn: resolve(stack, { 'Fn::GetAtt': [id, 'Arn'] }),
        folder: assembly.assetOf(Code),
        handler: Handler,
        environment: withSecrets(resolve(stack, Environment.Variables)),
        seconds: Timeout,
        statements: statementsOf(found, all, resolve),
      }
    })

  // A name alone, the whole ARN, or that of a version or an alias.
  const functionAt = (target: string): DeployedFunction => {
    const name = target.replace(/^.*:function:/, '').split(':', 1)[0]
    const found = functions.find(({ arn }) => arn.endsWith(`:function:${name}`))
    if (!found) throw new Error(`no function is ${target}`)
    return found
  }

  const routes = all('AWS::ApiGatewayV2::Route').map(({ stack, resource }) => {
    const integration = resolve(stack, resource.Properties.Target).replace(/^integrations\//, '')
    const to = all('AWS::ApiGatewayV2::Integration').find((one) => one.id.toLowerCase() === integration)
    const uri = to && resolve(to.stack, to.resource.Properties.IntegrationUri)
    return { key: String(resource.Properties.RouteKey), to: functionAt(uri ?? integration) }
  })
  const table = only(all('AWS::DynamoDB::GlobalTable'), 'tables').resource
  const mapping = only(all('AWS::Lambda::EventSourceMapping'), 'consumers')
  const rule = only(
    // The probe has a rule of its own, as often.
    all('AWS::Events::Rule').filter(({ id }) => id.startsWith('EveryMinute')),
    'clocks',
  )
  const properties = resolve(mapping.stack, mapping.resource.Properties)
  const [target] = rule.resource.Properties.Targets
  return {
    functions,
    routes,
    table: tableOf(table, tableName),
    ttl: table.Properties.TimeToLiveSpecification.AttributeName,
    stream: { to: functionAt(properties.FunctionName), properties },
    minute: {
      to: functionAt(resolve(rule.stack, target.Arn)),
      input: (time) => inputOf(target, time),
    },
  }
}
