import type { Row } from '../../../lib/contract/row.ts'
import { failureResponses } from '../openapi/failure-responses.ts'
import type { Json } from '../openapi/json-schemas.ts'

/** One refusal: its status, and its code as source. */
const spelled = (status: string, code: unknown): string =>
  `${status}, ${typeof code === 'string' ? `'${code}'` : 'undefined'}`

/** Refusals as types, one for each status: `Failed<404, 'USER_NOT_FOUND' | 'SCHOOL_NOT_FOUND'>`. */
const typesOf = (refusals: readonly string[]): readonly string[] => {
  const byStatus = new Map<string, string[]>()
  for (const each of refusals) {
    const [status = '', code = ''] = each.split(', ')
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return [...byStatus].map(([status, codes]) => `Failed<${status}, ${codes.join(' | ')}>`)
}

const examplesOf = (response: Json): readonly Json[] => {
  const content = response.content as Readonly<Record<string, { readonly examples?: Json }>>
  const examples = Object.values(content).flatMap(({ examples = {} }) => Object.values(examples))
  return examples.map((each) => (each as { readonly value: Json }).value)
}

const refusalsOf = (row: Row): readonly string[] => [
  ...new Set(
    Object.entries(failureResponses(row)).flatMap(([status, response]) =>
      examplesOf(response).map(({ code }) => spelled(status, code)),
    ),
  ),
]

const shared = (lists: readonly (readonly string[])[]): readonly string[] => {
  const [first = [], ...rest] = lists
  return first.filter((each) => rest.every((list) => list.includes(each)))
}

const isOpen = ({ access }: Row): boolean => access === 'anyone' || access === 'optional'

/** How operations fail: what all of them share, what all share that know their caller, and the rest of each. */
export const failureTypes = (rows: readonly Row[]) => {
  const usual = rows.filter(({ errors }) => errors === undefined)
  const everywhere = shared(usual.map(refusalsOf))
  const signedIn = shared(usual.filter((row) => !isOpen(row)).map(refusalsOf)).filter(
    (each) => !everywhere.includes(each),
  )
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['Anywhere', everywhere],
    ['NotSignedIn', signedIn],
  ]
  return {
    groups: groups
      .filter(([, members]) => members.length > 0)
      .map(([name, members]) => [name, typesOf(members)] as const),
    /** The alternatives of one row, groups first. */
    of(row: Row): readonly string[] {
      const all = refusalsOf(row)
      const whole = groups.filter(
        ([, members]) => members.length > 0 && members.every((each) => all.includes(each)),
      )
      const covered = new Set(whole.flatMap(([, members]) => members))
      return [...whole.map(([name]) => name), ...typesOf(all.filter((each) => !covered.has(each)))]
    },
  }
}
