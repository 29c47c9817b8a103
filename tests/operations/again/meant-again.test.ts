import { beforeAll, describe, expect, it } from 'vitest'
import { itemAt, type Staged, staged, titlesOf } from '../../agendas/events.ts'
import { usual } from '../../planning/people.ts'
import type { Agent, Reply } from '../../support/agent.ts'

let s: Staged
beforeAll(async () => {
  s = await staged('again', { REPEAT_SECONDS: '60' })
})

const role = { name: 'treasurer', displayName: 'Treasurer', permissions: ['manage_finances'] }
const form = { title: 'Size', questions: [{ id: 'q1', type: 'short', question: 'Which?', required: false }] }

type Way = {
  readonly name: string
  make(by: Agent, orgId: string): Promise<Reply>
  idOf(body: Reply['body']): string
  end(by: Agent, orgId: string, id: string): Promise<Reply>
  list(by: Agent, orgId: string, id: string): Promise<Reply>
}
const ways: readonly Way[] = [
  {
    name: 'message',
    make: (by, orgId) => by.postMessage({ orgId, content: 'hello' }),
    idOf: (body) => body.data._id,
    end: (by, orgId, messageId) => by.deleteMessage({ orgId, messageId }),
    list: (by, orgId) => by.listMessages({ orgId }),
  },
  {
    name: 'event',
    make: (by, orgId) => by.createEvent({ ...usual, hostingType: 'Org', hostingId: orgId }),
    idOf: (body) => body.eventId,
    end: (by, _, eventId) => by.deleteEvent({ event_id: eventId }),
    list: (by, _, eventId) => by.getEvent({ event_id: eventId }),
  },
  {
    name: 'role',
    make: (by, orgId) => by.createRole({ orgId, ...role }),
    idOf: () => role.name,
    end: (by, orgId, roleName) => by.deleteRole({ orgId, roleName }),
    list: (by, orgId) => by.listRoles({ orgId }),
  },
  {
    name: 'form',
    make: (by, orgId) => by.createForm({ orgId, form }),
    idOf: (body) => body.form._id,
    end: (by, orgId, formId) => by.deleteForm({ orgId, formId }),
    list: (by, orgId) => by.listForms({ orgId }),
  },
  {
    name: 'job template',
    make: (by, orgId) => by.createOrgEventRole({ orgId, name: 'Door' }),
    idOf: (body) => body.data.role._id,
    end: (by, orgId, roleId) => by.deleteOrgEventRole({ orgId, roleId }),
    list: (by, orgId) => by.listOrgEventRoles({ orgId }),
  },
]

describe('what is made again with the same content', () => {
  // rules/http 38
  it.each(ways)('after it was taken away is there again: a $name', async ({ make, idOf, end, list }) => {
    const { w, club } = s
    const { orgId } = club
    const by = club.owner.device
    const first = await make(by, orgId)
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    w.clock.advance(3)
    const ended = await end(by, orgId, idOf(first.body))
    expect(ended.status, JSON.stringify(ended.body)).toBe(200)
    w.clock.advance(3)
    const second = await make(by, orgId)
    expect(second.status, JSON.stringify(second.body)).toBe(201)
    const id = idOf(second.body)
    expect(JSON.stringify((await list(by, orgId, id)).body)).toContain(id)
    w.clock.advance(1)
    expect(idOf((await make(by, orgId)).body)).toBe(id)
  })

  // rules/http 38
  it('leaves alone what was changed since: a point of an agenda, a role', async () => {
    const { club, hosted } = s
    const { at } = await hosted()
    const by = club.owner.device
    const first = await by.createAgendaItem({ ...at, ...itemAt(9) })
    const itemId: string = first.body.data.item.id
    await by.updateAgendaItem({ ...at, itemId, title: 'Lunch' })
    await by.createAgendaItem({ ...at, ...itemAt(9) })
    const sent = await by.createAgendaItem({ ...at, ...itemAt(9) })
    expect(sent.status).toBe(201)
    expect(titlesOf(await by.getAgenda(at))).toEqual(['Lunch', 'Point 9'])

    const { orgId } = club
    const host = { ...role, name: 'host' }
    expect((await by.createRole({ orgId, ...host })).status).toBe(201)
    expect((await by.updateRole({ orgId, roleName: 'host', name: 'greeter' })).status).toBe(200)
    const again = await by.createRole({ orgId, ...host })
    expect([again.status, again.body.role.name]).toEqual([201, 'host'])
  })
})
