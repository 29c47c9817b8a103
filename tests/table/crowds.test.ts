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
type Command = { readonly input: { readonly TransactItems?: readonly Record<string, Part>[] } }

/** The places that transactions hold while somebody acts. */
const heldDuring = async (act: () => Promise<unknown>): Promise<ReadonlySet<string>> => {
  const held = new Set<string>()
  const { documents } = stage.w.runtime.client
  const send = documents.send.bind(documents) as (command: Command) => Promise<unknown>
  const spy = vi.spyOn(documents, 'send').mockImplementation(((command: Command) => {
    for (const item of command.input.TransactItems ?? [])
      for (const { Key, Item } of Object.values(item)) held.add(`${(Key ?? Item)?.pk} ${(Key ?? Item)?.sk}`)
    return send(command)
  }) as never)
  await act()
  spy.mockRestore()
  return held
}

// rules/table 17
describe('what many people do at once', () => {
  it.each(acts)('%s: two people hold nothing in common', async (_, act) => {
    const seen = new Set<string>()
    const common: string[] = []
    for (const [at, one] of stage.all.entries()) {
      const held = await heldDuring(() => act(stage, one, at))
      common.push(...[...held].filter((place) => seen.has(place)))
      for (const place of held) seen.add(place)
    }
    expect(common).toEqual([])
  })
})
