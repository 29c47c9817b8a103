import { takesIdempotencyKey } from '../../../lib/contract/idempotency.ts'
import type { Row } from '../../../lib/contract/row.ts'
import { failuresOf } from '../openapi/failure-responses.ts'
import { comment } from './type-text.ts'

/** A failure as clients tell it apart. */
type Refusal = { readonly status: number; readonly code: string }

const refusalsOf = (row: Row): ReadonlyMap<string, Refusal> =>
  new Map(failuresOf(row).map(({ status, code }) => [`${status} ${code}`, { status, code }]))

const shared = (lists: readonly ReadonlyMap<string, Refusal>[]): readonly string[] => {
  const [first = new Map<string, Refusal>(), ...rest] = lists
  return [...first.keys()].filter((each) => rest.every((list) => list.has(each)))
}

const isOpen = ({ access }: Row): boolean => access === 'anyone' || access === 'optional'

/** Groups of operations that fail alike. Each name covers the failures beyond those of earlier groups. */
const kinds: readonly (readonly [name: string, is: (row: Row) => boolean])[] = [
  ['Anywhere', () => true],
  ['NotSignedIn', (row) => !isOpen(row)],
  [
    'AtSchoolsAlone',
    ({ host = 'tenant', standalone, duringMaintenance }) =>
      host === 'tenant' && !standalone && !duringMaintenance,
  ],
  ['WithIds', ({ path }) => path.includes(':')],
  ['Changing', ({ method, access }) => method !== 'GET' && access !== 'anyone'],
  ['InOrganizations', ({ access }) => typeof access === 'object'],
  ['WithBody', ({ method, body }) => method !== 'GET' && body !== undefined],
  ['WithKey', takesIdempotencyKey],
]

const union = (codes: readonly string[]): string => codes.map((code) => `'${code}'`).join(' | ')

/**
 * The failures of operations as types: those that a group shares, and the rest of each. A code that always has the same
 * status is written alone.
 */
export const refusalTypes = (rows: readonly Row[]) => {
  const usual = rows.filter(({ errors }) => errors === undefined)
  const statuses = new Map<string, Set<number>>()
  for (const row of rows)
    for (const { status, code } of refusalsOf(row).values())
      statuses.set(code, (statuses.get(code) ?? new Set()).add(status))
  const messages = new Map(rows.flatMap(failuresOf).map(({ code, message }) => [code, message]))
  const isPlain = ({ code }: Refusal): boolean => statuses.get(code)?.size === 1
  const all = new Map(rows.flatMap((row) => [...refusalsOf(row)]))

  const spelled = (names: readonly string[]): readonly string[] => {
    const found = names.flatMap((name) => all.get(name) ?? [])
    const plain = found.filter(isPlain).map(({ code }) => code)
    const others = found
      .filter((each) => !isPlain(each))
      .map(({ status, code }) => `Failed<${status}, '${code}'>`)
    return [...(plain.length > 0 ? [`Refused<${union(plain.sort())}>`] : []), ...others]
  }

  const groups: (readonly [name: string, refusals: readonly string[]])[] = []
  for (const [name, is] of kinds) {
    const known = new Set(groups.flatMap(([, names]) => names))
    const both = shared(usual.filter(is).map(refusalsOf))
    groups.push([name, both.filter((each) => !known.has(each))])
  }

  const codeLine = ([code, [status]]: readonly [string, ReadonlySet<number>]): string =>
    `  ${comment(messages.get(code) ?? '')}  ${code}: ${status}\n`

  return {
    /** The alternatives of one row, groups first. */
    of(row: Row): readonly string[] {
      const own = refusalsOf(row)
      const whole = groups.filter(([, names]) => names.length > 0 && names.every((each) => own.has(each)))
      const covered = new Set(whole.flatMap(([, names]) => names))
      return [
        ...whole.map(([name]) => name),
        ...spelled([...own.keys()].filter((each) => !covered.has(each))),
      ]
    },
    /** The file that declares them. */
    file(): string {
      const plain = [...statuses].filter(([, found]) => found.size === 1).sort(([a], [b]) => (a < b ? -1 : 1))
      return [
        '/** Codes of refusals, each with its status. */\n',
        `export interface Codes {\n${plain.map(codeLine).join('')}}\n\n`,
        'export type Refused<C extends keyof Codes> = C extends unknown ? Failed<Codes[C], C> : never\n',
        ...groups.map(([name, names]) => `export type ${name} = ${spelled(names).join(' | ')}\n`),
      ].join('')
    },
  }
}
