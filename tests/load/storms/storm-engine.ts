import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { startEngine } from '../../../infra/local/data/engine.ts'
import { figuresIn } from '../../../infra/local/like-aws/figures.ts'
import type { ModelServer } from '../../../infra/local/like-aws/front.ts'
import { startModelProcess } from '../../../infra/local/like-aws/own-process.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { tableDefinition } from '../../../lib/table/schema.ts'
import { stormTable } from './storm-world.ts'

export type StormEngine = {
  /** Where people and events are written before the storm. */
  readonly plain: string
  /** Where the storm goes, once everything is written that was there before it. */
  readonly endpoint: () => Promise<string>
  readonly stop: () => Promise<void>
}

/** A front fills its copies when it first meets a table, and answers once that is done. */
export const filled = async (front: ModelServer): Promise<ModelServer> => {
  const answer = await fetch(front.endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': 'DynamoDB_20120810.GetItem', 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({ TableName: stormTable, Key: { pk: { S: '-' }, sk: { S: '-' } } }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return front
}

/**
 * An engine for one storm. With `likeAws` the storm meets a front that behaves as DynamoDB does, with the figures of
 * `LIKE_AWS`; its copies hold what is there when it starts, so it starts with the first call of `endpoint`.
 */
export const stormEngine = async (dataDir: string, likeAws: boolean): Promise<StormEngine> => {
  const engine = await startEngine({ dataDir })
  let front: Promise<ModelServer> | undefined
  const endpoint = async (): Promise<string> => {
    if (!likeAws) return engine.endpoint
    front ??= startModelProcess(engine.endpoint, figuresIn(process.env)).then(filled)
    return (await front).endpoint
  }
  const stop = async (): Promise<void> => {
    await (await front)?.stop()
    await engine.stop()
  }
  return { plain: engine.endpoint, endpoint, stop }
}

/** Makes the table of a storm without its stream, under which this engine slows down with the records that it keeps. */
export const makeStormTable = async ({ client }: Runtime): Promise<void> => {
  const { StreamSpecification: _, ...definition } = tableDefinition(stormTable)
  await client.documents.send(new CreateTableCommand(definition) as never)
}
