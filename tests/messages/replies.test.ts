import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/messages/contract.ts'
import { deletedMessage, like, messageCount, reply } from '../../functions/messages/repository.ts'
import { streamConsumers } from '../../functions/messages/stream-consumers.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { countsStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, people } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

// The full size runs by itself: CROWD=50 vitest run tests/messages/replies.test.ts
const crowdSize = Number(process.env.CROWD ?? 10)

let w: World
let c: Club
/** Lets what was written be counted. */
let counted: () => Promise<void>

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  c = await club(w)
  counted = (await countsStream(w)).drain
})

const post = async (who: Person, input: object = {}): Promise<string> => {
  const reply = await who.device.postMessage({ orgId: c.orgId, content: 'Hello there', ...input })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body.data._id
}

describe('a reply', () => {
  // rules/messages 12
  it('is counted, has the visibility of its message, and is listed under it', async () => {
    const messageId = await post(c.owner, { visibility: 'members_only' })
    const { status, body } = await c.member.device.replyToMessage({
      orgId: c.orgId,
      messageId,
      content: 'ok',
    })
    expect(status).toBe(201)
    expect(body.message).toBe('Reply created successfully')
    expect(body.data).toMatchObject({
      parentMessageId: messageId,
      visibility: 'members_only',
      authorRole: 'member',
    })
    const deeper = await c.admin.device.replyToMessage({
      orgId: c.orgId,
      messageId: body.data._id,
      content: 'fine',
    })
    expect(deeper.body.data.parentMessageId).toBe(messageId)
    const read = await c.member.device.getMessage({ orgId: c.orgId, messageId })
    expect(read.body.message.replyCount).toBe(2)
    expect(read.body.replies.map(({ content }: { content: string }) => content)).toEqual(['ok', 'fine'])
    const list = await c.member.device.listMessages({ orgId: c.orgId, includeReplies: 'true' })
    expect(list.body.messages[0].replies).toHaveLength(2)
    expect(await c.outsider.device.getMessage({ orgId: c.orgId, messageId: body.data._id })).toMatchObject(
      refused(failures.ViewForbidden),
    )
  })

  // rules/messages 13
  it('by postMessage follows the same rules', async () => {
    const parentMessageId = await post(c.owner)
    const reply = await c.member.device.postMessage({ orgId: c.orgId, content: 'me too', parentMessageId })
    expect(reply.body.data.parentMessageId).toBe(parentMessageId)
    const absent = await c.member.device.postMessage({
      orgId: c.orgId,
      content: 'x',
      parentMessageId: 'absent',
    })
    expect(absent).toMatchObject(refused(failures.ParentNotFound))
    for (const nowhere of ['-', '-1', 'absent-']) {
      const odd = { orgId: c.orgId, content: 'x', parentMessageId: nowhere }
      expect(await c.member.device.postMessage(odd)).toMatchObject(refused(failures.ParentNotFound))
    }
    expect(
      await c.follower.device.replyToMessage({ orgId: c.orgId, messageId: parentMessageId, content: 'x' }),
    ).toMatchObject(refused(failures.MembersOnly))
  })

  // rules/messages 13
  it('cannot be posted in another organization', async () => {
    const messageId = await post(c.owner)
    const other = await club(w, 'other')
    expect(
      await other.owner.device.replyToMessage({ orgId: other.orgId, messageId, content: 'x' }),
    ).toMatchObject(refused(failures.ParentNotFound))
  })
})

describe('a like', () => {
  // rules/messages 15, rules/messages 17
  it('toggles, and only its owner sees who gave it', async () => {
    const messageId = await post(c.owner)
    const like = async (who: Person, more = {}) => {
      const answer = await who.device.likeMessage({ orgId: c.orgId, messageId, ...more })
      await counted()
      return answer
    }
    expect((await like(c.member)).body).toMatchObject({ liked: true, likeCount: 1 })
    expect((await like(c.follower)).body).toMatchObject({ liked: true, likeCount: 2 })
    const seen = (await c.member.device.getMessage({ orgId: c.orgId, messageId })).body.message
    expect(seen).toMatchObject({ likes: [c.member.user._id], likedByMe: true, likeCount: 2 })
    expect((await like(c.member)).body).toMatchObject({ liked: false, likeCount: 1 })
    expect((await like(c.member, { liked: false })).body).toMatchObject({ liked: false, likeCount: 1 })
    const secret = await post(c.owner, { visibility: 'members_only' })
    expect(await c.outsider.device.likeMessage({ orgId: c.orgId, messageId: secret })).toMatchObject(
      refused(failures.ViewForbidden),
    )
  })

  // rules/messages 15
  it('of many people who each send two at once counts once for each person', async () => {
    const crowd = await people(w, crowdSize)
    const messageId = await post(c.owner, { visibility: 'public' })
    const send = ({ device }: Person) => device.likeMessage({ orgId: c.orgId, messageId, liked: true })
    const replies = await Promise.all([...crowd, ...crowd].map(send))
    const lost = replies.filter(({ status }) => status !== 200)
    for (const { body } of lost) expect([ConcurrentChange.code, 'UNAVAILABLE']).toContain(body.code)
    if (lost.length > 0) await Promise.all(crowd.map(send))
    await counted()
    const { body } = await c.owner.device.getMessage({ orgId: c.orgId, messageId })
    expect(body.message.likeCount).toBe(crowdSize)
  })
})

