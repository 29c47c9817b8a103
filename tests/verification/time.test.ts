import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { purgeRequests } from '../../functions/verification/index.ts'
import {
  verificationBody,
  verificationCount,
  verificationRequest,
} from '../../functions/verification/repository.ts'
import { taskHandlers } from '../../functions/verification/status-changes.ts'
import { sweepDue } from '../../lib/scheduled/sweep.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable } from '../../lib/table/table.ts'
import { meanwhile } from '../operations/lost-to-others.ts'
import { streamOf } from '../support/streamed.ts'
import { type Verifying, verifying } from '../support/verifying.ts'

let v: Verifying

beforeAll(async () => {
  v = await verifying()
})

/** The clock strikes so many days later. */
const later = async (days: number): Promise<void> => {
  v.w.clock.advance(days * 24 * 3600)
  const { runtime } = v.w
  const table = openTable({ client: runtime.client, tenant: 'www', now: runtime.now, meter: meter() })
  await sweepDue(taskHandlers)({ ...runtime, table, time: runtime.now() })
  for (const who of [v.dean, v.c.owner, v.c.member]) await who.device.refreshToken()
}

const rowOf = (orgId: string, id: string) =>
  v.w.table().get(verificationRequest, { orgId, id }, { strong: true })

describe('a request that nobody answers', () => {
  // rules/verification 17
  it('is escalated after the days that the school says, once', async () => {
    await later(0)
    await v.say({ reviewWorkflow: { autoEscalateAfterDays: 2 } })
    const orgId = await v.fresh()
    const id = await v.submitted(orgId)
    await later(1.5)
    expect((await rowOf(orgId, id))?.status).toBe('pending')
    await later(1)
    expect((await rowOf(orgId, id))?.status).toBe('escalated')
    expect((await v.cardOf(orgId))?.verificationStatus).toBe('escalated')
    const { version } = (await rowOf(orgId, id)) ?? {}
    await later(1)
    expect((await rowOf(orgId, id))?.version).toBe(version)
    expect((await v.review(id, 'approved')).status).toBe(200)
  })

  // rules/verification 17
  it('is left alone once it is answered', async () => {
    const orgId = await v.fresh()
    const id = await v.submitted(orgId)
    await v.review(id, 'rejected')
    await later(3)
    expect((await rowOf(orgId, id))?.status).toBe('rejected')
    const under = await v.fresh()
    const conditional = await v.submitted(under)
    await v.review(conditional, 'conditionally_approved')
    await later(3)
    expect((await rowOf(under, conditional))?.status).toBe('conditionally_approved')
  })
})

describe('people', () => {
  // rules/verification 19
  it('hear of requests and of answers, administrators and whoever asked', async () => {
    const stream = streamOf(v.w)
    const id = await v.submitted(await v.fresh())
    await v.review(id, 'approved', { reviewNotes: 'Well done' })
    await stream.drain()
    const titles = async (who: typeof v.dean): Promise<string[]> => {
      const { body } = await who.device.listNotifications()
      return body.data.map(({ title }: { title: string }) => title)
    }
    expect((await titles(v.dean)).some((title) => title.startsWith('New request from'))).toBe(true)
    expect((await titles(v.c.owner)).some((title) => title.startsWith('Request decided'))).toBe(true)
    expect(await titles(v.c.member)).toEqual([])
    const { data } = (await v.c.owner.device.listNotifications()).body
    const decided = data.find(({ title }: { title: string }) => title.startsWith('Request decided'))
    expect(decided.message).toMatch(/^The request of .* for verification is now approved\. Note: Well done$/)
    expect(decided.metadata.navigation.deepLink).toMatch(/^\/club-dashboard\/\w+\?part=verification$/)
  })
})

describe('the end of an organization', () => {
  // rules/verification 20
  it('takes its requests along, and what counted them', async () => {
    const orgId = await v.fresh()
    await v.review(await v.submitted(orgId), 'approved')
    await v.submitted(orgId, { verificationType: 'premium' })
    const before = await v.w.table().get(verificationCount, { name: 'COUNT' }, { strong: true })
    const premium = await v.uses('premium')
    expect(await purgeRequests(v.w.table(), orgId)).toBe(true)
    expect(await purgeRequests(v.w.table(), orgId)).toBe(false)
    const after = await v.w.table().get(verificationCount, { name: 'COUNT' }, { strong: true })
    expect([before?.pending, before?.approved].map((count) => (count ?? 0) - 1)).toEqual([
      after?.pending,
      after?.approved,
    ])
    expect(await v.uses('premium')).toBe(premium - 1)
    for (const kind of [verificationRequest, verificationBody])
      expect((await v.w.table().list(kind, { keyParams: { orgId }, limit: 10 })).items).toEqual([])
  })

  // rules/verification 20
  it('takes each of them off the counts once, whoever else does so at that moment', async () => {
    const orgId = await v.fresh()
    const id = await v.submitted(orgId, { verificationType: 'premium' })
    const countOf = () => v.w.table().get(verificationCount, { name: 'COUNT' }, { strong: true })
    const [before, premium] = [await countOf(), await v.uses('premium')]
    onTestFinished(() => void vi.restoreAllMocks())
    meanwhile(v.w, id, () => purgeRequests(v.w.table(), orgId))
    await purgeRequests(v.w.table(), orgId)
    expect((await countOf())?.pending).toBe((before?.pending ?? 0) - 1)
    expect(await v.uses('premium')).toBe(premium - 1)
  })
})
