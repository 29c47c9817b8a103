import { type AttributeValue, GetItemCommand } from '@aws-sdk/client-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import type { PieceLimits } from '../../functions/exports/pieces.ts'
import { exportJob } from '../../functions/exports/repository.ts'
import { taskHandlers } from '../../functions/exports/scheduled-tasks.ts'
import { exportConsumers } from '../../functions/exports/stream-consumers.ts'
import { consume } from '../../functions/stream/handler.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { runTask } from '../../lib/scheduled/run.ts'
import { dueShards, scheduledTask } from '../../lib/scheduled/task.ts'
import { put } from '../../lib/table/write.ts'
import type { Person } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import type { World } from '../support/world.ts'

type Image = Record<string, AttributeValue>
export type Kind = 'organizations' | 'people' | 'events' | 'budgets' | 'school'

/** The row of an export as the stream shows it. */
export const imageOf = async (w: World, kind: Kind): Promise<Image | undefined> => {
  const { name, documents } = w.runtime.client
  const Key = { pk: { S: `T#${w.home}#EXPORTS` }, sk: { S: kind } }
  const command = new GetItemCommand({ TableName: name, Key, ConsistentRead: true })
  return ((await documents.send(command as never)) as { Item?: Image }).Item
}

export const jobOf = (w: World, kind: Kind) => w.table().get(exportJob, { kind }, { strong: true })

const recordOf = (after: Image, before?: Image): DynamoDBRecord => ({
  eventName: before ? 'MODIFY' : 'INSERT',
  dynamodb: {
    SequenceNumber: `${after.id?.S} ${after.turn?.N} ${after.nudges?.N}`,
    NewImage: after as never,
    ...(before ? { OldImage: before as never } : {}),
  },
})

/** One notice of the export as it stands, as often as asked for at the same time. */
export const oneNotice = async (w: World, kind: Kind, limits?: PieceLimits, times = 1) => {
  const image = await imageOf(w, kind)
  if (!image) throw new Error('there is no export')
  const carry = consume(exportConsumers(limits), () => w.runtime)
  return Promise.all(Array.from({ length: times }, () => carry({ Records: [recordOf(image)] })))
}

/** Delivers notices of an export until it is over; answers how many pieces that took. */
export const carried = async (w: World, kind: Kind, limits?: PieceLimits): Promise<number> => {
  for (let pieces = 0; pieces < 1000; pieces += 1) {
    const job = await jobOf(w, kind)
    if (job?.status !== 'running') return pieces
    await oneNotice(w, kind, limits)
    if ((await jobOf(w, kind))?.turn === job.turn) throw new Error('the export does not move')
  }
  throw new Error('the export does not end')
}

/** The file behind an export that is done. */
export const fileOf = async (w: World, kind: Kind): Promise<string> => {
  const job = await jobOf(w, kind)
  const bytes = job && (await w.runtime.gateways.exports.read(job.fileKey))
  if (!bytes) throw new Error('there is no file')
  return Buffer.from(bytes).toString()
}

/** So many organizations more, of which one begins like a formula. */
export const crowdedSchool = async (
  dean: Person,
  w: World,
  size: number,
  more: object = {},
): Promise<void> => {
  const { orgId } = await founded(dean)
  const card = await w.table().get(organization, { orgId })
  if (!card) throw new Error('the organization is gone')
  const writes = Array.from({ length: size }, (_, at) =>
    put(organization, {
      ...card,
      ...more,
      orgId: `many${at}`,
      org_name: at === 0 ? '=1+1' : `Many, "${at}"`,
      createdAt: `2025-01-01T00:00:00.${String(at).padStart(6, '0')}Z`,
    }),
  )
  for (let at = 0; at < size; at += 100) await w.table().write(writes.slice(at, at + 100))
  await w.caughtUp()
}

/** Carries out what of exports is due by now. */
export const sweptExports = async (w: World): Promise<void> => {
  const world = { ...w.runtime, table: w.table('www'), time: w.clock.now() }
  const hour = w.clock.now().toISOString().slice(0, 13)
  for (const shard of dueShards)
    for (const row of (await world.table.list(scheduledTask, { keyParams: { hour, shard }, limit: 100 }))
      .items)
      if (row.tenantKey === w.home && row.at <= w.clock.now().toISOString())
        await runTask(row, taskHandlers, world)
}
