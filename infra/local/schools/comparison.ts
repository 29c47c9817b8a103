import { lineOf } from '../../../functions/exports/school-export.ts'
import { type Kinds, linesOf, nameOfItem, readSchoolFile, type SchoolLine } from './file.ts'

/** One difference between two school files. `fields` names the fields that differ. */
export type Difference = {
  readonly what: 'only in the first' | 'only in the second' | 'differs'
  readonly name: string
  readonly fields?: readonly string[]
}

const nameOf = (kinds: Kinds, { item, media }: SchoolLine): string =>
  item ? nameOfItem(kinds, item) : `media ${media?.media}`

const fieldsOf = ({ item, media }: SchoolLine): Readonly<Record<string, unknown>> =>
  item?.fields ?? { ...media }

const readAll = async (kinds: Kinds, path: string): Promise<Map<string, string>> => {
  await readSchoolFile(path, () => undefined)
  const lines = new Map<string, string>()
  for await (const line of linesOf(path)) lines.set(nameOf(kinds, line), lineOf(fieldsOf(line)))
  return lines
}

const changedIn = (one: string, other: string): string[] => {
  const [a, b] = [JSON.parse(one), JSON.parse(other)] as Record<string, unknown>[]
  return Object.keys({ ...a, ...b })
    .filter((name) => lineOf([a?.[name]]) !== lineOf([b?.[name]]))
    .sort()
}

/** Differences between two school files, regardless of line order and the time of writing. */
export const compareSchools = async (
  kinds: Kinds,
  first: string,
  second: string,
): Promise<readonly Difference[]> => {
  const [one, other] = [await readAll(kinds, first), await readAll(kinds, second)]
  const differences: Difference[] = []
  for (const [name, line] of one) {
    const match = other.get(name)
    if (match === undefined) differences.push({ what: 'only in the first', name })
    else if (match !== line) differences.push({ what: 'differs', name, fields: changedIn(line, match) })
    other.delete(name)
  }
  for (const name of other.keys()) differences.push({ what: 'only in the second', name })
  return differences
}
