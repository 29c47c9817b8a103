import { beforeAll, describe, expect, it } from 'vitest'
import * as failures from '../../functions/messages/contract.ts'
import { managementConfig } from '../../functions/policies/settings.ts'
import { RateLimited } from '../../lib/contract/failures.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import type { Person } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

let w: World
let c: Club

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  c = await club(w)
})

const post = async (who: Person, input: object = {}): Promise<string> => {
  const reply = await who.device.postMessage({ orgId: c.orgId, content: 'Hello there', ...input })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body.data._id
}

const setRules = async (messaging: object): Promise<void> => {
  await w.table().put(managementConfig, { messaging, version: 1 })
}

describe('posting a message', () => {
  it('returns it as its author sees it', async () => {
    const { status, body } = await c.officer.device.postMessage({
      orgId: c.orgId,
      content: '  See https://chess.example/open, and (http://a.example/b). https://chess.example/open!  ',
      visibility: 'public',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      success: true,
      message: 'Message created successfully',
      data: {
        orgId: c.orgId,
        authorId: { _id: c.officer.user._id, username: c.officer.user.username },
        authorRole: 'officer',
        content: 'See https://chess.example/open, and (http://a.example/b). https://chess.example/open!',
        links: ['https://chess.example/open', 'http://a.example/b'],
        visibility: 'public',
        likes: [],
        likeCount: 0,
        replyCount: 0,
        parentMessageId: null,
        isDeleted: false,
      },
    })
  })

  // rules/messages 1
  it.each([
    ['member', failures.PostingForbidden],
    ['follower', failures.MembersOnly],
    ['outsider', failures.MembersOnly],
  ] as const)('is refused to a %s', async (who, failure) => {
    const reply = await c[who].device.postMessage({ orgId: c.orgId, content: 'Hello' })
    expect(reply).toMatchObject(refused(failure))
  })

  it('in an unknown organization fails with 404', async () => {
    const reply = await c.owner.device.postMessage({ orgId: 'nowhere', content: 'Hello' })
    expect(reply).toMatchObject(refused(OrganizationNotFound))
  })

  // rules/messages 7
  it.each([
    [undefined, failures.ContentRequired.message],
    ['   ', failures.ContentRequired.message],
    ['x'.repeat(501), 'Message exceeds character limit of 500'],
    ['what the fuck', failures.ContentProfane.message],
    ['come to @event:01ARZ3NDEKTSV4RRFFQ69G5FAV', failures.UnknownEvent.message],
  ])('with the content %j is refused', async (content, message) => {
    const reply = await c.owner.device.postMessage({ orgId: c.orgId, content })
    expect(reply).toMatchObject({ status: 400, body: { success: false, message, field: 'content' } })
  })

  // rules/messages 5
  it('counts characters, not bytes', async () => {
    await post(c.owner, { content: '\u{1F600}'.repeat(500) })
  })

  // rules/messages 2
  it("in the organization's name requires the permission to announce", async () => {
    const own = await club(w, 'announced')
    const messageSettings = { postingPermissions: ['member'] }
    await own.owner.device.editOrganization({ orgId: own.orgId, messageSettings })
    const refusal = await own.member.device.postMessage({ orgId: own.orgId, content: 'Hi', sendAsOrg: true })
    expect(refusal).toMatchObject(refused(failures.SendAsOrgForbidden))
    await post(c.officer, { sendAsOrg: true })
  })

  // rules/messages 3
  it('is not possible before the organization is approved', async () => {
    const pending = await club(w, 'young', { approvalStatus: 'pending' })
    const reply = await pending.owner.device.postMessage({ orgId: pending.orgId, content: 'Hi' })
    expect(reply).toMatchObject(refused(failures.OrgPending))
  })

  // rules/messages 8
  it('is limited for each person', async () => {
    const strict = await world()
    const own = await club(strict)
    const send = () => own.owner.device.postMessage({ orgId: own.orgId, content: 'Hi' })
    for (let count = 0; count < 60; count += 1) expect((await send()).status).toBe(201)
    expect(await send()).toMatchObject({ status: 429, body: { code: RateLimited.code } })
  })
})

