import { type AttributeValue, ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import type { World } from '../support/world.ts'

/** A notice for every item of a school, as if each had just been made; of one kind where it is named. */
export const inserted = async (w: World, tenant: string, kind?: string): Promise<DynamoDBRecord[]> => {
  const { name, documents } = w.runtime.client
  const images: Record<string, AttributeValue>[] = []
  let start: Record<string, AttributeValue> | undefined
  do {
    const command = new ScanCommand({
      TableName: name,
      ConsistentRead: true,
      ...(start ? { ExclusiveStartKey: start } : {}),
    })
    const page = (await documents.send(command as never)) as unknown as ScanCommandOutput
    images.push(...(page.Items ?? []))
    start = page.LastEvaluatedKey
  } while (start)
  return images
    .filter(
      ({ pk, entity }) => pk?.S?.startsWith(`T#${tenant}#`) && (kind === undefined || entity?.S === kind),
    )
    .map((image) => ({
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: `${image.pk?.S} ${image.sk?.S}`, NewImage: image as never },
    }))
}
