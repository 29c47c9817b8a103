import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { acts, type CrowdStage, crowdStage } from './crowd-acts.ts'

let stage: CrowdStage

beforeAll(async () => {
  stage = await crowdStage(4)
})

afterEach(() => {
  vi.restoreAllMocks()
})

type Place = { readonly pk: string; readonly sk: string }
type Part = { readonly Key?: Place; readonly Item?: Place }
type Command = {
  readonly constructor: { readonly name: string }
  readonly input: Part & { readonly TransactItems?: readonly Record<string, Part>[] }
}

const placesOf = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap(({ Key, Item }) => {
    const place = Key ?? Item
    return place ? [`${place.pk} ${place.sk}`] : []
  })

/** What one request does: the places that its transactions hold, and those that it writes alone. */
type Touched = { readonly held: ReadonlySet<string>; readonly written: ReadonlySet<string> }

const touchedDuring = async (act: () => Promise<unknown>): Promise<Touched> => {
  const held = new Set<string>()
  const written = new Set<string>()
  const { documents } = stage.w.runtime.client
  const send = documents.send.bind(documents) as (command: Command) => Promise<unknown>
  const spy = vi.spyOn(documents, 'send').mockImplementation(((command: Command) => {
    const { TransactItems = [] } = command.input
    for (const place of placesOf(TransactItems.flatMap((item) => Object.values(item)))) held.add(place)
    if (/^(Put|Update|Delete)/.test(command.constructor.name))
      for (const place of placesOf([command.input])) written.add(place)
    return send(command)
  }) as never)
  await act()
  spy.mockRestore()
  return { held, written }
}

/** Where one person's own row stands two may meet, and never many. */
const isOfOne = (place: string): boolean => stage.all.some(({ id }) => place.endsWith(id))

// rules/table 17
describe('what many people do at once', () => {
  it.each(acts)('%s: nobody holds what another one writes', async (_, act) => {
    const all: Touched[] = []
    for (const [at, one] of stage.all.entries()) all.push(await touchedDuring(() => act(stage, one, at)))
    const common = all.flatMap(({ held }, at) =>
      [...held].filter(
        (place) =>
          !isOfOne(place) &&
          all.some((other, of) => of !== at && (other.held.has(place) || other.written.has(place))),
      ),
    )
    expect(all.some(({ held, written }) => held.size + written.size > 0)).toBe(true)
    expect(common).toEqual([])
  })
})
