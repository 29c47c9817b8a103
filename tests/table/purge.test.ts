import { PutItemCommand } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard, eventPartitions } from '../../functions/events/index.ts'
import { purgeOrganization } from '../../functions/organizations/deletion/sweep.ts'
import { purgeEvent } from '../../functions/planning/purge.ts'
import { entityFiles } from '../../infra/derive/data-model.ts'
import { organization, orgPartitions } from '../../lib/identity/org/records.ts'
import { type Entity, fillTemplate } from '../../lib/table/entity.ts'
import { planned } from '../attendance/events.ts'
import { everyItem } from '../privacy/stream.ts'
import { registered } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

const entities = (await entityFiles()).flatMap((file) => file.entities as unknown as readonly Entity[])

/** Entities with dependents elsewhere, which a step of their domain removes first. `tests/organizations/purge.test.ts`. */
const ofSteps = new Set([
  'Budget',
  'DeletedMessage',
  'Message',
  'OrgApplication',
  'OrgFollower',
  'OrgMember',
  'VerificationRequest',
])

const parents = [
  { parent: 'EV#{eventId}', partitions: eventPartitions as readonly string[] },
  { parent: 'ORG#{orgId}', partitions: orgPartitions as readonly string[] },
]

let w: World

beforeAll(async () => {
  w = await world({ ownTable: true })
})

/** Stores an item of each entity of these partitions, with nothing but its keys, unless it exists. */
const storeOneOfEach = async (partitions: readonly string[], keyParams: Readonly<Record<string, string>>) => {
  const values = new Proxy({}, { get: (_, name) => keyParams[String(name)] ?? `some-${String(name)}` })
  const stored = entities.filter(({ name, keys }) => partitions.includes(keys.pk) && !ofSteps.has(name))
  for (const { name, keys } of stored) {
    const [pk, sk] = [fillTemplate(keys.pk, values), fillTemplate(keys.sk, values)]
    const Item = marshall({ ...keyParams, entity: name, pk: `T#${w.home}#${pk}`, sk })
    const { name: TableName, documents } = w.runtime.client
    const absent = { ConditionExpression: 'attribute_not_exists(pk)' }
    await documents.send(new PutItemCommand({ TableName, Item, ...absent }) as never).catch(() => undefined)
  }
}

/** The items in the partitions of one parent. */
const itemsBelow = async (prefix: string): Promise<string[]> =>
  (await everyItem(w))
    .filter(({ pk }) => `${String(pk)}#`.startsWith(`T#${w.home}#${prefix}#`))
    .map(({ entity }) => String(entity))

const contextOf = () => ({ ...w.runtime, table: w.table(), tenant: { key: w.home } }) as never

describe('whatever belongs to an event or an organization', () => {
  it.each(parents)(
    'is in a partition that is purged with it, or expires: $parent',
    ({ parent, partitions }) => {
      const below = entities.filter(({ keys }) => `${keys.pk}#`.startsWith(`${parent}#`))
      const left = below.filter(({ keys }) => !partitions.includes(keys.pk) && keys.ttl === undefined)
      expect(below.length).toBeGreaterThan(10)
      expect(left.map(({ name, keys }) => `${name} ${keys.pk}`)).toEqual([])
    },
  )

  // rules/planning 23
  it('goes with an event, and no other event', async () => {
    const [gone, other] = [await planned(w), await planned(w)]
    const { eventId } = gone
    for (const each of [gone, other]) await storeOneOfEach(eventPartitions, { eventId: each.eventId })
    const before = await itemsBelow(`EV#${other.eventId}`)
    expect(before.length).toBeGreaterThan(20)
    const purge = () => purgeEvent({ subject: eventId, version: '0' } as never, contextOf())
    expect([await purge(), (await itemsBelow(`EV#${eventId}`)).length]).toEqual([[], before.length])
    await w.table().update(eventCard, { eventId }, { set: { deletedAt: w.clock.now().toISOString() } })
    for (let page = 0; page < 20; page += 1) {
      const writes = await purge()
      if (writes.length > 0) await w.table().write(writes)
    }
    expect(await itemsBelow(`EV#${eventId}`)).toEqual([])
    expect(await itemsBelow(`EV#${other.eventId}`)).toEqual(before)
  })

  // rules/organizations 37
  it('goes with an organization, and no other organization', async () => {
    const ada = await registered(w, 'ada', { username: 'ada' })
    const [gone, other] = [await founded(ada), await founded(ada)]
    const { orgId } = gone
    for (const each of [gone, other]) await storeOneOfEach(orgPartitions, { orgId: each.orgId })
    const before = await itemsBelow(`ORG#${other.orgId}`)
    expect(before.length).toBeGreaterThan(20)
    const purge = () => purgeOrganization(orgId, 0, contextOf())
    await purge()
    expect(await itemsBelow(`ORG#${orgId}`)).toHaveLength(before.length)
    await w.table().update(organization, { orgId }, { set: { deletedAt: w.clock.now().toISOString() } })
    for (let page = 0; page < 20; page += 1) await purge()
    expect(await itemsBelow(`ORG#${orgId}`)).toEqual([])
    expect(await itemsBelow(`ORG#${other.orgId}`)).toEqual(before)
  })
})
