import { forEachConcurrently } from '../../../lib/concurrency.ts'
import type { AwsCli } from '../aws-cli.ts'
import { problem } from '../problem.ts'

/** A function whose alias `live` is not at the version of the deployed template. */
export type MovedAlias = { readonly domain: string; readonly deployed: string; readonly live: string }

type StackResource = {
  readonly LogicalResourceId: string
  readonly PhysicalResourceId: string
  readonly ResourceType: string
}

type Template = {
  readonly Resources: Readonly<
    Record<
      string,
      {
        readonly Type: string
        readonly Properties: {
          readonly Description?: string
          readonly FunctionName?: { readonly Ref: string }
          readonly FunctionVersion?: { readonly 'Fn::GetAtt': readonly [string, string] }
        }
      }
    >
  >
}

const resourcesOf = async (aws: AwsCli, stack: string): Promise<readonly StackResource[]> => {
  const text = await aws([
    'cloudformation',
    'list-stack-resources',
    '--stack-name',
    stack,
    '--output',
    'json',
  ])
  return JSON.parse(text).StackResourceSummaries
}

const templateOf = async (aws: AwsCli, stack: string): Promise<Template> => {
  const text = await aws(['cloudformation', 'get-template', '--stack-name', stack, '--output', 'json'])
  const { TemplateBody } = JSON.parse(text) as { readonly TemplateBody: Template | string }
  return typeof TemplateBody === 'string' ? JSON.parse(TemplateBody) : TemplateBody
}

/** The domain at the end of a function's description: `Quad <stage>: <domain>`, perhaps with a note behind it. */
const domainOf = (description = ''): string => /: ([a-z-]+)/.exec(description)?.[1] ?? description

/** What a gradual deployment sends to another version is a difference too. */
const liveVersionOf = async (aws: AwsCli, alias: string): Promise<string> => {
  const name = alias.replace(/:live$/, '')
  const text = await aws([
    'lambda',
    'get-alias',
    '--function-name',
    name,
    '--name',
    'live',
    '--output',
    'json',
  ])
  const { FunctionVersion, RoutingConfig } = JSON.parse(text)
  const others = Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {})
  return [FunctionVersion, ...others].join('+')
}

const inParallel = 8

/** Compares the alias of each function with the template that the stage was last deployed with. */
export const movedAliases = async (aws: AwsCli, stage: string): Promise<readonly MovedAlias[]> => {
  const nested = (await resourcesOf(aws, `quad-${stage}-api`)).find(
    ({ ResourceType, LogicalResourceId }) =>
      ResourceType === 'AWS::CloudFormation::Stack' && LogicalResourceId.startsWith('Functions'),
  )
  if (!nested) throw problem(`The stage ${stage} has no stack of functions.`)
  const [resources, { Resources }] = await Promise.all([
    resourcesOf(aws, nested.PhysicalResourceId),
    templateOf(aws, nested.PhysicalResourceId),
  ])
  const physical = new Map(resources.map((one) => [one.LogicalResourceId, one.PhysicalResourceId]))
  const aliases = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::Lambda::Alias')
  const moved: MovedAlias[] = []
  await forEachConcurrently(aliases, inParallel, async ([id, { Properties }]) => {
    const version = physical.get(Properties.FunctionVersion?.['Fn::GetAtt'][0] ?? '')
    const alias = physical.get(id)
    if (version === undefined || alias === undefined) return
    const deployed = version.split(':').at(-1) ?? ''
    const live = await liveVersionOf(aws, alias)
    const description = Resources[Properties.FunctionName?.Ref ?? '']?.Properties.Description
    if (live !== deployed) moved.push({ domain: domainOf(description), deployed, live })
  })
  return moved.sort((one, other) => (one.domain < other.domain ? -1 : 1))
}

/** The context value that makes a deployment publish new versions of these functions. */
export const redeployValue = (moved: readonly MovedAlias[]): string =>
  moved.map(({ domain, live }) => `${domain}@${live.split('+')[0]}`).join(',')
