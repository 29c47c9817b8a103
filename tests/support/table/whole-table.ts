import { type AttributeValue, ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb'
import type { TableClient } from '../../../lib/table/client.ts'
import type { World } from '../world.ts'

export type Image = Record<string, AttributeValue>

/** Where an image stands in the table. */
export const placeOf = ({ pk, sk }: Image): string => `${pk?.S}|${sk?.S}`

/** Every item of the table as the engine keeps it, whoever it belongs to. */
export const everyImage = async ({ name, documents }: TableClient): Promise<readonly Image[]> => {
  const images: Image[] = []
  let start: Image | undefined
  do {
    const command = new ScanCommand({ TableName: name, ConsistentRead: true, ExclusiveStartKey: start })
    const page = (await documents.send(command as never)) as unknown as ScanCommandOutput
    images.push(...(page.Items ?? []))
    start = page.LastEvaluatedKey
  } while (start)
  return images
}

/** Those of the world's own school, or of its partitions that begin with `below`. */
export const imagesAtHome = async (w: World, below = ''): Promise<readonly Image[]> =>
  (await everyImage(w.runtime.client)).filter(({ pk }) => pk?.S?.startsWith(`T#${w.home}#${below}`))
