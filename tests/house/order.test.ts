import { describe, expect, it } from 'vitest'
import { importsOf, resolved, withoutComments } from './code.ts'
import { read, sources } from './files.ts'

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Groups that reach each other in a circle, each sorted; empty when there is an order. */
const circlesIn = (graph: Graph): string[][] => {
  const reach = (start: string): Set<string> => {
    const seen = new Set<string>()
    const open = [...(graph.get(start) ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(graph.get(next) ?? []))
    }
    return seen
  }
  const reached = new Map([...graph.keys()].map((name) => [name, reach(name)]))
  const circles = new Map<string, string[]>()
  for (const [name, seen] of reached) {
    if (!seen.has(name)) continue
    const circle = [...seen].filter((other) => reached.get(other)?.has(name)).sort()
    circles.set(circle.join(), circle)
  }
  return [...circles.values()].sort()
}

const graphOf = (pairs: readonly (readonly [string, string])[]): Graph => {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of pairs) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  return graph
}

const domainOf = (path: string): string => /^functions\/([a-z-]+)\//.exec(path)?.[1] ?? ''

/** These two gather what every domain does without HTTP: they stand above all. */
const above = new Set(['stream', 'clock', ''])

const domains = sources('functions').flatMap((path) =>
  importsOf(read(path))
    .filter((specifier) => specifier.startsWith('.') && !/\/contract\.ts$/.test(specifier))
    .map((specifier) => [domainOf(path), domainOf(resolved(path, specifier))] as const)
    .filter(([from, to]) => from !== to && !above.has(from) && !above.has(to)),
)

/** What a file needs before it runs: neither types nor what it loads later. */
const needs = (path: string): string[] =>
  importsOf(withoutComments(read(path)).replace(/^import type [^;]*?from '[^']+'|\bimport\([^)]*\)/gm, ''))

const files = sources('functions', 'lib', 'infra').flatMap((path) =>
  needs(path)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => [path, resolved(path, specifier)] as const),
)

describe('the order', () => {
  it('of files has no circle', () => {
    expect(circlesIn(graphOf(files))).toEqual([])
  })

  // The list may only shrink.
  it('of domains has no circle', () => {
    expect(circlesIn(graphOf(domains))).toEqual([])
  })
})
