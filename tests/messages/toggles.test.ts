import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { like, message } from '../../functions/messages/repository.ts'
import { countsStream } from '../attendance/stream.ts'
import { type Club, club } from '../support/orgs.ts'
import type { Person } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

let w: World
let c: Club
let cast: readonly Person[]
/** Lets what was written be counted. */
let counted: () => Promise<void>

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '10000' } })
  c = await club(w, 'toggling')
  cast = [c.owner, c.admin, c.member]
  counted = (await countsStream(w)).drain
})

const posted = async (): Promise<string> => {
  const { body } = await c.owner.device.postMessage({ orgId: c.orgId, content: 'Hello' })
  return body.data._id
}

type Answer = { readonly who: number; readonly status: number; readonly liked: boolean }

const toggle = async (messageId: string, who: number): Promise<Answer> => {
  const { device } = cast[who] ?? c.owner
  const { status, body } = await device.likeMessage({ orgId: c.orgId, messageId })
  return { who, status, liked: body.liked }
}

/** Whether toggles one after the other, in some order, could have given these answers and this end. */
const isSomeOrder = (before: boolean, answers: readonly Answer[], after: boolean): boolean => {
  const ons = answers.filter(({ liked }) => liked).length
  const offs = answers.length - ons
  return before ? offs - ons === Number(!after) : ons - offs === Number(after)
}

const likesIn = async (messageId: string): Promise<readonly string[]> => {
  const page = { keyParams: { messageId }, limit: 100, strong: true }
  return (await w.table().list(like, page)).items.map(({ userId }) => userId)
}

describe('likes that one person toggles at the same moment', () => {
  // rules/messages 16
  it('end in the state of some sequential order', async () => {
    const waves = fc.array(fc.array(fc.nat(2), { minLength: 2, maxLength: 6 }), {
      minLength: 1,
      maxLength: 3,
    })
    const property = fc.asyncProperty(waves, async (all) => {
      const messageId = await posted()
      for (const wave of all) {
        const before = await likesIn(messageId)
        const answers = await Promise.all(wave.map((who) => toggle(messageId, who)))
        const after = await likesIn(messageId)
        expect(answers.filter(({ status }) => status !== 200)).toEqual([])
        for (const [who, { user }] of cast.entries()) {
          const own = answers.filter((answer) => answer.who === who)
          const ends = [before.includes(user._id), after.includes(user._id)] as const
          expect(isSomeOrder(ends[0], own, ends[1]), JSON.stringify({ own, ends })).toBe(true)
        }
        await counted()
        const stored = await w.table().get(message, { orgId: c.orgId, id: messageId }, { strong: true })
        expect(stored?.likeCount).toBe(after.length)
      }
    })
    await fc.assert(property, { numRuns: Number(process.env.FUZZ_RUNS ?? 12) })
  }, 60_000)

  // rules/messages 16
  it('are two toggles: one likes, the other removes the like', async () => {
    for (let round = 0; round < 10; round += 1) {
      const messageId = await posted()
      const answers = await Promise.all([toggle(messageId, 0), toggle(messageId, 0)])
      expect(answers.map(({ liked }) => liked).sort()).toEqual([false, true])
      expect(await likesIn(messageId)).toEqual([])
    }
  })
})