describe('editing', () => {
  // rules/messages 18
  it('is allowed to the author, for fifteen minutes', async () => {
    const messageId = await post(c.officer)
    const edit = (who: Person, content = 'Changed') =>
      who.device.editMessage({ orgId: c.orgId, messageId, content })
    expect(await edit(c.owner)).toMatchObject(refused(failures.NotTheAuthor))
    const { body } = await edit(c.officer, 'Better https://b.example')
    expect(body).toMatchObject({
      message: 'Message updated successfully',
      data: { links: ['https://b.example'] },
    })
    expect(body.data.editedAt).toBe(w.clock.now().toISOString())
    expect((await edit(c.officer, 'x'.repeat(501))).status).toBe(400)
    w.clock.advance(15 * 60 + 1)
    for (const one of [c.owner, c.officer, c.member]) await one.device.refreshToken()
    expect(await edit(c.officer)).toMatchObject(refused(failures.TooLateToEdit))
  })
})

describe('deleting', () => {
  // rules/messages 19, rules/messages 20
  it('removes a message and its replies from every read', async () => {
    const messageId = await post(c.officer)
    const reply = await c.owner.device.replyToMessage({ orgId: c.orgId, messageId, content: 'hm' })
    const remove = (who: Person, id = messageId) =>
      who.device.deleteMessage({ orgId: c.orgId, messageId: id })
    for (const one of Object.values(c)) if (typeof one === 'object') await one.device.refreshToken()
    expect(await remove(c.member)).toMatchObject(refused(failures.DeletionForbidden))
    await counted()
    const before = await w.table().get(messageCount, { orgId: c.orgId })
    expect((await remove(c.admin)).body).toEqual({ success: true, message: 'Message deleted successfully' })
    await counted()
    const after = await w.table().get(messageCount, { orgId: c.orgId })
    expect(after?.members).toBe((before?.members ?? 0) - 1)
    expect(await remove(c.admin)).toMatchObject(refused(failures.MessageNotFound))
    for (const id of [messageId, reply.body.data._id])
      expect(await c.owner.device.getMessage({ orgId: c.orgId, messageId: id })).toMatchObject({
        status: 404,
      })
    const list = await c.owner.device.listMessages({ orgId: c.orgId, limit: 100 })
    expect(list.body.messages.map(({ _id }: { _id: string }) => _id)).not.toContain(messageId)
  })

  // rules/messages 20
  it('of a reply lowers the count once', async () => {
    const messageId = await post(c.owner)
    const { body } = await c.member.device.replyToMessage({ orgId: c.orgId, messageId, content: 'oops' })
    const remove = () => c.member.device.deleteMessage({ orgId: c.orgId, messageId: body.data._id })
    const statuses = (await Promise.all([remove(), remove(), remove()])).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    await counted()
    const read = await c.owner.device.getMessage({ orgId: c.orgId, messageId })
    expect(read.body).toMatchObject({ message: { replyCount: 0 }, replies: [] })
  })

  // rules/messages 21
  it('removes replies and likes when the deleted message expires', async () => {
    const messageId = await post(c.owner)
    const { body } = await c.member.device.replyToMessage({ orgId: c.orgId, messageId, content: 'ok' })
    for (const id of [messageId, body.data._id])
      await c.member.device.likeMessage({ orgId: c.orgId, messageId: id })
    await c.owner.device.deleteMessage({ orgId: c.orgId, messageId })
    const before = await w.table().get(deletedMessage, { orgId: c.orgId, id: messageId })
    for (const notice of streamConsumers)
      await notice.carryOut(
        { id: '1', kind: 'gone', entity: deletedMessage.name, tenant: w.home, before },
        { ...w.runtime, table: w.table() },
      )
    const left = await Promise.all([
      w.table().list(reply, { keyParams: { parentMessageId: messageId }, limit: 5 }),
      w.table().list(like, { keyParams: { messageId }, limit: 5 }),
      w.table().list(like, { keyParams: { messageId: body.data._id }, limit: 5 }),
    ])
    expect(left.map(({ items }) => items.length)).toEqual([0, 0, 0])
  })
})
