import { App, type Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { contracts } from '../../functions/routes.ts'
import { stacksOf } from '../../infra/aws/stacks/stacks.ts'
import { readStage } from '../../infra/aws/stage.ts'
import { read } from '../house/files.ts'

export type Resource = {
  readonly Type: string
  /** Values of every shape. */
  readonly Properties: ReturnType<typeof JSON.parse>
  readonly DeletionPolicy?: string
  readonly UpdatePolicy?: ReturnType<typeof JSON.parse>
}

export type Statement = {
  readonly Action: string | string[]
  readonly Resource: unknown
  readonly Effect: string
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string[]>>>>
}

/** Context values of a stage with a domain that uses whatever can be asked for. */
export const everything = {
  stage: 'production',
  domain: 'quad.example.edu',
  zoneId: 'Z1',
  zoneName: 'example.edu',
  alarmEmail: 'operators@example.edu',
  monthlyBudget: 500,
  weeklyBackups: true,
  warmReads: 20_000,
  warmWrites: 8_000,
  reservedConcurrency: 'auth=50, planning=10',
  memory: 1769,
  requestsPerSecond: 2_000,
  requestsAtOnce: 3_000,
  logDays: '30',
  architecture: 'arm64',
  rollout: 'linear',
  edge: 'cloudfront',
}

/** An app with all stacks of a stage, as `cdk synth` would make them for these context values, without any bundle. */
export const platformWith = (context: Readonly<Record<string, unknown>> = {}, outdir?: string) => {
  const app = new App({
    context: { ...JSON.parse(read('cdk.json')).context, ...context },
    analyticsReporting: false,
    ...(outdir === undefined ? {} : { outdir }),
  })
  const stage = readStage(app.node)
  const stacks = stacksOf(app, stage, {
    contracts: Object.values(contracts),
    codeOf: (domain) => Code.fromInline(`export const handler = async () => '${domain}'`),
  })
  return { app, stage, stacks }
}

const frozen = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) frozen(part)
}

/** Nobody can change what others of the same worker read too. */
const templateOf = (stack: Stack): Template => {
  const template = Template.fromStack(stack)
  frozen(template.toJSON())
  return template
}

const made = new Map<string, ReturnType<typeof makeTemplates>>()

/** The templates of a stage. They follow from its context alone, so that a worker makes them once. */
export const templatesWith = (context: Readonly<Record<string, unknown>> = {}) => {
  const key = JSON.stringify(context)
  const templates = made.get(key) ?? makeTemplates(context)
  made.set(key, templates)
  return templates
}

const makeTemplates = (context: Readonly<Record<string, unknown>>) => {
  const { stage, stacks } = platformWith(context)
  const { data, api, names, mail, edge } = stacks
  return {
    stage,
    termination: data.stack.terminationProtection,
    data: templateOf(data.stack),
    api: templateOf(api.stack),
    functions: templateOf(api.functions),
    watching: templateOf(api.watching),
    ...(names ? { domain: templateOf(names.stack) } : {}),
    ...(edge ? { edge: templateOf(edge.stack) } : {}),
    ...(mail ? { mail: templateOf(mail.stack) } : {}),
  }
}

/** All resources of a type, by logical id. */
export const resourcesOf = (template: Template, type: string): [string, Resource][] =>
  Object.entries(template.findResources(type)) as [string, Resource][]

/** The one resource of a type, or of those whose id begins with `name`. Throws when there are more or fewer. */
export const theOne = (template: Template, type: string, name = ''): Resource => {
  const [found, ...others] = resourcesOf(template, type).filter(([id]) => id.startsWith(name))
  if (found === undefined || others.length > 0) throw new Error(`not one ${type}`)
  return found[1]
}

/** The functions by the domain that they serve, without the release check. */
export const functionsOf = (template: Template): Map<string, Resource> =>
  new Map(
    resourcesOf(template, 'AWS::Lambda::Function').flatMap(([, one]) => {
      const [, domain] = /^Quad .*: (.*)$/.exec(String(one.Properties.Description)) ?? []
      return domain === undefined ? [] : [[domain, one] as const]
    }),
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
