import type { Facts } from '../idp.ts'
import type { Change } from '../school.ts'

/** An answer that somebody changed. `check` refuses it; without that check it would be taken, unless `alone` says no. */
export type Mutant = {
  readonly name: string
  readonly check: string
  readonly change: (now: Date, genuine: Facts) => Change
  /** Why no single check can be left out here: the library, or the shape of the code, has no other way. */
  readonly alone?: false
  /** Settings of the school that the mutant is about. */
  readonly config?: object
}

export const edited = (
  name: string,
  check: string,
  edit: (xml: string) => string,
  more: Partial<Mutant> = {},
): Mutant => ({
  name,
  check,
  alone: false,
  change: () => ({ edit }),
  ...more,
})

export const times = (count: number, text: string): string =>
  Array.from({ length: count }, () => text).join('')

/** The end of a status, with something where anything may stand. */
export const detailed = (content: string): string =>
  `<samlp:StatusDetail>${content}</samlp:StatusDetail></samlp:Status>`
