import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { crashRows } from '../support/crash-rows.ts'
import { everySample, perform } from '../support/replay.ts'
import type { World } from '../support/world.ts'

type Part = { ConditionExpression?: string; ReturnValuesOnConditionCheckFailure?: string }
type Command = { input: Part & { TransactItems?: Record<string, Part>[] } }

/** Somebody else is always faster: whatever was read has another version by the time it is written. */
const isLate = ({ ConditionExpression = '' }: Part): boolean => /#(version|epoch)\b/.test(ConditionExpression)

const refusal = ({ input }: Command): Error | undefined => {
  if (isLate(input)) return Object.assign(new Error(), { name: 'ConditionalCheckFailedException' })
  const late = (input.TransactItems ?? []).map((item) => Object.values(item).some(isLate))
  if (!late.includes(true)) return undefined
  const CancellationReasons = late.map((each) => ({ Code: each ? 'ConditionalCheckFailed' : 'None' }))
  return Object.assign(new Error(), { name: 'TransactionCanceledException', CancellationReasons })
}

/** Returns how many races have been lost so far. */
const loseEveryRace = ({ runtime }: World): (() => number) => {
  let lost = 0
  const { documents } = runtime.client
  const send = documents.send.bind(documents) as (command: Command) => Promise<unknown>
  vi.spyOn(documents, 'send').mockImplementation(((command: Command) => {
    const error = refusal(command)
    if (error) lost += 1
    return error ? Promise.reject(error) : send(command)
  }) as never)
  return () => lost
}

const racing = everySample.filter(({ row }) => row.fails?.includes(ConcurrentChange))

/** The first and the last ones of each domain, and all of them in `npm run test:crash`. */
const ofDomains = [...Map.groupBy(racing, ({ contract }) => contract.domain).values()].flatMap(crashRows)

describe('an operation that loses every race', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  // rules/http 29
  it.each(ofDomains)('$name gives up and says so', async (sample) => {
    let lost = (): number => 0
    const { status, body } = await perform(sample, ({ w }) => {
      lost = loseEveryRace(w)
    })
    // Who is new, or signs in to what is there already, races with nobody.
    if (lost() === 0) return expect(status).toBeLessThan(300)
    expect({ status, body: JSON.parse(body) }).toMatchObject({
      status: ConcurrentChange.status,
      body: { success: false, code: ConcurrentChange.code, message: ConcurrentChange.message },
    })
  })
})
