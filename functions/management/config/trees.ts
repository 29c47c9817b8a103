/** Objects within objects, as JSON has them. Arrays are leaves. */
export type Tree = { readonly [name: string]: unknown }

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const has = (tree: Tree, name: string): boolean => Object.hasOwn(tree, name)

const namesOf = (...trees: readonly Tree[]): string[] => [...new Set(trees.flatMap(Object.keys))]

/** `over` on top of `under`, leaf by leaf. An array takes the place of an array. */
export const merged = (under: unknown, over: unknown): unknown => {
  if (!isTree(under) || !isTree(over)) return over
  const entries = namesOf(under, over).map((name) => {
    if (!has(over, name)) return [name, under[name]]
    return [name, has(under, name) ? merged(under[name], over[name]) : over[name]]
  })
  return Object.fromEntries(entries)
}

const sameLeaf = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What has to lie over `base` to come to `wanted`: nothing where they agree, null for a name that is gone. */
export const difference = (base: Tree, wanted: Tree): Tree => {
  const entries = namesOf(base, wanted).flatMap((name): [string, unknown][] => {
    if (!has(wanted, name)) return [[name, null]]
    const [was, is] = [base[name], wanted[name]]
    if (!has(base, name)) return [[name, is]]
    if (!isTree(was) || !isTree(is)) return sameLeaf(was, is) ? [] : [[name, is]]
    const inner = difference(was, is)
    return Object.keys(inner).length > 0 ? [[name, inner]] : []
  })
  return Object.fromEntries(entries)
}

const mostNames = 100
const mostSteps = 8

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), value)

/**
 * Dotted names spelled out: `{'a.b': 1}` is `{a: {b: 1}}`, at any depth. Undefined for more than a hundred names in one
 * object, or a path of more than eight steps: nobody means that.
 */
export const spelledOut = (tree: Tree): Tree | undefined => {
  const names = Object.keys(tree)
  if (names.length > mostNames) return undefined
  let whole: unknown = {}
  for (const name of names) {
    const path = name.split('.')
    const value = tree[name]
    const inner = isTree(value) ? spelledOut(value) : value
    if (path.length > mostSteps || (isTree(value) && inner === undefined)) return undefined
    whole = merged(whole, nested(path, inner))
  }
  return isTree(whole) ? whole : undefined
}
