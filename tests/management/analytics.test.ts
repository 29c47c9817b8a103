import type { DynamoDBRecord } from 'aws-lambda'
import { beforeAll, describe, expect, it } from 'vitest'
import { type EventCard, eventCard } from '../../functions/events/index.ts'
import { orgSize, orgStat } from '../../functions/management/statistics.ts'
import { streamConsumers } from '../../functions/management/stream-consumers.ts'
import { consume } from '../../functions/stream/handler.ts'
import { type VerificationRequest, verificationRequest } from '../../functions/verification/repository.ts'
import { AnalyticsOff } from '../../lib/contract/failures.ts'
import { type OrgMember, orgMember } from '../../lib/identity/org/organizations.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import type { Entity } from '../../lib/table/entity.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { changeNotice, costOf } from '../support/table/storing.ts'
import type { World } from '../support/world.ts'

/** Numbers that look random and are the same in every run. */
const dice = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

const now = Date.parse('2026-03-02T12:00:00.000Z')
const daysAgo = (days: number): string => new Date(now - days * 24 * 3600 * 1000).toISOString()

type Campus = {
  readonly orgs: Map<string, Organization>
  readonly members: Map<string, OrgMember>
  readonly users: Map<string, TenantUser>
  readonly events: Map<string, EventCard>
  readonly requests: Map<string, VerificationRequest>
}

const models = async (w: World, owner: Person) => {
  const { orgId } = await founded(owner)
  const [card, member, user] = await Promise.all([
    w.table().get(organization, { orgId }),
    w.table().get(orgMember, { orgId, userId: owner.user._id }),
    w.table().get(tenantUser, { id: owner.user._id }),
  ])
  if (!card || !member || !user) throw new Error('nothing to copy')
  return { card, member, user }
}

/** Random states of random items, each with the notice that tells of it. */
const happenings = (w: World, seed: number, { card, member, user }: Awaited<ReturnType<typeof models>>) => {
  const roll = dice(seed)
  const campus: Campus = {
    orgs: new Map(),
    members: new Map(),
    users: new Map(),
    events: new Map(),
    requests: new Map(),
  }
  const told: DynamoDBRecord[] = []
  const become = <V>(entity: Entity<V>, all: Map<string, V>, id: string, after: V | undefined): void => {
    const before = all.get(id)
    if (before === undefined && after === undefined) return
    told.push(changeNotice(w, entity, before, after))
    if (after === undefined) all.delete(id)
    else all.set(id, after)
  }
  const old = () => daysAgo(roll(120))
  for (let step = 0; step < 120; step += 1) {
    const id = `s${seed}n${roll(6)}`
    const org = campus.orgs.get(id)
    const what = roll(5)
    if (what === 0) {
      const change = {
        memberCount: roll(40),
        verified: roll(2) === 0,
        lifecycleStatus: roll(3) === 0 ? 'sunset' : 'active',
        ...(roll(12) === 0 ? { deletedAt: daysAgo(0) } : {}),
      }
      if (org?.deletedAt === undefined)
        become(organization, campus.orgs, id, {
          ...card,
          orgId: id,
          org_name: id,
          createdAt: org?.createdAt ?? old(),
          ...change,
          version: (org?.version ?? 0) + 1,
        })
    }
    if (what === 1)
      become(
        orgMember,
        campus.members,
        id,
        roll(4) === 0
          ? undefined
          : {
              ...member,
              orgId: 'some',
              userId: id,
              joinedAt: campus.members.get(id)?.joinedAt ?? old(),
              status: roll(3) === 0 ? 'suspended' : 'active',
            },
      )
    if (what === 2)
      become(
        tenantUser,
        campus.users,
        id,
        roll(6) === 0 ? undefined : { ...user, id, clubAssociations: roll(2) === 0 ? [] : ['some'] },
      )
    if (what === 3) {
      const host = { hostingType: roll(2) === 0 ? ('Org' as const) : ('User' as const), hostingId: 'some' }
      const made = { eventId: id, createdAt: old(), ...host } as EventCard
      const event = campus.events.get(id)
      become(eventCard, campus.events, id, {
        ...(event ?? made),
        ...(roll(5) === 0 ? { deletedAt: daysAgo(0) } : {}),
      })
    }
    if (what === 4) {
      const status = (['pending', 'approved', 'rejected', 'escalated'] as const)[roll(4)] ?? 'pending'
      const submittedAt = campus.requests.get(id)?.submittedAt ?? old()
      become(verificationRequest, campus.requests, id, {
        id,
        orgId: 'some',
        submittedAt,
        status,
      } as VerificationRequest)
    }
  }
  return { campus, told }
}

