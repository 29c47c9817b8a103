import { describe, expect, it } from 'vitest'
import { routes } from '../../functions/routes.ts'
import { keptTag } from '../../infra/derive/openapi/kept.ts'
import { openapi, schemaNames } from '../../infra/derive/openapi/openapi.ts'
import { fields, operationWords, parameters } from '../../infra/derive/openapi/words.ts'

type Json = Readonly<Record<string, unknown>>
type Parameter = { readonly $ref?: string; readonly name: string; readonly description?: string }
type Media = { readonly schema: Json; readonly examples?: Readonly<Record<string, { value: unknown }>> }
type Operation = Json & {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
}

const document = JSON.parse(JSON.stringify(openapi(routes, await schemaNames(routes))))
const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((methods) =>
  Object.values(methods),
)

const values = new Set(['example', 'examples', 'default', 'const', 'enum'])

/** Every property of every schema below a part of the document, by name. */
const propertiesIn = (part: unknown): readonly (readonly [string, Json])[] => {
  if (Array.isArray(part)) return part.flatMap(propertiesIn)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => {
    if (values.has(key)) return []
    if (key !== 'properties') return propertiesIn(value)
    const own = Object.entries(value as Record<string, Json>)
    return [...own, ...own.flatMap(([, schema]) => propertiesIn(schema))]
  })
}

const properties = propertiesIn([document.paths, document.components])
const named = operations.flatMap((operation) => operation.parameters ?? []).filter(({ $ref }) => !$ref)

describe('the document', () => {
  it('says of each property what it is', () => {
    expect(properties.length).toBeGreaterThan(2000)
    const silent = properties.filter(([, { description }]) => !description).map(([name]) => name)
    expect([...new Set(silent)]).toEqual([])
  })

  it('says of each parameter and operation what it is', () => {
    expect(named.filter(({ description }) => !description).map(({ name }) => name)).toEqual([])
    const silent = operations.filter(({ summary, description }) => !summary || !description)
    expect(silent.map(({ operationId }) => operationId)).toEqual([])
  })

  it('says of each operation more than its summary and its callers', () => {
    const callers =
      /^(?:Anyone can call it|Signed-in people can call it|Members of|Active members of|Administrators of|Platform administrators can|Only the owner of|The owner of|Available on|Also available while)/
    const poor = operations.filter(({ summary = '', description = '' }) => {
      const sentences = description.split(/(?<=\.)\s+/).filter((sentence) => !callers.test(sentence))
      return sentences.every((sentence) => wordsOf(sentence) === wordsOf(summary))
    })
    const advice = 'add a line about its effects to infra/derive/openapi/words/operations.txt'
    expect(poor.map(({ operationId }) => `${operationId}: ${advice}`)).toEqual([])
    const names = new Set(operations.map(({ operationId }) => operationId))
    expect([...operationWords.keys()].filter((name) => !names.has(name))).toEqual([])
  })

  it('keeps no words for what is no more', () => {
    const known = new Set([...properties.map(([name]) => name), ...named.map(({ name }) => name)])
    expect([...fields.keys(), ...parameters.keys()].filter((name) => !known.has(name))).toEqual([])
  })

  it('has an example for each JSON body, and none that only says "text"', () => {
    const bodies = operations.flatMap(({ operationId, requestBody }) =>
      Object.entries(requestBody?.content ?? {}).map(([type, media]) => ({ operationId, type, media })),
    )
    const without = bodies.filter(({ type, media }) => type === 'application/json' && !media.examples?.sample)
    expect(without.map(({ operationId }) => operationId)).toEqual([])
    expect(JSON.stringify(document)).not.toMatch(/"sample":\{"value":(?:(?!\}\}).)*?:"text\.*"/)
  })

  it('shows all fields of a form in one object, files as files', () => {
    const forms = operations.flatMap(({ requestBody }) => requestBody?.content['multipart/form-data'] ?? [])
    expect(forms.length).toBeGreaterThan(3)
    for (const { schema } of forms) {
      expect(Object.keys(schema)).not.toContain('allOf')
      expect(JSON.stringify(schema)).toContain('"format":"binary"')
    }
  })

  it('lists its parts in the order of a newcomer, signing in first, and last what existing clients need', () => {
    const tags = document.tags.map(({ name }: { name: string }) => name)
    expect(tags.toSorted()).toEqual([keptTag.name, ...routes.map(({ domain }) => domain)].toSorted())
    expect([tags[0], ...tags.slice(-2)]).toEqual(['auth', 'plants', keptTag.name])
  })

  it('explains what a newcomer has to know', () => {
    for (const title of ['Schools', 'Signing in', 'Guests and members', 'Responses and errors', 'Pagination'])
      expect(document.info.description).toContain(`## ${title}\n`)
    for (const title of ['Idempotency', 'Versions'])
      expect(document.info.description).toContain(`## ${title}\n`)
  })

  it('explains it in words that hold', () => {
    const { description } = document.info
    for (const [, method = '', path = ''] of description.matchAll(/`(GET|POST) (\/[\w/-]+)`/g))
      expect(document.paths[path]).toHaveProperty(method.toLowerCase())
  })
})

