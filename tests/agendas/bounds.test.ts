import { beforeAll, describe, expect, it } from 'vitest'
import { AgendaFull, AgendaTooLarge } from '../../functions/agendas/contract.ts'
import { refused } from '../support/agent.ts'
import { itemAt, type Staged, staged } from './events.ts'

let s: Staged
beforeAll(async () => {
  s = await staged('bounds')
})

const owner = () => s.club.owner.device

describe('the bounds of an agenda', () => {
  // rules/agendas 12
  it('are 200 items', async () => {
    const { at } = await s.hosted()
    const items = Array.from({ length: 200 }, (_, order) => itemAt(9, { order }))
    expect((await owner().saveAgenda({ ...at, items })).status).toBe(200)
    expect(await owner().createAgendaItem({ ...at, ...itemAt(9) })).toMatchObject(refused(AgendaFull))
    expect(await owner().saveAgenda({ ...at, items: [...items, itemAt(9)] })).toMatchObject(
      refused(AgendaFull),
    )
  })

  // rules/agendas 12
  it('are 300,000 bytes', async () => {
    const { at } = await s.hosted()
    const description = 'x'.repeat(4900)
    const items = Array.from({ length: 49 }, (_, order) => itemAt(9, { order, description }))
    expect((await owner().saveAgenda({ ...at, items })).status).toBe(200)
    let reply = await owner().createAgendaItem({ ...at, ...itemAt(9, { description }) })
    for (let more = 0; more < 20 && reply.status === 201; more += 1)
      reply = await owner().createAgendaItem({ ...at, ...itemAt(9, { description }) })
    expect(reply).toMatchObject(refused(AgendaTooLarge))
  })
})