const recount = ({ orgs, members, users, events, requests }: Campus, days: number) => {
  const first = daysAgo(days - 1).slice(0, 10)
  const recent = (moment: string): boolean => moment.slice(0, 10) >= first
  const live = [...orgs.values()].filter(({ deletedAt }) => deletedAt === undefined)
  const statuses: Record<string, number> = {}
  for (const { submittedAt, status } of requests.values())
    if (recent(submittedAt)) statuses[status] = (statuses[status] ?? 0) + 1
  return {
    overview: {
      totalOrgs: live.length,
      verifiedOrgs: live.filter(({ verified }) => verified).length,
      newOrgs: live.filter(({ createdAt }) => recent(createdAt)).length,
      totalMembers: live.reduce((sum, { memberCount }) => sum + memberCount, 0),
      newMembers: [...members.values()].filter(
        ({ status, joinedAt }) => status === 'active' && recent(joinedAt),
      ).length,
      uniqueUsers: [...users.values()].filter(({ clubAssociations }) => clubAssociations.length > 0).length,
      totalEvents: [...events.values()].filter(
        ({ deletedAt, createdAt }) => deletedAt === undefined && recent(createdAt),
      ).length,
      activeOrgs: live.filter(({ lifecycleStatus }) => lifecycleStatus === 'active').length,
    },
    verificationRequests: statuses,
    sizes: live.map(({ memberCount }) => memberCount).sort((a, b) => b - a),
  }
}

let w: World
let dean: Person

beforeAll(async () => {
  ;({ w, dean } = await admins())
})

describe('analytics', () => {
  it.each([1, 2, 3])(
    'equal a recount, however often and in whichever order notices come (%i)',
    async (seed) => {
      const { w: own, dean: chief } = await admins()
      const { campus, told } = happenings(own, seed, await models(own, chief))
      const roll = dice(seed + 100)
      const often = [...told, ...told.filter(() => roll(3) === 0), ...told.filter(() => roll(5) === 0)]
      const shuffled = often.map((notice) => ({ notice, at: roll(1_000_000) })).sort((a, b) => a.at - b.at)
      const carry = consume(streamConsumers, () => own.runtime)
      for (let at = 0; at < shuffled.length; at += 10) {
        const Records = shuffled.slice(at, at + 10).map(({ notice }) => notice)
        expect((await carry({ Records })).batchItemFailures).toEqual([])
      }
      for (const [timeRange, days] of [
        ['7d', 7],
        ['30d', 30],
        ['90d', 90],
      ] as const) {
        const { status, body } = await chief.device.getOrganizationAnalytics({ timeRange })
        const { sizes, ...counted } = recount(campus, days)
        expect(status).toBe(200)
        expect(body.data).toMatchObject({ ...counted, timeRange })
        expect(body.data.verificationRequests).toEqual(counted.verificationRequests)
        const top = body.data.topOrganizations.map(({ memberCount }: { memberCount: number }) => memberCount)
        expect(top).toEqual(sizes.slice(0, 10))
      }
    },
  )

  it('cost one round trip and little, whatever was counted', async () => {
    using _rounds = logicalRounds()
    await dean.device.getOrganizationAnalytics({ timeRange: '90d' })
    expect((await dean.device.getOrganizationAnalytics({ timeRange: '90d' })).status).toBe(200)
    const { depth, readUnits } = costOf(w)
    const before = { depth: 1, readUnits: 2 }
    expect(depth).toBeLessThanOrEqual(before.depth + 1)
    expect(readUnits).toBeLessThanOrEqual(before.readUnits + 2.5)
  })

  // rules/management 28
  it('forget an organization that is gone', async () => {
    const { w: own, dean: chief } = await admins()
    const { card } = await models(own, chief)
    const { orgId } = card
    const host = { hostingType: 'Org' as const, hostingId: orgId }
    const event = { eventId: 'one', createdAt: daysAgo(1), ...host } as EventCard
    const carry = consume(streamConsumers, () => own.runtime)
    const made = [
      changeNotice(own, organization, undefined, card),
      changeNotice(own, eventCard, undefined, event),
    ]
    await carry({ Records: made })
    expect((await own.table().list(orgStat, { keyParams: { subject: orgId }, limit: 9 })).items).toHaveLength(
      2,
    )
    await carry({ Records: [changeNotice(own, organization, card, undefined)] })
    expect((await own.table().list(orgStat, { keyParams: { subject: orgId }, limit: 9 })).items).toEqual([])
    expect(await own.table().get(orgSize, { orgId })).toBeUndefined()
  })

  // rules/management 28
  it('are about 30 days unless asked, and refuse other ranges', async () => {
    expect((await dean.device.getOrganizationAnalytics()).body.data.timeRange).toBe('30d')
    expect((await dean.device.getOrganizationAnalytics({ timeRange: '1y' })).status).toBe(400)
  })

  // rules/management 29
  it('are not shown where the school has turned them off', async () => {
    await dean.device.updateManagementConfig({ reporting: { enableAnalytics: false } })
    expect(await dean.device.getOrganizationAnalytics()).toMatchObject(refused(AnalyticsOff))
  })
})
