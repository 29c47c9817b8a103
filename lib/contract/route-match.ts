import type { Contract, DescribedRow, Method, Row } from './row.ts'

export type Route<R extends Row = Row> = {
  readonly domain: string
  readonly operation: string
  readonly row: R
  readonly path: string
}

export type Match =
  | { readonly found: 'operation'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly found: 'path'; readonly routes: readonly Route[] }
  | { readonly found: 'nothing' }

type Node = {
  readonly literals: Map<string, Node>
  hole?: { readonly node: Node }
  readonly routes: Map<Method, Route>
}

const node = (): Node => ({ literals: new Map(), routes: new Map() })

/** Every (row, path) pair of the contracts, aliases included, in the order of the contracts. */
export const routesOf = (contracts: readonly Contract[]): readonly Route<DescribedRow>[] =>
  contracts.flatMap(({ domain, rows }) =>
    Object.entries(rows).flatMap(([operation, row]) =>
      [row.path, ...(row.aliases ?? [])].map((path) => ({ domain, operation, row, path })),
    ),
  )

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')

const grow = (root: Node, route: Route): void => {
  let at = root
  for (const segment of segmentsOf(route.path)) {
    if (segment.startsWith(':')) {
      at.hole ??= { node: node() }
      at = at.hole.node
    } else {
      const next = at.literals.get(segment) ?? node()
      at.literals.set(segment, next)
      at = next
    }
  }
  if (at.routes.has(route.row.method))
    throw new Error(`two contract rows declare ${route.row.method} ${route.path}`)
  at.routes.set(route.row.method, route)
}

/** Matching leaves, best first: from left to right a literal segment wins over a parameter. */
const descend = (at: Node, segments: readonly string[], from: number): Node[] => {
  const segment = segments[from]
  if (segment === undefined) return at.routes.size > 0 ? [at] : []
  const literal = at.literals.get(segment)
  return [
    ...(literal ? descend(literal, segments, from + 1) : []),
    ...(at.hole ? descend(at.hole.node, segments, from + 1) : []),
  ]
}

type PathParam = { readonly name: string; readonly at: number }

/** Positions of a path's parameters. Cached, because every request needs them. */
const paramsOfPaths = new Map<string, readonly PathParam[]>()
const pathParamsOf = (path: string): readonly PathParam[] => {
  const known = paramsOfPaths.get(path)
  if (known !== undefined) return known
  const pathParams = segmentsOf(path).flatMap((name, at) =>
    name.startsWith(':') ? [{ name: name.slice(1), at }] : [],
  )
  paramsOfPaths.set(path, pathParams)
  return pathParams
}

const paramsOf = (route: Route, segments: readonly string[]): Record<string, string> => {
  const params: Record<string, string> = {}
  for (const { name, at } of pathParamsOf(route.path)) params[name] = segments[at] ?? ''
  return params
}

/**
 * Finds the operation for a method and a path that the gateway has percent-decoded once. A trailing slash is accepted.
 * `HEAD` requests use `GET`.
 */
export const matcher = (contracts: readonly Contract[]): ((method: string, path: string) => Match) => {
  const root = node()
  for (const route of routesOf(contracts)) grow(root, route)
  return (method, path) => {
    const segments = segmentsOf(path)
    const leaves = descend(root, segments, 0)
    const routeMethod = method === 'HEAD' ? 'GET' : method
    for (const leaf of leaves) {
      const route = leaf.routes.get(routeMethod as Method)
      if (route) return { found: 'operation', route, params: paramsOf(route, segments) }
    }
    if (leaves.length === 0) return { found: 'nothing' }
    return { found: 'path', routes: leaves.flatMap((leaf) => [...leaf.routes.values()]) }
  }
}
