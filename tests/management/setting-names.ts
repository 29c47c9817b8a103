type Def = {
  readonly type?: string
  readonly shape?: Readonly<Record<string, unknown>>
  readonly innerType?: unknown
  readonly element?: unknown
  readonly valueType?: unknown
  readonly options?: readonly unknown[]
}
const defOf = (schema: unknown): Def => (schema as { readonly def: Def }).def

/** Of several forms of one setting, those with names of their own say what it is made of. */
const namesOfAny = (options: readonly unknown[], path: readonly string[]): readonly string[] => {
  const all = new Set(options.flatMap((one) => namesIn(one, path)))
  const own = path.join('.')
  return all.size > 1 ? [...all].filter((name) => name !== own) : [...all]
}

/**
 * Every name of a schema that has a value. Elements of lists stand under the name of the list, the values of a map under
 * `*`. What may only be absent is no name.
 */
export const namesIn = (schema: unknown, path: readonly string[] = []): readonly string[] => {
  const { type, shape, innerType, element, valueType, options } = defOf(schema)
  if (type === 'never') return []
  if (options) return namesOfAny(options, path)
  if (valueType) return namesIn(valueType, [...path, '*'])
  const within = innerType ?? element
  if (within !== undefined) return namesIn(within, path)
  const names = Object.entries(shape ?? {})
  return names.length === 0
    ? [path.join('.')]
    : names.flatMap(([name, part]) => namesIn(part, [...path, name]))
}
