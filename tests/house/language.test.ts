import { describe, expect, it } from 'vitest'
import { allPersonalData } from '../../functions/privacy/registry.ts'
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

/** Phrases that failure messages and descriptions of personal data must not contain. */
const bannedPhrases = [
  'anew',
  'any more',
  'anybody',
  'by itself',
  'by themselves',
  'has to',
  'have to',
  'is none',
  'is told',
  'are told',
  'leads nowhere',
  'lies',
  'meanwhile',
  'no more',
  'of its own',
  "of the school's own",
  'somebody',
  'stands in',
  'the rest:',
  'there is no such',
  'whoever',
]
const dialect = new RegExp(`\\b(?:${bannedPhrases.join('|')})(?!\\w)`, 'i')

const literal = `'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|\`[^\`]*\``
const kinds = 'invalid|unauthenticated|forbidden|notFound|conflict|tooLarge|unsupported|limited|unavailable'

/** Messages of failures: the first argument of a kind, and a message that replaces a kind's own. */
const failureMessage = new RegExp(`(?:\\b(?:${kinds})\\(|\\.\\.\\.\\w+,\\s*message:)\\s*(${literal})`, 'g')

const live = sources('functions', 'lib', 'infra').filter((path) => !path.startsWith('functions/pages/'))

const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

/** Words that live code contains nowhere: not in names, comments or texts. */
const bannedWords = /\b(?:anew|whoever|what stands|is none of|(?:is|are) told)\b/i

describe('live code', () => {
  it('has none of the words that the glossary replaces', () => {
    const found = sources('functions', 'lib', 'infra').flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, at) => (bannedWords.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    )
    expect(found).toEqual([])
  })
})

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

const dialectIn = (texts: readonly (readonly [from: string, text: string])[]): string[] =>
  texts.flatMap(([from, text]) => (dialect.test(text) ? [`${from}: ${text}`] : []))

describe('texts for people', () => {
  it('say in a failure what happened and what to do, in plain English', () => {
    const messages = live.flatMap((path) =>
      [...read(path).matchAll(failureMessage)].map(([, message = '']) => [path, message] as const),
    )
    expect(messages.length).toBeGreaterThan(300)
    expect(dialectIn(messages)).toEqual([])
  })

  it('say in plain English what is stored about a person', () => {
    const texts = allPersonalData.flatMap(({ name, holds, removed, withheld = '', kept }) =>
      [holds, removed, withheld, kept?.why ?? ''].map((text) => [name, text] as const),
    )
    expect(dialectIn(texts)).toEqual([])
  })
})
