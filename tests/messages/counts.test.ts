import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Question, questionTypes } from '../../functions/form-records/contract.ts'
import { validateNamedAnswers, validateOrderedAnswers } from '../../functions/form-records/validation.ts'
import { like, message, messageCount, reply } from '../../functions/messages/repository.ts'
import { countsStream } from '../attendance/stream.ts'
import { type Club, club } from '../support/orgs.ts'
import type { Person } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

const seed = 20260302

type Deed = {
  readonly what: 'post' | 'reply' | 'like' | 'delete' | 'deleteReply'
  readonly who: number
  readonly which: number
}

const deed = fc.record<Deed>({
  what: fc.constantFrom('post', 'post', 'reply', 'reply', 'like', 'like', 'like', 'delete', 'deleteReply'),
  who: fc.nat(3),
  which: fc.nat(50),
})

const visibilities = ['members_only', 'members_and_followers', 'public'] as const

/** Carries out deeds, some at the same moment; what they answer does not matter here. */
const carryOut = async ({ orgId, ...c }: Club, deeds: readonly Deed[]): Promise<void> => {
  const people: Person[] = [c.owner, c.admin, c.officer, c.member]
  const ids: string[] = []
  const replies: string[] = []
  const perform = async ({ what, who, which }: Deed): Promise<void> => {
    const device = people[who]?.device ?? c.owner.device
    const messageId = ids[which % Math.max(1, ids.length)] ?? 'absent'
    const replyId = replies[which % Math.max(1, replies.length)] ?? 'absent'
    const visibility = visibilities[which % 3]
    if (what === 'post') {
      const { body } = await device.postMessage({ orgId, content: 'Hi', visibility })
      if (body.data) ids.push(body.data._id)
    } else if (what === 'reply') {
      const { body } = await device.replyToMessage({ orgId, messageId, content: 'ok' })
      if (body.data) replies.push(body.data._id)
    } else if (what === 'like') await device.likeMessage({ orgId, messageId })
    else await device.deleteMessage({ orgId, messageId: what === 'delete' ? messageId : replyId })
  }
  for (let at = 0; at < deeds.length; at += 3) await Promise.all(deeds.slice(at, at + 3).map(perform))
}

const recount = async (w: World, { orgId }: Club): Promise<void> => {
  const table = w.table()
  const { items } = await table.list(message, { keyParams: { orgId }, limit: 100, strong: true })
  const counted = await table.get(messageCount, { orgId }, { strong: true })
  const having = (...seen: string[]) => items.filter(({ visibility }) => seen.includes(visibility)).length
  expect([counted?.members ?? 0, counted?.followers ?? 0, counted?.public ?? 0]).toEqual([
    items.length,
    having('members_and_followers', 'public'),
    having('public'),
  ])
  for (const { id, likeCount, replyCount } of items) {
    const likes = await table.list(like, { keyParams: { messageId: id }, limit: 100, strong: true })
    const replies = await table.list(reply, { keyParams: { parentMessageId: id }, limit: 100, strong: true })
    expect([likeCount, replyCount]).toEqual([likes.items.length, replies.items.length])
  }
}

describe('after any changes of messages', () => {
  // rules/messages 9
  it('the counts match a recount', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
    let runs = 0
    const stream = await countsStream(w)
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 10, maxLength: 40 }), async (deeds) => {
        runs += 1
        const own = await club(w, `counts${runs}`)
        await carryOut(own, deeds)
        await stream.drain()
        await recount(w, own)
      }),
      { numRuns: 5, seed },
    )
  })
})

const options = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 })

const question: fc.Arbitrary<Question> = fc
  .record({ type: fc.constantFrom(...questionTypes), required: fc.boolean(), options, _id: fc.uuid() })
  .map(({ options: given, type, ...rest }) => ({
    ...rest,
    type,
    question: 'Q?',
    options: type === 'short' || type === 'long' ? [] : given,
  }))

const anything = fc.oneof(
  fc.constant(null),
  fc.string(),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }),
)

/** An answer to a question that is as it should be, or anything. */
const answerTo = ({ type, options: given }: Question) =>
  fc.oneof(
    anything,
    type === 'select_multiple'
      ? fc.subarray([...given])
      : given.length > 0
        ? fc.constantFrom(...given)
        : fc.string(),
  )

const filled = fc
  .uniqueArray(question, { minLength: 1, maxLength: 6, selector: ({ _id }) => _id })
  .chain((questions) => fc.tuple(fc.constant(questions), fc.tuple(...questions.map(answerTo))))

describe('after any answers to a form', () => {
  // rules/forms 7
  it('stored answers are valid, come from the options, and include every required one', () => {
    fc.assert(
      fc.property(filled, ([questions, sent]) => {
        const { answers, problems } = validateOrderedAnswers(questions, sent)
        if (problems.length > 0) return
        expect(validateOrderedAnswers(questions, [...answers])).toEqual({ answers, problems: [] })
        for (const [at, { type, required, options: given }] of questions.entries()) {
          const answer = answers[at] ?? null
          if (required) expect(answer).not.toBeNull()
          if (type !== 'short' && type !== 'long')
            expect([answer ?? []].flat().filter((one) => !given.includes(one))).toEqual([])
        }
      }),
      { numRuns: 500, seed },
    )
  })

  // rules/forms 8
  it('named and ordered answers give the same result', () => {
    fc.assert(
      fc.property(filled, ([questions, sent]) => {
        const named = questions.map(({ _id }, at) => ({ referenceId: _id, answer: sent[at] ?? null }))
        expect(validateNamedAnswers(questions, named)).toEqual(validateOrderedAnswers(questions, sent))
      }),
      { numRuns: 500, seed },
    )
  })
})
