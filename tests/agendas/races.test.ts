import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { EventChanged } from '../../functions/agendas/contract.ts'
import { loseEveryRace } from '../operations/lost-to-others.ts'
import { type Reply, refused } from '../support/agent.ts'
import { itemAt, type Staged, staged, titlesOf } from './events.ts'

let s: Staged
beforeAll(async () => {
  s = await staged('races')
})
afterEach(() => {
  vi.restoreAllMocks()
})

const owner = () => s.club.owner.device
const stand = async (at: object): Promise<{ items: { id: string; title: string }[]; isPublished: boolean }> =>
  (await owner().getAgenda(at)).body.data.agenda

describe('one agenda', () => {
  // rules/agendas 21
  it('loses none of twenty edits at once: each is there, or was refused', async () => {
    const { at } = await s.hosted()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, order) =>
        owner().createAgendaItem({ ...at, ...itemAt(9, { title: `Edit ${order}`, order }) }),
      ),
    )
    const made = replies.filter(({ status }) => status === 201)
    const rest = replies.filter(({ status }) => status !== 201)
    for (const reply of rest) expect(reply).toMatchObject(refused(EventChanged))
    expect(made.length).toBeGreaterThan(7)
    const { items } = await stand(at)
    expect(items.map(({ title }) => title).sort()).toEqual(
      made.map(({ body }) => body.data.item.title).sort(),
    )
  })

  // rules/agendas 21
  it('keeps changes of different items side by side', async () => {
    const { at } = await s.hosted()
    const items = Array.from({ length: 6 }, (_, order) => itemAt(9, { id: `i${order}`, order }))
    await owner().saveAgenda({ ...at, items })
    const deeds = await Promise.all([
      owner().updateAgendaItem({ ...at, itemId: 'i0', title: 'Zero' }),
      owner().updateAgendaItem({ ...at, itemId: 'i1', location: 'Hall' }),
      owner().deleteAgendaItem({ ...at, itemId: 'i2' }),
      owner().createAgendaItem({ ...at, ...itemAt(10, { id: 'i6', order: 9 }) }),
      owner().saveAgenda({ ...at, publicNotes: 'Notes' }),
    ])
    expect(deeds.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200])
    const after = await stand(at)
    expect(after).toMatchObject({ publicNotes: 'Notes' })
    expect(after.items.map(({ id }) => id)).toEqual(['i0', 'i1', 'i3', 'i4', 'i5', 'i6'])
    expect(after.items[0]).toMatchObject({ title: 'Zero' })
    expect(after.items[1]).toMatchObject({ location: 'Hall' })
  })

  // rules/agendas 14
  it('is never public with a change that nobody was shown as public', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { at } = await s.hosted()
      await owner().saveAgenda({ ...at, items: [itemAt(9, { id: 'i9' })] })
      const publish = () => owner().publishAgenda(at)
      const edits: (() => Promise<Reply>)[] = [
        () => owner().createAgendaItem({ ...at, ...itemAt(10) }),
        () => owner().updateAgendaItem({ ...at, itemId: 'i9', title: 'Changed' }),
        () => owner().deleteAgendaItem({ ...at, itemId: 'i9' }),
      ]
      const edit = edits[round % edits.length] ?? publish
      const all = round % 2 === 0 ? [publish, edit, publish] : [edit, publish, edit]
      const replies = await Promise.all(all.map((deed) => deed()))
      const after = await stand(at)
      if (!after.isPublished) continue
      const shown = replies.filter(({ status, body }) => status === 200 && body.data?.agenda?.isPublished)
      expect(shown.map(titlesOf)).toContainEqual(after.items.map(({ title }) => title))
    }
  })

  // rules/agendas 22
  it('that changes all the time says so', async () => {
    const { at } = await s.hosted()
    await owner().saveAgenda({ ...at, items: [itemAt(9, { id: 'i9' })] })
    loseEveryRace(s.w)
    for (const reply of [
      await owner().saveAgenda({ ...at, items: [itemAt(9)] }),
      await owner().createAgendaItem({ ...at, ...itemAt(10) }),
      await owner().updateAgendaItem({ ...at, itemId: 'i9', title: 'x' }),
      await owner().deleteAgendaItem({ ...at, itemId: 'i9' }),
    ])
      expect(reply).toMatchObject(refused(EventChanged))
    vi.restoreAllMocks()
    expect(titlesOf(await owner().getAgenda(at))).toEqual(['Point 9'])
  })
})
