import type { DynamoDBRecord } from 'aws-lambda'
import { type Change, changesOf } from '../support/table/changes.ts'
import { wantedOf } from '../support/table/whole-table.ts'
import type { World } from '../support/world.ts'

const recordOf = ({ before, after }: Change): Pick<DynamoDBRecord, 'eventName' | 'dynamodb'> => ({
  eventName: after ? (before ? 'MODIFY' : 'INSERT') : 'REMOVE',
  dynamodb: {
    ...(before ? { OldImage: before as never } : {}),
    ...(after ? { NewImage: after as never } : {}),
  },
})

const entityOf = ({ dynamodb }: DynamoDBRecord): string =>
  dynamodb?.NewImage?.entity?.S ?? dynamodb?.OldImage?.entity?.S ?? ''

export type Order = (records: readonly DynamoDBRecord[]) => readonly DynamoDBRecord[]

/**
 * The stream of a world's own school as the differences between readings of what is written, each with a number of its own.
 * `arrange` may repeat notices and change their order; `without` leaves kinds of items out,
 * `only` all but these.
 */
export const attendanceStream = async (
  w: World,
  {
    arrange = (records: readonly DynamoDBRecord[]) => records,
    without = [] as readonly string[],
    only = undefined as readonly string[] | undefined,
  } = {},
) => {
  const changes = await changesOf(w.runtime.client, { wanted: wantedOf(w.home), below: `T#${w.home}#` })
  let numbers = 0
  /** What was written since the last call. */
  const fresh = async (): Promise<DynamoDBRecord[]> => {
    const records = (await changes()).map(recordOf).map(({ eventName, dynamodb }) => {
      numbers += 1
      return {
        eventName,
        dynamodb: {
          ...dynamodb,
          SequenceNumber: `${w.home}-${numbers}`,
          ApproximateCreationDateTime: w.clock.now().getTime() / 1000,
        },
      } as DynamoDBRecord
    })
    return records.filter(
      (record) => !without.includes(entityOf(record)) && (only?.includes(entityOf(record)) ?? true),
    )
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

/** Lets the consumers of event changes run: they schedule reminders and ends. */
export const eventStream = (w: World) => attendanceStream(w, { only: ['EventCard', 'EventBody'] })

/** Rows that the stream counts for an item that many people touch. */
const countedRows = ['OrgMember', 'OrgRoleHolder', 'OrgFollower', 'Message', 'Reply', 'Like']

/** Lets what was written since be counted, and nothing else happen. */
export const countsStream = (w: World) => attendanceStream(w, { only: countedRows })
