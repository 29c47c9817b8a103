import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/client-dynamodb'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { consume, consumers } from '../../functions/stream/handler.ts'
import type { Consumer } from '../../lib/consumer.ts'
import type { Runtime } from '../../lib/runtime.ts'
import { type Image, imagesAtHome } from './table/whole-table.ts'
import type { World } from './world.ts'

const watched = new Set(['NotificationDue', 'ChannelDue'])

/** What is in one partition, or in all of the school. */
const imagesOf = async (w: World, cause?: string): Promise<readonly Image[]> => {
  if (cause === undefined) return imagesAtHome(w)
  const { name, documents } = w.runtime.client
  const images: Image[] = []
  let start: Image | undefined
  do {
    const command = new QueryCommand({
      TableName: name,
      ConsistentRead: true,
      ExclusiveStartKey: start,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: `T#${w.home}#OUT#${cause}` } },
    })
    const page = (await documents.send(command as never)) as unknown as QueryCommandOutput
    images.push(...(page.Items ?? []))
    start = page.LastEvaluatedKey
  } while (start)
  return images
}

export type Stream = {
  /** Notices of what was written since the last call: rows that are due, and their later versions. */
  fresh(): Promise<DynamoDBRecord[]>
  /** Delivers what is fresh until nothing more comes of it. */
  drain(): Promise<void>
  /** Delivers these. What they have changed is there for everybody then. */
  carry(records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse>
}

/** The notice of one image; its number follows from the place and the version of the row. */
export const noticeOf = (image: Image, before?: Image): DynamoDBRecord => {
  const number = [image.pk?.S, image.sk?.S, image.attempt?.N ?? '0'].join('|')
  return {
    eventID: number,
    eventName: before ? 'MODIFY' : 'INSERT',
    dynamodb: {
      SequenceNumber: number,
      NewImage: image as never,
      ...(before ? { OldImage: before as never } : {}),
    },
  }
}

/** The notice that an item is gone. */
export const goneNotice = async (w: World, sk: string): Promise<DynamoDBRecord> => {
  const image = (await imagesOf(w)).find((one) => one.sk?.S === sk)
  if (!image) throw new Error(`there is no item ${sk}`)
  return { eventName: 'REMOVE', dynamodb: { SequenceNumber: `gone ${sk}`, OldImage: image as never } }
}

/** The stream of a world's own school, as far as notifications follow it; that of one cause where it is named. */
export const streamOf = (
  w: World,
  rows: readonly Consumer[] = consumers,
  runtime: Runtime = w.runtime,
  cause?: string,
): Stream => {
  const seen = new Map<string, Image>()
  const consumed = consume(rows, () => runtime)
  const fresh = async (): Promise<DynamoDBRecord[]> => {
    const images = (await imagesOf(w, cause)).filter(({ entity }) => watched.has(entity?.S ?? ''))
    return images.flatMap((image) => {
      const place = `${image.pk?.S}|${image.sk?.S}`
      const before = seen.get(place)
      seen.set(place, image)
      if (before && before.attempt?.N === image.attempt?.N) return []
      return [noticeOf(image, before)]
    })
  }
  const carry = async (records: readonly DynamoDBRecord[]) => {
    const outcome = await consumed({ Records: [...records] })
    await w.caughtUp()
    return outcome
  }
  const drain = async (): Promise<void> => {
    for (let records = await fresh(); records.length > 0; records = await fresh()) {
      const { batchItemFailures } = await carry(records)
      if (batchItemFailures.length > 0)
        throw new Error(`not carried out: ${JSON.stringify(batchItemFailures)}`)
    }
  }
  return { fresh, drain, carry }
}
