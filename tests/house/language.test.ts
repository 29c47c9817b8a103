import { describe, expect, it } from 'vitest'
import { read, sources } from './files.ts'

/** Participles and pronouns say nothing about the thing. A type is named by a noun of the domain and its role. */
const bannedTypes = [
  'Asked',
  'Beside',
  'Deed',
  'Given',
  'Held',
  'Kept',
  'Made',
  'Meant',
  'Said',
  'Sent',
  'Settled',
  'Standing',
  'Taken',
  'Told',
  'Wanted',
  'Who',
  'Whole',
]

/** Words that the glossary replaces, as whole identifiers. */
const bannedNames = ['anew', 'holes', 'HolesOf', 'Loan', 'doorWays', 'broughtAttribute', 'realWait']

const live = sources('functions', 'lib', 'infra').filter((path) => !path.startsWith('functions/pages/'))

const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

describe('identifiers', () => {
  it('of types are nouns of the domain', () => {
    const declared = new RegExp(`\\b(?:type|interface) (${bannedTypes.join('|')})\\b`, 'g')
    const found = live.flatMap((path) =>
      [...read(path).matchAll(declared)].map(([, name]) => `${path}: ${name}`),
    )
    expect(found).toEqual([])
  })

  it('are words of the glossary', () => {
    const named = new RegExp(`\\b(?:const|let|function|type) (${bannedNames.join('|')})\\b`, 'g')
    const found = live.flatMap((path) =>
      [...withoutComments(read(path)).matchAll(named)].map(([, name]) => `${path}: ${name}`),
    )
    expect(found).toEqual([])
  })
})
