import { describe, expect, it } from 'vitest'
import { read, sources } from './files.ts'

/** Loads each part of the pages at its first request, so its entries name files instead of functions. */
const pages = 'functions/pages/operations.ts'

const files = sources('functions').filter((path) => path.endsWith('/operations.ts') && path !== pages)

const form =
  /^(?:import (?:type )?\{[^}]*\} from '[^']+'\n)+\nexport const operations: [^\n]* = \{\n([\s\S]*)\}\n$/

/** The entries of an `operations.ts`, or undefined where it holds more than imports and one object. */
const entriesOf = (path: string): readonly string[] | undefined =>
  form
    .exec(read(path))?.[1]
    ?.split('\n')
    .filter((line) => line !== '')

/** `createRoom,`, `listSchoolRegistrations: registrationsPage,` or `...unusedAnswers,` */
const entry = /^ {2}(?:\w+(?:: \w+)?|\.\.\.\w+(?:\(\w+\))?),$/

describe('the operations of a domain', () => {
  it('are listed in operations.ts, and their functions stand in the files of their nouns', () => {
    expect(files.length).toBeGreaterThan(30)
    expect(files.filter((path) => !entriesOf(path)?.every((line) => entry.test(line)))).toEqual([])
  })

  // A search for the id of an operation ends at what it does.
  it('are functions of the same names, unless one function serves several', () => {
    const renamed = files.flatMap((path) => {
      const aliases = (entriesOf(path) ?? []).flatMap((line) => {
        const [, operation, served] = /^ {2}(\w+)(?:: (\w+))?,$/.exec(line) ?? []
        return operation === undefined ? [] : [{ operation, served: served ?? operation }]
      })
      return aliases
        .filter(({ operation, served }) => operation !== served)
        .filter(({ served }) => aliases.filter((other) => other.served === served).length === 1)
        .map(({ operation, served }) => `${path}: ${operation} is ${served}`)
    })
    expect(renamed).toEqual([])
  })
})
