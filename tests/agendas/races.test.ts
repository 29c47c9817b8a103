import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { EventChanged } from '../../functions/agendas/contract.ts'
import { loseEveryRace, meanwhile } from '../operations/lost-to-others.ts'
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

  // rules/agendas 24
  it('is replaced once by requests that name the same version', async () => {
    const { at } = await s.hosted()
    expect((await owner().getAgenda(at)).body.data.agenda.version).toBe(0)
    const replies = await Promise.all(
      ['One', 'Two'].map((title) => owner().saveAgenda({ ...at, items: [itemAt(9, { title })], version: 0 })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)).toMatchObject(refused(EventChanged))
    const { version } = replies.find(({ status }) => status === 200)?.body.data.agenda ?? {}
    const late = await owner().saveAgenda({
      ...at,
      items: [itemAt(9, { title: 'Late' })],
      version: version - 1,
    })
    expect(late).toMatchObject(refused(EventChanged))
    expect(titlesOf(await owner().getAgenda(at))).not.toContain('Late')
    expect((await owner().saveAgenda({ ...at, items: [itemAt(9, { title: 'New' })], version })).status).toBe(
      200,
    )
    expect((await owner().saveAgenda({ ...at, items: [] })).status).toBe(200)
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

  const edits: Readonly<Record<string, (at: object) => Promise<Reply>>> = {
    'an added item': (at) => owner().createAgendaItem({ ...at, ...itemAt(10) }),
    'a changed item': (at) => owner().updateAgendaItem({ ...at, itemId: 'i9', title: 'Changed' }),
    'a removed item': (at) => owner().deleteAgendaItem({ ...at, itemId: 'i9' }),
  }
  const withItems = async () => {
    const { at } = await s.hosted()
    await owner().saveAgenda({ ...at, items: [itemAt(8), itemAt(9, { id: 'i9' })] })
    return at
  }

  // rules/agendas 14
  it.each(Object.entries(edits))(
    'is public with what its publisher was shown: %s just before',
    async (_, edit) => {
      const at = await withItems()
      let edited: Reply | undefined
      meanwhile(s.w, at.eventId, async () => {
        edited = await edit(at)
      })
      const published = await owner().publishAgenda(at)
      vi.restoreAllMocks()
      expect(edited?.status).toBeLessThan(300)
      const { isPublished, items } = await stand(at)
      expect([published.status, isPublished]).toEqual([200, true])
      expect(items.map(({ title }) => title)).not.toEqual(['Point 8', 'Point 9'])
      expect(titlesOf(published)).toEqual(items.map(({ title }) => title))
    },
  )

  // rules/agendas 14, 15
  it.each(Object.entries(edits))(
    'is not public with an edit that read it before it was published: %s',
    async (_, edit) => {
      const at = await withItems()
      let published: Reply | undefined
      meanwhile(s.w, at.eventId, async () => {
        published = await owner().publishAgenda(at)
      })
      const edited = await edit(at)
      vi.restoreAllMocks()
      expect([published?.status, edited.status < 300]).toEqual([200, true])
      expect((await stand(at)).isPublished).toBe(false)
    },
  )

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
