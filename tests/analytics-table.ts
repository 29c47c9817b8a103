import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb'
import type { World } from './world.ts'

/** Everything that is stored of a world's own school below a partition. */
export const imagesIn = async ({ runtime: { client }, home }: World, below: string) => {
  const command = new ScanCommand({ TableName: client.name, ConsistentRead: true })
  const { Items = [] } = (await client.documents.send(command as never)) as ScanCommandOutput
  return Items.filter(({ pk }) => pk?.S?.startsWith(`T#${home}#${below}`))
}
