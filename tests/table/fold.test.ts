import type { DynamoDBRecord } from 'aws-lambda'
import { beforeEach, describe, expect, it } from 'vitest'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { organization, orgFollower } from '../../lib/identity/org/records.ts'
import { crowd, type Visitor } from '../attendance/crowd.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { joinOrg } from '../support/orgs.ts'
import { registered } from '../support/people.ts'
import { founded, type Society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

let w: World
let club: Society
let all: readonly Visitor[]

beforeEach(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  club = await founded(await registered(w, 'ada', { username: 'ada' }))
  all = await crowd(w, 12)
})

const followers = async () => {
  const { orgId } = club
  const page = { keyParams: { orgId }, limit: 100, strong: true }
  const [card, rows] = await Promise.all([
    w.table().get(organization, { orgId }, { strong: true }),
    w.table().list(orgFollower, page),
  ])
  return { counted: card?.followerCount, there: rows.items.length }
}

const follow = ({ device }: Visitor) => device.followOrganization({ orgId: club.orgId })
const unfollow = ({ device }: Visitor) => device.unfollowOrganization({ orgId: club.orgId })

// rules/table 17
describe('numbers that the stream adds up', () => {
  it('count each row once, however often its notices come and in whatever order', async () => {
    const stream = await attendanceStream(w, { only: ['OrgFollower'] })
    await Promise.all(all.map(follow))
    const made = await stream.fresh()
    await Promise.all(all.slice(0, 5).map(unfollow))
    const gone = await stream.fresh()
    expect([made.length, gone.length]).toEqual([12, 5])
    await stream.carry([...gone].reverse())
    await stream.carry([...made.slice(3), ...made.slice(3)])
    await stream.carry([...made, ...gone])
    expect(await followers()).toEqual({ counted: 7, there: 7 })
  })

  it('count each row once where their notices are of different moments, in whatever batches they come again', async () => {
    const stream = await attendanceStream(w, { only: ['OrgFollower'] })
    const made: DynamoDBRecord[] = []
    for (const one of all) {
      await follow(one)
      made.push(...(await stream.fresh()))
      w.clock.advance(2)
    }
    await stream.carry(made.slice(0, 7))
    await stream.carry(made.slice(4, 9))
    await stream.carry([...made].reverse())
    expect(await followers()).toEqual({ counted: 12, there: 12 })
  })

  it('tell a row from the one that the same person makes after it', async () => {
    const stream = await attendanceStream(w, { only: ['OrgFollower'] })
    const [one] = all as [Visitor]
    for (const act of [follow, unfollow, follow]) {
      expect((await act(one)).status).toBe(200)
      await stream.drain()
    }
    expect(await followers()).toEqual({ counted: 1, there: 1 })
  })

  it('take one call for a batch, as long as a transaction takes its marks', async () => {
    const many = await crowd(w, 100, { name: 'many' })
    const stream = await attendanceStream(w, { only: ['OrgFollower'] })
    await Promise.all(many.map(follow))
    const made = await stream.fresh()
    await stream.carry(made.slice(0, 80))
    await stream.carry(made)
    const lines = w.logs.filter(({ operation }) => operation === 'stream.consume').slice(-2)
    // The second finds eighty of its notices counted, in two parts.
    expect(lines.map(({ calls }) => calls)).toEqual([1, 3])
    expect((await followers()).counted).toBe(100)
  })

  it('leave out an organization that is deleted', async () => {
    const stream = await attendanceStream(w, { only: ['OrgFollower'] })
    await Promise.all(all.map(follow))
    await club.owner.device.deleteOrganization({ orgId: club.orgId })
    await stream.drain()
    expect((await followers()).counted).toBe(0)
  })

  // rules/organizations 38
  it('send whoever joined in the moment of its end away again', async () => {
    const stream = await attendanceStream(w, { only: ['OrgMember'] })
    const late = await registered(w, 'late', { username: 'late' })
    await club.owner.device.deleteOrganization({ orgId: club.orgId })
    await stream.drain()
    await joinOrg(w, club.orgId, late)
    await stream.drain()
    const place = { orgId: club.orgId, userId: late.user._id }
    expect(await w.table().get(orgMember, place, { strong: true })).toBeUndefined()
  })
})
