import { isDeepStrictEqual } from 'node:util'
import type { DynamoDBRecord } from 'aws-lambda'
import { type Image, imagesAtHome, placeOf } from '../support/table/whole-table.ts'
import type { World } from '../support/world.ts'

type Snapshot = ReadonlyMap<string, Image>

const imagesOf = async (w: World): Promise<Snapshot> =>
  new Map((await imagesAtHome(w)).map((image) => [placeOf(image), image]))

const differences = (before: Snapshot, after: Snapshot): Pick<DynamoDBRecord, 'eventName' | 'dynamodb'>[] => [
  ...[...before].flatMap(([at, OldImage]) =>
    after.has(at) ? [] : [{ eventName: 'REMOVE' as const, dynamodb: { OldImage: OldImage as never } }],
  ),
  ...[...after].flatMap(([at, NewImage]) => {
    const OldImage = before.get(at)
    const images = { NewImage: NewImage as never, ...(OldImage ? { OldImage: OldImage as never } : {}) }
    if (OldImage && isDeepStrictEqual(OldImage, NewImage)) return []
    return [{ eventName: OldImage ? ('MODIFY' as const) : ('INSERT' as const), dynamodb: images }]
  }),
]

const entityOf = ({ dynamodb }: DynamoDBRecord): string =>
  dynamodb?.NewImage?.entity?.S ?? dynamodb?.OldImage?.entity?.S ?? ''

export type Order = (records: readonly DynamoDBRecord[]) => readonly DynamoDBRecord[]

/**
 * The stream of a world's own school as the differences between readings of its table, each with a number of its own.
 * `arrange` may repeat notices and change their order; `without` leaves kinds of items out.
 */
export const attendanceStream = async (
  w: World,
  { arrange = (records: readonly DynamoDBRecord[]) => records, without = [] as readonly string[] } = {},
) => {
  let seen = await imagesOf(w)
  let numbers = 0
  /** What was written since the last call. */
  const fresh = async (): Promise<DynamoDBRecord[]> => {
    const now = await imagesOf(w)
    const records = differences(seen, now).map(({ eventName, dynamodb }) => {
      numbers += 1
      return {
        eventName,
        dynamodb: { ...dynamodb, SequenceNumber: `${w.home}-${numbers}` },
      } as DynamoDBRecord
    })
    seen = now
    return records.filter((record) => !without.includes(entityOf(record)))
  }
  const carry = async (records: readonly DynamoDBRecord[]): Promise<void> => {
    const { batchItemFailures } = await w.deliver(arrange(records))
    if (batchItemFailures.length > 0) throw new Error(`not carried out: ${JSON.stringify(batchItemFailures)}`)
  }
  /** Carries out what was written until nothing more comes of it. */
  const drain = async (): Promise<void> => {
    for (let records = await fresh(); records.length > 0; records = await fresh()) await carry(records)
  }
  return { fresh, carry, drain }
}
