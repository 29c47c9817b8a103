import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Words = { readonly description: string; readonly example?: string }

/** `name: what it is | an example`, one field a line. */
const wordsIn = (file: string): ReadonlyMap<string, Words> => {
  const lines = readFileSync(join(import.meta.dirname, 'words', file), 'utf8')
    .trimEnd()
    .split('\n')
  return new Map(
    lines.map((line) => {
      const [, name = '', description = '', example] = /^([^:]+): (.+?)(?: \| (.+))?$/.exec(line) ?? []
      return [name, { description, ...(example === undefined ? {} : { example }) }]
    }),
  )
}

/** Descriptions of fields by name: a name means the same everywhere. */
export const fields = wordsIn('fields.txt')
/** Descriptions of parameters that are not fields too. */
export const parameters = wordsIn('parameters.txt')

/** What an operation does beyond its summary, by operation. */
export const operationWords = wordsIn('operations.txt')

/** A realistic text for a field. Entries of a list use the name of the list. */
export const exampleText = (name: string): string =>
  (fields.get(name) ?? fields.get(`${name}s`))?.example ?? 'Chess evening'
