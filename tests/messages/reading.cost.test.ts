import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/messages/contract.ts'
import { type Message, message } from '../../functions/messages/repository.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { put } from '../../lib/table/write.ts'
import { countsStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import type { Person } from '../support/people.ts'
import { streamOf } from '../support/streamed.ts'
import { isLate } from '../support/table/late-lists.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'

let w: World
let c: Club

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  c = await club(w)
})

describe('reading messages', () => {
  // rules/messages 9
  it('shows each kind of reader the messages for it, in one order and with an exact total', async () => {
    const own = await club(w, 'readers')
    const send = async (visibility: string) =>
      (await own.owner.device.postMessage({ orgId: own.orgId, content: visibility, visibility })).body.data
        ._id
    const ids = [await send('members_only'), await send('members_and_followers'), await send('public')]
    const seen = async (who: Person) => {
      const { body } = await who.device.listMessages({ orgId: own.orgId })
      return [body.messages.map(({ _id }: { _id: string }) => _id), body.pagination.total]
    }
    expect(await seen(own.member)).toEqual([[...ids].reverse(), 3])
    expect(await seen(own.follower)).toEqual([[ids[2], ids[1]], 2])
    expect(await seen(own.outsider)).toEqual([[ids[2]], 1])
    const read = (who: Person, messageId = ids[0]) => who.device.getMessage({ orgId: own.orgId, messageId })
    expect(await read(own.follower)).toMatchObject(refused(failures.ViewForbidden))
    expect((await read(own.member)).status).toBe(200)
    expect(await read(own.member, 'absent')).toMatchObject(refused(failures.MessageNotFound))
    expect(await c.owner.device.getMessage({ orgId: c.orgId, messageId: ids[2] })).toMatchObject({
      status: 404,
    })
  })

  // rules/messages 10
  it('ends with the membership, from the next request on', async () => {
    const own = await club(w, 'leavers')
    await own.owner.device.postMessage({ orgId: own.orgId, content: 'Hi', visibility: 'members_only' })
    const total = async () =>
      (await own.member.device.listMessages({ orgId: own.orgId })).body.pagination.total
    expect(await total()).toBe(1)
    await w.table().remove(orgMember, { orgId: own.orgId, userId: own.member.user._id })
    expect(await total()).toBe(0)
  })

  // rules/table 18
  it('continues by page and by cursor', async () => {
    const stream = await countsStream(w)
    const own = await club(w, 'pages')
    for (let at = 0; at < 5; at += 1)
      await own.owner.device.postMessage({ orgId: own.orgId, content: `Number ${at}` })
    // A total follows within seconds, and is never less than what is reached.
    expect((await own.member.device.listMessages({ orgId: own.orgId, limit: 2 })).body.pagination.total).toBe(
      3,
    )
    await stream.drain()
    const list = async (query: object) =>
      (await own.member.device.listMessages({ orgId: own.orgId, ...query })).body
    const texts = ({ messages }: { messages: { content: string }[] }) =>
      messages.map(({ content }) => content)
    const first = await list({ limit: 2 })
    expect(texts(first)).toEqual(['Number 4', 'Number 3'])
    expect(first.pagination).toMatchObject({ page: 1, limit: 2, total: 5, pages: 3 })
    expect(texts(await list({ limit: 2, page: 2 }))).toEqual(['Number 2', 'Number 1'])
    expect(texts(await list({ limit: 2, cursor: first.pagination.nextCursor }))).toEqual([
      'Number 2',
      'Number 1',
    ])
    expect(texts(await list({ limit: 2, page: 4 }))).toEqual([])
    expect((await list({ limit: 'many', page: -3 })).pagination).toMatchObject({ page: 1, limit: 20 })
  })

  it.skipIf(isLate)('costs the same with ten and with a thousand messages', async () => {
    using _rounds = logicalRounds()
    const own = await club(w, 'many')
    const cost = async () => {
      await own.member.device.listMessages({ orgId: own.orgId, limit: 10 })
      const { depth = 0, readUnits = 0 } = (w.logs.at(-1)?.table ?? {}) as Record<string, number>
      return { depth, readUnits }
    }
    for (let at = 0; at < 10; at += 1)
      await own.owner.device.postMessage({ orgId: own.orgId, content: 'Same size' })
    const few = await cost()
    const [one] = (await w.table().list(message, { keyParams: { orgId: own.orgId }, limit: 1 })).items
    for (let at = 0; at < 990; at += 90)
      await w
        .table()
        .write(
          Array.from({ length: 90 }, (_, more) => put(message, { ...one, id: `0${at + more}` } as Message)),
        )
    const many = await cost()
    expect(many.depth).toBe(few.depth)
    expect(Math.abs(many.readUnits - few.readUnits)).toBeLessThanOrEqual(0.5)
  })
})

describe('notifications', () => {
  // rules/messages 25
  it('go to members and followers but not to the author, and of a reply to the author of the message', async () => {
    const fresh = await world()
    const own = await club(fresh)
    const { orgId } = own
    // What they were told of their own roles came before.
    const inbox = async ({ device }: Person) =>
      (await device.listNotifications({})).body.data
        .map(({ title }: { title: string }) => title)
        .filter((title: string) => !title.startsWith('Your roles'))
    const stream = streamOf(fresh)
    const { body } = await own.officer.device.postMessage({ orgId, content: 'Practice <b>today</b>' })
    const { body: secret } = await own.officer.device.postMessage({
      orgId,
      content: 'For us',
      visibility: 'members_only',
    })
    await stream.drain()
    expect(await inbox(own.member)).toEqual([`News from ${own.name}`, `News from ${own.name}`])
    expect(await inbox(own.follower)).toEqual([`News from ${own.name}`])
    expect(await inbox(own.officer)).toEqual([])
    expect(await inbox(own.outsider)).toEqual([])
    await own.member.device.replyToMessage({ orgId, messageId: body.data._id, content: 'ok' })
    await stream.drain()
    expect(await inbox(own.officer)).toEqual([`New reply in ${own.name}`])
    await own.officer.device.leaveOrganization({ orgId })
    await own.member.device.replyToMessage({ orgId, messageId: secret.data._id, content: 'Between us' })
    await stream.drain()
    expect(await inbox(own.officer)).toEqual([`New reply in ${own.name}`])
  })
})
