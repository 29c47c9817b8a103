import { marshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import type { Entity } from '../../../lib/table/entity.ts'
import { addressOf } from '../../../lib/table/write.ts'
import type { World } from '../world.ts'

let numbers = 0

/** The notice of the stream that an item became another, of the world's own school. Undefined stands for no item. */
export const changeNotice = <V>(
  w: World,
  entity: Entity<V>,
  before: V | undefined,
  after: V | undefined,
  eventID?: string,
): DynamoDBRecord => {
  numbers += 1
  const image = (value: V | undefined) => {
    if (value === undefined) return undefined
    const place = addressOf({ entity: entity as Entity, keyParams: value as Record<string, string> }, w.home)
    return marshall({ ...value, ...place, entity: entity.name }, { removeUndefinedValues: true }) as never
  }
  const [OldImage, NewImage] = [image(before), image(after)]
  const kind = OldImage ? 'MODIFY' : 'INSERT'
  return {
    eventID: eventID ?? `storing-${process.pid}-${w.home}-${numbers}`,
    eventName: NewImage ? kind : 'REMOVE',
    dynamodb: {
      SequenceNumber: `storing-${numbers}`,
      ...(OldImage ? { OldImage } : {}),
      ...(NewImage ? { NewImage } : {}),
    },
  }
}

type Cost = { readonly depth: number; readonly readUnits: number }

/** What the last request of a world cost: round trips one behind the other, and read units. */
export const costOf = (w: World): Cost => {
  const cost = w.logs.at(-1)?.table as Cost | undefined
  if (!cost) throw new Error('nothing was asked')
  return cost
}
