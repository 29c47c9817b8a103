import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { contracts } from '../../functions/routes.ts'
import { apiStack } from '../../infra/aws/api.ts'
import { dataStack } from '../../infra/aws/data.ts'
import { domainStack } from '../../infra/aws/domain.ts'
import { backgroundDomains } from '../../infra/aws/rights.ts'
import { readStage } from '../../infra/aws/stage.ts'
import { read } from '../house/files.ts'

export type Resource = {
  readonly Type: string
  /** Values of every shape. */
  readonly Properties: ReturnType<typeof JSON.parse>
  readonly DeletionPolicy?: string
}

export type Statement = {
  readonly Action: string | string[]
  readonly Resource: unknown
  readonly Effect: string
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string[]>>>>
}

/** What `cdk synth` would write for these context values, without bundling anything. */
export const templatesWith = (context: Readonly<Record<string, unknown>> = {}) => {
  const app = new App({
    context: { ...JSON.parse(read('cdk.json')).context, ...context },
    analyticsReporting: false,
  })
  const stage = readStage(app.node)
  const data = dataStack(app, stage)
  const api = apiStack(app, stage, data, {
    contracts: Object.values(contracts),
    background: backgroundDomains,
    codeOf: (domain) => Code.fromInline(`export const handler = async () => '${domain}'`),
  })
  const { domain } = stage
  const names = domain === undefined ? undefined : domainStack(app, { ...stage, domain }, api)
  return {
    stage,
    data: Template.fromStack(data.stack),
    api: Template.fromStack(api.stack),
    functions: Template.fromStack(api.functions),
    ...(names ? { domain: Template.fromStack(names.stack) } : {}),
  }
}

/** All resources of a type, by logical id. */
export const resourcesOf = (template: Template, type: string): [string, Resource][] =>
  Object.entries(template.findResources(type)) as [string, Resource][]

/** The one resource of a type. Throws when there are more or fewer. */
export const theOne = (template: Template, type: string): Resource => {
  const [found, ...others] = resourcesOf(template, type)
  if (found === undefined || others.length > 0) throw new Error(`not one ${type}`)
  return found[1]
}

/** The functions by the domain that they serve. */
export const functionsOf = (template: Template): Map<string, Resource> =>
  new Map(
    resourcesOf(template, 'AWS::Lambda::Function').map(([, one]) => [
      String(one.Properties.Description).replace(/^.*: /, ''),
      one,
    ]),
  )

/** Everything that a function's role allows, in its own policy or in one that was attached to it. */
export const statementsOf = (template: Template, { Properties }: Resource): Statement[] => {
  const role: string = Properties.Role['Fn::GetAtt'][0]
  const [, own] = resourcesOf(template, 'AWS::IAM::Role').find(([id]) => id === role) ?? []
  const attached = resourcesOf(template, 'AWS::IAM::Policy').filter(([, policy]) =>
    policy.Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role),
  )
  return [...(own?.Properties.Policies ?? []), ...attached.map(([, policy]) => policy.Properties)].flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  )
}

export const actionsOf = ({ Action }: Statement): string[] => [Action].flat()
