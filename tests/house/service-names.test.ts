import { describe, expect, it } from 'vitest'
import { read, sources } from './files.ts'

const files = sources('functions').filter((path) => path.endsWith('/operations.ts'))

/** The entries of an `operations.ts`: the name of an operation and its code. */
const entries = (path: string): readonly (readonly [operation: string, code: string])[] => {
  const body = read(path).split(/^export const operations\b[^{]*\{\n/m)[1] ?? ''
  return body
    .split(/\n(?= {2}(?:async )?\w+[:(,])/)
    .map((code) => [/^\s*(?:async )?(\w+)/.exec(code)?.[1] ?? '', code])
}

/** The one function that an entry hands the request to, when it does nothing else with it. */
const serviceOf = (code: string): string | undefined =>
  /^\s*\w+: (\w+),\s*$/.exec(code)?.[1] ??
  /^\s*\w+: (?:async )?\([^()]*\) => (\w+)\(/.exec(code)?.[1] ??
  /\(await import\('\.[^']+'\)\)\s*\.(\w+)\(/.exec(code)?.[1]

/** Served by what is more general than they are. */
const general: readonly string[] = ['listForms', 'listNotifications', 'listOwnApplications']

// A search for the id of an operation ends at what it does. The list may only shrink.
describe('the service of an operation', () => {
  it('has its name, unless it serves several', () => {
    const services = files.flatMap((path) =>
      entries(path).flatMap(([operation, code]) => {
        const service = serviceOf(code)
        return service === undefined ? [] : [{ path, operation, service }]
      }),
    )
    expect(services.length).toBeGreaterThan(50)
    const alone = services.filter(
      ({ path, service }) =>
        services.filter((other) => other.path === path && other.service === service).length === 1,
    )
    const others = alone.filter(({ operation, service }) => operation !== service)
    const unknown = others.filter(({ operation }) => !general.includes(operation))
    expect(unknown.map(({ path, operation, service }) => `${path}: ${operation} is ${service}`)).toEqual([])
    expect(general.filter((one) => !others.some(({ operation }) => operation === one))).toEqual([])
  })
})
