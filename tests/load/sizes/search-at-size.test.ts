import { marshall } from '@aws-sdk/util-dynamodb'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { wordsOf } from '../../../lib/search/words.ts'
import { requestOf } from '../../../lib/table/write.ts'
import { expected, searchCampus, writesOf } from '../../search/crowds.ts'
import { logicalRounds } from '../../support/table/logical-rounds.ts'
import { costOf } from '../../support/table/storing.ts'
import { print } from '../figures.ts'
import { openEngineFile, type Stored } from './engine-file.ts'

const size = Number(process.env.SEARCH_SIZE ?? 100_000)
const file = openEngineFile(inject('engineFolder'))
const kinds = ['people', 'members', 'directory', 'managed', 'events', 'hosted'] as const
const texts = [
  'a',
  'a j',
  'anna',
  'anna jones',
  'ann jon',
  'j a',
  'bob smith',
  'student 0999',
  's 0',
  'jose garcia',
  'c c',
  'club',
  'campus club 0999',
  'quiet chess',
  'qui ch',
  'q c',
  'chess society ito',
  'union students',
  'xyz',
]

type Campus = Awaited<ReturnType<typeof searchCampus>>
let campus: Campus

/** Only lists that some search reads: what stands in the others costs nothing. */
const listsRead = (orgId: string): ReadonlySet<string> => {
  const initials = [...new Set(texts.flatMap(wordsOf).map((word) => word[0]))]
  const everybodys = ['org', 'person', 'event'].map((index) => `${index}:`)
  const scopes = [...everybodys, `member:${orgId}.`, `event:${orgId}.`]
  return new Set(scopes.flatMap((scope) => initials.map((each) => `${scope}${each}`)))
}

const stored = function* ({ w, campus: all, orgId }: Campus): Generator<Stored> {
  const place = { tenant: w.home, nowSeconds: 0 }
  for (const write of writesOf(all, listsRead(orgId)))
    yield marshall(requestOf(write, place).Item, { removeUndefinedValues: true }) as Stored
}

beforeAll(async () => {
  campus = await searchCampus(size)
  file.put(campus.w.runtime.client.name, stored(campus))
}, 900_000)
afterAll(() => file.close())

/** Pages of one search that are looked at. */
const mostPages = 10

describe(`a search among ${size}`, () => {
  describe.each(kinds)('of %s', (kind) => {
    it.each(texts)(
      'for "%s" costs little and never shows an empty page with a cursor',
      async (text) => {
        using _rounds = logicalRounds()
        const { w, places } = campus
        const place = places[kind]
        const wanted = new Set(expected(place, text))
        const seen = new Set<string>()
        let cursor: string | undefined
        let pages = 0
        const most = { depth: 0, read: 0 }
        do {
          const page = await place.ask(text, cursor ? { cursor } : {})
          const { depth, readUnits } = costOf(w)
          most.depth = Math.max(most.depth, depth)
          most.read = Math.max(most.read, readUnits)
          for (const id of page.ids) {
            expect(wanted.has(id) && !seen.has(id), `${id} comes wrongly or again`).toBe(true)
            seen.add(id)
          }
          if (page.cursor) expect(page.ids.length).toBeGreaterThan(0)
          cursor = page.cursor
          pages += 1
        } while (cursor !== undefined && pages < mostPages)
        print({
          figure: `search of ${kind} for ${text}`,
          value: most.read,
          unit: 'read units',
          depth: most.depth,
          found: wanted.size,
          pages,
        })
        // Two more where the events of every host are looked at.
        expect(most.read).toBeLessThanOrEqual(kind === 'hosted' ? 42 : 40)
        expect(most.depth).toBeLessThanOrEqual(4)
        if (cursor === undefined) expect(seen.size).toBe(wanted.size)
        else expect(seen.size).toBeGreaterThanOrEqual(mostPages * 10)
      },
      60_000,
    )
  })
})
