import { type Checks, createChecks } from '../../../functions/saml/config/checks.ts'

/** Checks of which one does not count, as if nobody had thought of it. */
export const without = (...names: readonly string[]): Checks => {
  const strict = createChecks()
  return {
    done: strict.done,
    note: strict.note,
    need(name, found, ...rest) {
      const lacking = found === undefined || found === false
      return lacking && names.includes(name) ? (true as never) : strict.need(name, found, ...rest)
    },
  }
}

/** What every check before has found, by its name. */
export type Seen = ReadonlyMap<string, unknown>

/** What somebody careless would go on with, where a check stands now. */
export type Careless = (seen: Seen) => unknown

/** Checks of which some are replaced, whatever they find. */
export const replacing = (walls: ReadonlyMap<string, Careless>): Checks => {
  const strict = createChecks()
  const seen = new Map<string, unknown>()
  return {
    done: strict.done,
    note: strict.note,
    need(name, found, ...rest) {
      const careless = walls.get(name)
      const good = careless ? (careless(seen) as never) : strict.need(name, found, ...rest)
      seen.set(name, good)
      return good
    },
  }
}
