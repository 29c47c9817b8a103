import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { handler } from '../../../functions/stream/handler.ts'
import { processSettings } from '../../../lib/settings.ts'
import { connect } from '../../../lib/table/client.ts'
import { print } from '../figures.ts'

// The consumer of the stream with everything it holds, fed with the notices of one export until that is over.
// node tests/load/durability/export-worker.ts <school> <kind>
const [school = '', kind = ''] = process.argv.slice(2)
const { documents, name } = connect(processSettings())

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>

const image = async (): Promise<Image> => {
  const Key = { pk: { S: `T#${school}#EXPORTS` }, sk: { S: kind } }
  const command = new GetItemCommand({ TableName: name, Key, ConsistentRead: true })
  const { Item } = (await documents.send(command as never)) as { Item?: Image }
  if (!Item) throw new Error('there is no export')
  return Item
}

const began = performance.now()
let pieces = 0
let stuck = 0
for (let job = await image(); job.status?.S === 'running' && stuck < 5; pieces += 1) {
  const SequenceNumber = `${pieces}`
  await handler({ Records: [{ eventName: 'INSERT', dynamodb: { SequenceNumber, NewImage: job } }] })
  const next = await image()
  stuck = next.turn?.N === job.turn?.N ? stuck + 1 : 0
  job = next
}
if (stuck > 0) process.exitCode = 1
print({ figure: 'pieces', value: pieces, unit: 'pieces', kind })
print({ figure: 'time', value: Math.round(performance.now() - began), unit: 'ms', kind })
print({
  figure: 'largest memory',
  value: Math.round(process.resourceUsage().maxRSS / 1024),
  unit: 'MB',
  budget: 256,
  kind,
})
