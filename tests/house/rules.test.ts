import { describe, expect, it } from 'vitest'
import { read, sources, trackedFiles } from './files.ts'

// A rule is a numbered sentence of docs/rules/<page>.md. Comments cite it as `rules/<page> <number>`.
const page = /^docs\/rules\/([a-z-]+)\.md$/
const citation = /\brules\/([a-z-]+) (\d+)\b/g

const rules = new Map(
  trackedFiles().flatMap((path) => {
    const [, name] = page.exec(path) ?? []
    if (name === undefined) return []
    return [[name, [...read(path).matchAll(/^(\d+)\. \S/gm)].map(([, number]) => Number(number))] as const]
  }),
)

const every = [...rules].flatMap(([name, numbers]) => numbers.map((number) => `rules/${name} ${number}`))

const citedIn = (...folders: string[]) =>
  sources(...folders)
    .filter((path) => path !== 'tests/house/rules.test.ts')
    .flatMap((path) => [...read(path).matchAll(citation)].map(([text]) => ({ path, text })))

describe('the rules', () => {
  it('are numbered from 1 on every page', () => {
    const numbers = [...rules.values()].map((found) => found.join())
    expect(numbers).toEqual([...rules.values()].map((found) => found.map((_, index) => index + 1).join()))
  })

  it('exist where a comment cites them', () => {
    const known = new Set(every)
    const dead = citedIn('functions', 'lib', 'infra', 'tests').filter(({ text }) => !known.has(text))
    expect(dead.map(({ path, text }) => `${path}: ${text}`)).toEqual([])
  })

  it('are each cited by a test', () => {
    const cited = new Set(citedIn('tests').map(({ text }) => text))
    expect(every.filter((rule) => !cited.has(rule))).toEqual([])
  })
})

describe('comments', () => {
  // A reader has this repository and nothing else.
  it('cite nothing outside of the repository', () => {
    const outside =
      /\b(?:identity|organizations|events|clients)\.md\b|\((?:identity|organizations|events) \d|\b(?:rulings|TABLE decision|TABLE\.md|DESIGN\.md|PERFORMANCE\.md)\b|\(specification|\bSECURITY [A-Z]\d|\bPERFORMANCE P\d|\bIdentity\.md|\bas section \d|\bof the sheet\b/
    const citing = sources('functions', 'lib', 'infra', 'tests')
      .filter((path) => !path.startsWith('tests/house/'))
      .flatMap((path) => {
        const found = outside.exec(read(path))
        return found ? [`${path}: ${found[0]}`] : []
      })
    expect(citing).toEqual([])
  })
})
