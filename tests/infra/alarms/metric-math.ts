type Known = Readonly<Record<string, number | undefined>>
type Value = number | undefined | readonly (number | undefined)[]

const read = new Map<string, readonly string[]>()

const tokensOf = (text: string): readonly string[] => {
  const known = read.get(text)
  if (known) return known
  const tokens = text.match(/[A-Za-z_]\w*|\d+(?:\.\d+)?|>=|<=|==|!=|[-+*/<>(),[\]]/g) ?? []
  if (tokens.join('') !== text.replace(/\s+/g, '')) throw new Error(`no test reads the expression ${text}`)
  read.set(text, tokens)
  return tokens
}

const operators: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '>': (left, right) => Number(left > right),
  '<': (left, right) => Number(left < right),
  '>=': (left, right) => Number(left >= right),
  '<=': (left, right) => Number(left <= right),
  '==': (left, right) => Number(left === right),
  '!=': (left, right) => Number(left !== right),
}
const levels = [
  ['>', '<', '>=', '<=', '==', '!='],
  ['+', '-'],
  ['*', '/'],
] as const

const one = (value: Value): number | undefined => {
  if (Array.isArray(value)) throw new Error('a list where a number belongs')
  return value as number | undefined
}

const functions: Readonly<Record<string, (given: readonly Value[]) => Value>> = {
  // What is missing is filled in where any other metric of the expression has a value.
  FILL: ([value, other]) => one(value) ?? one(other),
  SUM: ([list]) => {
    const values = (list as readonly (number | undefined)[]).filter((value) => value !== undefined)
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
  },
  IF: ([condition, yes, no]) => {
    const held = one(condition)
    return held === undefined ? undefined : held === 0 ? no : yes
  },
}

/**
 * The value of an expression of metric math at one moment, from the values that its metrics have there. It has none when
 * none of its metrics has one: CloudWatch fills gaps beside data, it makes no data of nothing.
 */
export const mathAt = (expression: string, known: Known): number | undefined => {
  const tokens = tokensOf(expression)
  if (Object.values(known).every((value) => value === undefined)) return undefined
  let at = 0
  const take = (): string => tokens[at++] ?? ''
  const expect = (token: string): void => {
    if (take() !== token) throw new Error(`expected ${token} in ${expression}`)
  }
  const listUntil = (end: string): Value[] => {
    const values: Value[] = []
    while (tokens[at] !== end) {
      values.push(level(0))
      if (tokens[at] === ',') at += 1
    }
    expect(end)
    return values
  }
  const primary = (): Value => {
    const token = take()
    if (token === '(') {
      const value = level(0)
      expect(')')
      return value
    }
    if (token === '[') return listUntil(']').map(one)
    if (token === '-') {
      const value = one(primary())
      return value === undefined ? undefined : -value
    }
    if (/^\d/.test(token)) return Number(token)
    if (tokens[at] === '(') {
      at += 1
      const fn = functions[token]
      if (!fn) throw new Error(`no test knows ${token} of metric math`)
      return fn(listUntil(')'))
    }
    if (!(token in known)) throw new Error(`${expression} names ${token}, which is no metric of it`)
    return known[token]
  }
  const level = (depth: number): Value => {
    const names = levels[depth]
    if (!names) return primary()
    let left = level(depth + 1)
    while ((names as readonly string[]).includes(tokens[at] ?? '')) {
      const operator = operators[take()]
      const right = one(level(depth + 1))
      const value = one(left)
      left = value === undefined || right === undefined ? undefined : operator?.(value, right)
    }
    return left
  }
  const value = one(level(0))
  if (at !== tokens.length) throw new Error(`${expression} goes on after its end`)
  return value === undefined || Number.isFinite(value) ? value : undefined
}
