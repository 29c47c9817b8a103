import type { Assembly, Resource, Stack, Value } from './template.ts'

export const region = 'us-east-1'
export const account = '111111111111'

const pseudo: Readonly<Record<string, string>> = {
  'AWS::Region': region,
  'AWS::AccountId': account,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'stack',
}

const serviceOf = ({ Type }: Resource): string => Type.split('::')[1]?.toLowerCase() ?? ''

const arn = (service: string, rest: string, place = `${region}:${account}`): string =>
  `arn:aws:${service}:${place}:${rest}`

/** The name that a resource is given where its template gives none. */
const nameOf = (id: string, { Type }: Resource, tableName: string): string =>
  Type === 'AWS::DynamoDB::GlobalTable' ? tableName : id.toLowerCase()

const arnOf = (id: string, resource: Resource, tableName: string): string => {
  const name = nameOf(id, resource, tableName)
  const kinds: Readonly<Record<string, string>> = {
    'AWS::DynamoDB::GlobalTable': arn('dynamodb', `table/${name}`),
    'AWS::SecretsManager::Secret': arn('secretsmanager', `secret:${name}`),
    'AWS::S3::Bucket': arn('s3', name, ':'),
    'AWS::Lambda::Function': arn('lambda', `function:${name}`),
    'AWS::IAM::Role': arn('iam', `role/${name}`, `:${account}`),
    'AWS::Logs::LogGroup': arn('logs', `log-group:${name}:*`),
    'AWS::Events::Rule': arn('events', `rule/${name}`),
  }
  return kinds[resource.Type] ?? arn(serviceOf(resource), name)
}

/** What a reference to them gives is their ARN. */
const namedByArn = new Set(['AWS::SecretsManager::Secret', 'AWS::SNS::Topic'])

type Fn = (stack: Stack, argument: Value) => Value

/**
 * Gives every reference of a template the value that it would have on AWS, with made-up names: `tableName` for the
 * table. Throws on what it does not know, so that nothing is left out unnoticed.
 */
export const resolverOf = ({ stacks }: Assembly, tableName: string) => {
  const resourceAt = (stack: Stack, id: string): Resource => {
    const resource = stack.resources[id]
    if (!resource) throw new Error(`${stack.name} has no ${id}`)
    return resource
  }

  const ref = (stack: Stack, id: string): Value => {
    if (id in pseudo) return pseudo[id]
    // The parameters of a nested stack are values of the one around it.
    if (id in stack.parameters) return resolve(stack.around ?? stack, stack.parameters[id])
    const resource = resourceAt(stack, id)
    // Where a version or an alias is named, its ARN is meant.
    if (resource.Type === 'AWS::Lambda::Alias' || resource.Type === 'AWS::Lambda::Version') {
      const { FunctionName, Name = '1' } = resource.Properties
      return arn('lambda', `function:${resolve(stack, FunctionName)}:${Name}`)
    }
    if (namedByArn.has(resource.Type)) return arnOf(id, resource, tableName)
    return nameOf(id, resource, tableName)
  }

  const attribute: Fn = (stack, argument) => {
    const [id, ...path] = typeof argument === 'string' ? argument.split('.') : argument.join('.').split('.')
    const name = path.join('.')
    const nested = stack.nested.get(id)
    if (nested) return resolve(nested, nested.outputs[name.replace(/^Outputs\./, '')]?.Value)
    const resource = resourceAt(stack, id)
    if (name === 'Arn') return arnOf(id, resource, tableName)
    if (name === 'StreamArn') return `${arnOf(id, resource, tableName)}/stream/1`
    return `${id}-${name}.example`.toLowerCase()
  }

  const imported: Fn = (stack, argument) => {
    const wanted = resolve(stack, argument)
    for (const other of stacks)
      for (const { Export, Value: value } of Object.values(other.outputs))
        if (Export && resolve(other, Export.Name) === wanted) return resolve(other, value)
    throw new Error(`nothing exports ${wanted}`)
  }

  const substituted: Fn = (stack, argument) => {
    const [text, own = {}] = Array.isArray(argument) ? argument : [argument]
    return text.replace(/\$\{([^!}][^}]*)\}/g, (_: string, name: string) => {
      if (name in own) return resolve(stack, own[name])
      return name.includes('.') ? attribute(stack, name) : ref(stack, name)
    })
  }

  const functions: Readonly<Record<string, Fn>> = {
    Ref: ref,
    'Fn::GetAtt': attribute,
    'Fn::ImportValue': imported,
    'Fn::Sub': substituted,
    'Fn::Join': (stack, [by, parts]) => resolve(stack, parts).join(by),
    'Fn::Split': (stack, [by, text]) => resolve(stack, text).split(by),
    'Fn::Select': (stack, [at, list]) => resolve(stack, list)[at],
  }

  const resolve: Fn = (stack, value) => {
    if (Array.isArray(value)) return value.map((one) => resolve(stack, one))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    const [name = '', argument] = entries.length === 1 ? (entries[0] ?? []) : []
    const fn = functions[name]
    if (fn) return fn(stack, argument)
    if (name.startsWith('Fn::')) throw new Error(`${stack.name} uses ${name}, which no test resolves`)
    return Object.fromEntries(entries.map(([key, one]) => [key, resolve(stack, one)]))
  }
  return resolve
}

export type Resolve = ReturnType<typeof resolverOf>