const addresses = [
  ...['evil.com', 'EVIL.COM', '(evil.com)', 'evil.com.', 'evil.com/x?y', 'a-b.evil.co.uk', 'www.evil.com:80'],
  ...['ftp://evil', 'app://open', 'me@evil.com', '10.0.0.1', 'bücher.example', 'xn--bcher-kva.xn--p1ai'],
  ...['evil。com', 'evil．com', 'здесь.рф'],
]
const plainWords = [
  'We start at 3.30pm, in room 2.14',
  'Bring 1.5 litres, e.g. water... or tea',
  'Done. We begin at 7 p.m. on 24.12.2026',
  'Take staircase B.north2 to the hall',
]

describe('the rules of the school', () => {
  // rules/messages 4, rules/messages 6, rules/messages 7
  it('limit messages, links and mentions', async () => {
    const send = (content: string) => c.owner.device.postMessage({ orgId: c.orgId, content })
    await setRules({
      minCharacterLimit: 10,
      maxCharacterLimit: 120,
      allowLinks: false,
      allowEventMentions: false,
    })
    expect((await send('short')).body.message).toBe('Message must be at least 10 characters')
    expect((await send('x'.repeat(121))).body.message).toBe('Message exceeds character limit of 120')
    expect(await send('look at https://a.example/b')).toMatchObject(refused(failures.LinksOff))
    for (const address of addresses)
      expect([address, await send(`look at ${address}`)]).toMatchObject([address, refused(failures.LinksOff)])
    // Tags of an editor hide nothing, and are no signs.
    expect(await send('<p>look at h<b></b>ttps:/<b></b>/a<b></b>.example/b</p>')).toMatchObject(
      refused(failures.LinksOff),
    )
    expect(await send('<p>look <b title="https://a.example/b">here and there</b></p>')).toMatchObject(
      refused(failures.LinksOff),
    )
    expect(await send('<p>what the f<b></b>uck</p>')).toMatchObject(refused(failures.ContentProfane))
    expect((await send('<p>short</p>')).body.message).toBe('Message must be at least 10 characters')
    for (const words of plainWords) expect([words, (await send(words)).status]).toEqual([words, 201])
    expect(await send('look at @event:abcdefgh')).toMatchObject(refused(failures.MentionsOff))
    await setRules({ requireProfanityFilter: false })
    expect((await send('what the fuck')).status).toBe(201)
    await setRules({ enabled: false })
    expect(await send('long enough')).toMatchObject(refused(failures.MessagingOff))
    await setRules({})
  })
})

describe('the settings of the organization', () => {
  // rules/messages 1, rules/messages 4, rules/messages 14
  it('set who can post, whether replies and likes are allowed, and how long a message may be', async () => {
    const own = await club(w, 'settled')
    const { orgId } = own
    const change = async (messageSettings: object) => {
      const { status } = await own.owner.device.editOrganization({ orgId, messageSettings })
      expect(status).toBe(200)
    }
    const messageId = (await own.owner.device.postMessage({ orgId, content: 'Hi' })).body.data._id
    const early = await own.member.device.postMessage({ orgId, content: 'Not yet' })
    expect(early).toMatchObject(refused(failures.PostingForbidden))
    await change({
      postingPermissions: ['member'],
      allowReplies: false,
      allowLikes: false,
      characterLimit: 100,
      visibility: 'public',
    })
    const posted = await own.member.device.postMessage({ orgId, content: 'Now I may' })
    expect(posted.body.data.visibility).toBe('public')
    expect((await own.owner.device.postMessage({ orgId, content: 'x'.repeat(101) })).status).toBe(400)
    expect(await own.member.device.likeMessage({ orgId, messageId })).toMatchObject(
      refused(failures.LikesOff),
    )
    expect(await own.member.device.replyToMessage({ orgId, messageId, content: 'x' })).toMatchObject(
      refused(failures.RepliesOff),
    )
    await change({ postingPermissions: ['officer'] })
    await own.owner.device.updateRole({ orgId, roleName: 'officer', name: 'board' })
    expect((await own.officer.device.postMessage({ orgId, content: 'Still me' })).status).toBe(201)
    const { body } = await own.owner.device.getOrganization({ id: orgId })
    expect(body.org[0].messageSettings.postingPermissions).toEqual(['board'])
    const unknown = { postingPermissions: ['officer!'] }
    expect((await own.owner.device.editOrganization({ orgId, messageSettings: unknown })).body.code).toBe(
      'INVALID_MESSAGE_SETTINGS',
    )
    await change({ enabled: false })
    expect(await own.owner.device.postMessage({ orgId, content: 'x' })).toMatchObject(
      refused(failures.MessagingOff),
    )
  })
})
