import {
  type AttributeValue,
  BatchWriteItemCommand,
  ScanCommand,
  type ScanCommandInput,
  type ScanCommandOutput,
} from '@aws-sdk/client-dynamodb'
import type { TableClient } from '../../../lib/table/client.ts'
import type { World } from '../world.ts'

export type Image = Record<string, AttributeValue>

/** Where an image stands in the table. */
export const placeOf = ({ pk, sk }: Image): string => `${pk?.S}|${sk?.S}`

/** Which items the engine sends: those of other worlds, which share a file's table, need not be read here. */
export type Wanted = Pick<
  ScanCommandInput,
  'FilterExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>

/** What a school has in its partitions that begin with `below`. */
export const wantedOf = (tenant: string, below = ''): Wanted => ({
  FilterExpression: 'begins_with(pk, :school)',
  ExpressionAttributeValues: { ':school': { S: `T#${tenant}#${below}` } },
})

/** Every item of the table, or those that are wanted, as the engine keeps them. */
export const everyImage = async (
  { name, documents }: TableClient,
  wanted: Wanted = {},
): Promise<readonly Image[]> => {
  const images: Image[] = []
  let start: Image | undefined
  do {
    const request = { TableName: name, ConsistentRead: true, ExclusiveStartKey: start, ...wanted }
    const page = (await documents.send(new ScanCommand(request) as never)) as unknown as ScanCommandOutput
    images.push(...(page.Items ?? []))
    start = page.LastEvaluatedKey
  } while (start)
  return images
}

/** Those of the world's own school, or of its partitions that begin with `below`. */
export const imagesAtHome = (w: World, below = ''): Promise<readonly Image[]> =>
  everyImage(w.runtime.client, wantedOf(w.home, below))

/** Items of one request at most. */
const together = 25

/** Puts images into the table without conditions. */
export const storeImages = async (
  { name, documents }: TableClient,
  images: readonly Image[],
): Promise<void> => {
  const pages = Array.from({ length: Math.ceil(images.length / together) }, (_, at) =>
    images.slice(at * together, (at + 1) * together),
  )
  const put = (page: readonly Image[]) => {
    const RequestItems = { [name]: page.map((Item) => ({ PutRequest: { Item } })) }
    return documents.send(new BatchWriteItemCommand({ RequestItems }) as never)
  }
  await Promise.all(pages.map(put))
}
