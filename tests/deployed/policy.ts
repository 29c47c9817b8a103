/** A statement of a policy, with all references resolved. */
export type Statement = {
  readonly Effect: 'Allow' | 'Deny'
  readonly Action: string | readonly string[]
  readonly Resource: string | readonly string[]
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>
}

/** One thing that a function does: the action, on what, and what conditions may ask about. */
export type Deed = {
  readonly action: string
  readonly resource: string
  readonly facts?: Readonly<Record<string, readonly string[]>>
}

const list = <T>(value: T | readonly T[]): readonly T[] => [value].flat() as readonly T[]

const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  )

const isLike = (value: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => patternOf(pattern).test(value))

type Operator = (values: readonly string[], wanted: readonly string[]) => boolean

const operators: Readonly<Record<string, Operator>> = {
  Bool: (values, wanted) => values.length > 0 && values.every((value) => wanted.includes(value)),
  ArnEquals: (values, wanted) => values.length > 0 && values.every((value) => isLike(value, wanted)),
  ArnLike: (values, wanted) => values.length > 0 && values.every((value) => isLike(value, wanted)),
  StringEquals: (values, wanted) => values.length > 0 && values.every((value) => wanted.includes(value)),
  StringLike: (values, wanted) => values.length > 0 && values.every((value) => isLike(value, wanted)),
  'ForAllValues:StringEquals': (values, wanted) => values.every((value) => wanted.includes(value)),
  'ForAllValues:StringLike': (values, wanted) => values.every((value) => isLike(value, wanted)),
}

/** Names of conditions are read in any case. */
const factOf = (facts: NonNullable<Deed['facts']>, key: string): readonly string[] =>
  Object.entries(facts).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1] ?? []

/** Throws on an operator that it does not know, so that no condition is taken for granted. */
const holds = ({ Condition = {} }: Statement, { facts = {} }: Deed): boolean =>
  Object.entries(Condition).every(([operator, asked]) => {
    const test = operators[operator]
    if (!test) throw new Error(`a policy asks ${operator}, which no test evaluates`)
    return Object.entries(asked).every(([key, wanted]) => test(factOf(facts, key), list(wanted)))
  })

const covers = (statement: Statement, deed: Deed): boolean =>
  isLike(deed.action, list(statement.Action)) &&
  isLike(deed.resource, list(statement.Resource)) &&
  holds(statement, deed)

/** Whether a role with these statements may do it: something allows it and nothing denies it. */
export const allows = (statements: readonly Statement[], deed: Deed): boolean => {
  const covering = statements.filter((statement) => covers(statement, deed))
  return covering.length > 0 && covering.every(({ Effect }) => Effect === 'Allow')
}
