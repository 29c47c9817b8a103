import { describe, expect, it } from 'vitest'
import { people, registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import { changesOf } from '../support/table/changes.ts'
import { rewindTo } from '../support/table/rewind.ts'
import { everyImage, type Image, placeOf } from '../support/table/whole-table.ts'
import { type World, world } from '../support/world.ts'

const rowsIn = async ({ runtime }: World): Promise<ReadonlyMap<string, Image>> =>
  new Map((await everyImage(runtime.client)).map((image) => [placeOf(image), image]))

describe('the changes of a table', () => {
  it('lead from one reading of all of it to the next, whatever wrote them', async () => {
    const w = await world({ ownTable: true })
    const owner = await registered(w, 'owner')
    const empty = await rewindTo(w)
    const changes = await changesOf(w.runtime.client)
    const rows = new Map(await rowsIn(w))
    const acts = [
      () => people(w, 3),
      async () => joined(await founded(owner), await registered(w, 'member')),
      () => owner.device.logout(),
      empty,
    ]
    for (const act of acts) {
      await act()
      for (const { before, after } of await changes()) {
        const place = placeOf(after ?? before ?? {})
        expect(rows.get(place)).toEqual(before)
        if (after) rows.set(place, after)
        else rows.delete(place)
      }
      expect(rows).toEqual(await rowsIn(w))
    }
    expect(await changes()).toEqual([])
  })
})