/** Words that begin a question or a sentence, where a noun or a verb belongs. */
const questions = /^(?:What|When|Where|Whether|Who|Whom|Whose|Which|How|Why|Says?)\b/
const articles = /^(?:A|An|The|All|Any|Each|Every|Everybody|Everything|One|Own)\b/

/** The words of a text or of a camel-case name, in lower case and without articles. */
const wordsOf = (text: string): string =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => !['', 'a', 'an', 'the'].includes(word))
    .join(' ')

const fillers = new Set(
  'the of to for in on by at is are was were be been it its with as and or this that from if can has have not whether'.split(
    ' ',
  ),
)
/** The stem of a word, roughly: enough to see that "registrations" repeats "registration". */
const stemOf = (word: string): string => word.replace(/(?:ations?|ings?|ed|es|s|e|al)$/, '')
const stemsOf = (text: string): readonly string[] =>
  wordsOf(text)
    .split(' ')
    .filter((word) => !fillers.has(word))
    .map(stemOf)

/** Whether every word of a description is one of the field's name. */
const repeatsName = (description: string, name: string): boolean => {
  const own = new Set(stemsOf(name))
  return stemsOf(description).every((stem) => own.has(stem))
}

/** The entries whose description is wrong, as `name: description`, each once. */
const offendersOf = (
  entries: readonly (readonly [string, string])[],
  isWrong: (description: string, name: string) => boolean,
): readonly string[] => [
  ...new Set(
    entries
      .filter(([name, description]) => isWrong(description, name))
      .map(([name, description]) => `${name}: ${description}`),
  ),
]

describe('the texts of the document', () => {
  const summaries = operations.map(({ operationId, summary = '' }) => [operationId, summary] as const)
  const descriptions = [
    ...properties.map(([name, { description }]) => [name, String(description)] as const),
    ...named.map(({ name, description = '' }) => [name, description] as const),
  ]

  it('summarize each operation by an imperative', () => {
    expect(summaries.length).toBeGreaterThan(400)
    const isImperative = (summary: string): boolean =>
      /^[A-Z][a-z]+(?: |$)/.test(summary) &&
      !/^\w*[^s]s\b/.test(summary) &&
      !questions.test(summary) &&
      !articles.test(summary)
    expect(offendersOf(summaries, (summary) => !isImperative(summary))).toEqual([])
  })

  it('summarize each operation in one line without a period at its end', () => {
    const isLong = (summary: string): boolean => summary.length > 110 || summary.endsWith('.')
    expect(offendersOf(summaries, isLong)).toEqual([])
  })

  it('describe each field by a noun or by "Whether"', () => {
    expect(descriptions.length).toBeGreaterThan(2000)
    const isQuestion = (text: string): boolean =>
      (questions.test(text) && !text.startsWith('Whether ')) || articles.test(text)
    expect(offendersOf(descriptions, isQuestion)).toEqual([])
  })

  it('say more of a field than its name does', () => {
    expect(offendersOf(descriptions, repeatsName)).toEqual([])
    expect(repeatsName('Ids of the agenda items', 'agendaItemIds')).toBe(true)
  })
})
