import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../functions/agendas/contract.ts'
import { stored } from '../events/cards.ts'
import { type Actor, type Attempt, actors, type Cast, cast, organizers, through } from './actors.ts'
import { itemAt } from './events.ts'

let c: Cast
beforeAll(async () => {
  c = await cast('rights')
})

const rows: readonly (readonly [string, Attempt])[] = [
  ['getAgenda', (agent, at) => agent.getAgenda(at)],
  ['saveAgenda', (agent, at) => agent.saveAgenda({ ...at, items: [itemAt(9)] })],
  ['createAgendaItem', (agent, at) => agent.createAgendaItem({ ...at, ...itemAt(10) })],
  ['updateAgendaItem', (agent, at) => agent.updateAgendaItem({ ...at, itemId: 'item', title: 'New' })],
  ['deleteAgendaItem', (agent, at) => agent.deleteAgendaItem({ ...at, itemId: 'item' })],
  ['publishAgenda', (agent, at) => agent.publishAgenda(at)],
]

describe('an agenda', () => {
  it('says of every operation whom it is for', () => {
    const named = [...rows.map(([name]) => name), 'getPublicAgenda', 'updateEventAgenda']
    expect(named.sort()).toEqual(Object.keys(contract.rows).sort())
  })

  // rules/agendas 1
  it.each(rows)('answers %s to who manages the events of its organization', async (_, attempt) => {
    expect(await through(c, attempt)).toEqual(organizers)
  })

  // rules/agendas 1
  it.each(rows)('answers %s to an organization that helps, under its own address', async (_, attempt) => {
    const orgId = c.helper.orgId
    expect(await through(c, attempt, (at) => ({ ...at, orgId }))).toEqual(['helper', 'dean', 'root'])
  })

  it.each(rows)('answers %s to no other organization', async (_, attempt) => {
    const orgId = c.other.orgId
    expect(await through(c, attempt, (at) => ({ ...at, orgId }))).toEqual([])
  })

  it('is read by everybody once it is published', async () => {
    const attempt: Attempt = async (agent, at) => {
      await c.club.owner.device.publishAgenda(at)
      return agent.getPublicAgenda({ eventId: at.eventId })
    }
    expect(await through(c, attempt)).toEqual(actors)
  })

  // rules/agendas 3
  it('of a person is written by that person and by administrators', async () => {
    const writers: readonly Actor[] = ['member', 'dean', 'root']
    const attempt: Attempt = async (agent) => {
      const { eventId } = await stored(c.w, { hostingId: c.club.member.user._id })
      return agent.updateEventAgenda({ eventId, agenda: [itemAt(9)] })
    }
    expect(await through(c, attempt)).toEqual(writers)
  })
})
