import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { readFigures } from '../../../infra/local/like-aws/figures.ts'
import type { Delivery } from '../../../infra/local/stream/delivery.ts'
import { scattered } from '../../../infra/local/stream/scatter.ts'
import { stillClock } from './still-clock.ts'

const recordOf = (id: string, number: number): DynamoDBRecord => ({
  eventID: `${id}${number}`,
  dynamodb: { Keys: { pk: { S: id } }, SequenceNumber: String(number) },
})

/** Three changes of each of six items, one item after the other in turn. */
const page = [1, 2, 3].flatMap((turn) => [...'abcdef'].map((id, at) => recordOf(id, turn * 10 + at)))

/** What arrives of a page in which order, and where the stream's place then is. */
const handedOver = async (figures: string, stopping = new AbortController().signal) => {
  const clock = stillClock()
  const seen: string[] = []
  const places: string[] = []
  const delivery: Delivery = {
    invoke: async (records) => {
      seen.push(...records.map((record) => String(record.eventID)))
      return { status: 'done', result: { batchItemFailures: [] } }
    },
    arrived: (last) => void places.push(`${last.eventID} after ${seen.length}`),
    giveUp: () => undefined,
    stopping,
    firstRetry: 1,
  }
  const over = scattered(readFigures(figures), clock)(delivery, page)
  await clock.move(200)
  await over
  return { seen, places }
}

const of = (seen: readonly string[], id: string) => seen.filter((name) => name.startsWith(id))

describe('a stream of several shards', () => {
  it('hands over each item in its order, and items not in theirs', async () => {
    const { seen, places } = await handedOver('streamRepeat=0')
    const written = page.map(({ eventID }) => String(eventID))
    expect(seen.toSorted()).toEqual(written.toSorted())
    expect(seen).not.toEqual(written)
    for (const id of 'abcdef') expect(of(seen, id)).toEqual(of(written, id))
    expect(places).toEqual(['f35 after 18'])
  })

  it('hands over some twice', async () => {
    const { seen, places } = await handedOver('streamRepeat=1')
    for (const id of 'abcdef') expect(of(seen, id)).toHaveLength(6)
    expect(places).toEqual(['f35 after 36'])
  })

  it('hands over the same with the same seed', async () => {
    const first = await handedOver('seed=5')
    expect(await handedOver('seed=5')).toEqual(first)
    expect(await handedOver('seed=6')).not.toEqual(first)
  })

  it('keeps its place while it is being stopped', async () => {
    expect((await handedOver('seed=5', AbortSignal.abort())).places).toEqual([])
  })
})
