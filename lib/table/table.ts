import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ConcurrentChange } from '../contract/failures.ts'
import { type BatchingReader, batchingReader, reader } from './batch.ts'
import { batchingWriter } from './batch-write.ts'
import { type CallContext, neverResent, retriesOf, sendCommand } from './call.ts'
import { type ChangeOptions, changeItem, type PlanChange } from './change.ts'
import { type Condition, type Refusal, raise, refusalOf, type Versioned } from './condition.ts'
import type { Entity, KeyParams, Ref, ValueOf } from './entity.ts'
import { nameEntities, nameOf } from './fault.ts'
import { collect, type Listing, list, listKinds, type Page } from './lists/list.ts'
import { listRawItems, type Partition, purgePage, type RawPage, type RawPlace } from './lists/raw-items.ts'
import { fieldsOf, type Item, isUnexpired, refusedBy } from './read.ts'
import { areOwnPuts, isVisibleTo, type RepeatableRequest, recordPut } from './repeatable-request.ts'
import { type Attempt, type RetryOptions, retryOnConflict } from './retry.ts'
import { transact, type WriteResult } from './transact.ts'
import { addressOf, type Change, importItem, put, remove, requestOf, update, type Write } from './write.ts'

/**
 * `before` is the previous item, `after` the current one. Without success `found` is the item that refused the
 * condition, which named no refusal. `repeated`: the call was sent more than once, so that the refusing item may be its
 * own earlier write.
 */
export type Outcome<V> =
  | { readonly ok: true; readonly before?: V; readonly after?: V }
  | { readonly ok: false; readonly found?: V; readonly repeated?: boolean }

type Values<R extends readonly Ref[]> = { -readonly [I in keyof R]: ValueOf<R[I]['entity']> | undefined }

/** The table, opened for one tenant. Tenant items belong to that tenant; global items are shared. */
export type Table = {
  readonly tenant: string | undefined
  readonly cost: CallContext['meter']['cost']
  /** The same table for another tenant. Only `lib/identity` and consumers of the stream need it. */
  at(tenant: string): Table
  /** The same table for parallel work, with this default consistency of reads. Reads of one turn share a call. */
  reading(strong: CallContext['strong']): Table
  /** The same table for a run of a request that creates something. Prefetched items stay available. */
  making(making: RepeatableRequest): Table
  get<E extends Entity>(
    entity: E,
    keyParams: KeyParams<E>,
    options?: ReadOptions,
  ): Promise<ValueOf<E> | undefined>
  /** Any number of items in one round trip, in the order of `refs`. An item named several times is read once. */
  batchGet<const R extends readonly Ref[]>(refs: R, options?: ReadOptions): Promise<Values<R>>
  /** Starts reading items that are needed next. The first read of each uses it, unless something was written since. */
  prefetch(refs: readonly Ref[], options?: ReadOptions): void
  list<E extends Entity>(entity: E, listing: Listing): Promise<Page<ValueOf<E>>>
  /** One page of several kinds that share a partition and its order. `keyParams` fill the keys of the first kind. */
  listKinds<const E extends readonly Entity[]>(
    entities: E,
    listing: Listing,
  ): Promise<Page<ValueOf<E[number]>>>
  /** Several kinds that share a partition, in one query: every item below `pk`, by entity name. */
  collect<const E extends readonly Entity[]>(
    entities: E,
    keyParams: Readonly<Record<string, string>>,
    options?: ReadOptions,
  ): Promise<{ [I in keyof E]: ValueOf<E[I]>[] }>
  /** One page of all items in a tenant's partition, for an export. */
  listRawItems(place: RawPlace): Promise<RawPage>
  /** Removes one page of a partition's items, of any kind. Returns whether it found any. See `purgePage`. */
  purgePage(partition: Partition): Promise<boolean>
  /** Puts an imported item; without success `found` is the existing item. See `importItem` in `write.ts`. */
  importItem<V, H extends string>(entity: Entity<V, H>, value: V): Promise<Outcome<V>>
  put<V, H extends string>(
    entity: Entity<V, H>,
    value: V,
    condition?: Condition<V>,
    sending?: WriteOptions,
  ): Promise<Outcome<V>>
  update<E extends Entity>(
    entity: E,
    keyParams: KeyParams<E>,
    change: Change<ValueOf<E>>,
    condition?: Condition<ValueOf<E>>,
  ): Promise<Outcome<ValueOf<E>>>
  remove<E extends Entity>(
    entity: E,
    keyParams: KeyParams<E>,
    condition?: Condition<ValueOf<E>>,
  ): Promise<Outcome<ValueOf<E>>>
  /** A bounded counter: adds `by` unless the field would exceed `max`. Creates the item when it is absent. */
  bump<E extends Entity>(
    entity: E,
    value: ValueOf<E>,
    field: keyof ValueOf<E> & string,
    max: number,
    by?: number,
  ): Promise<Outcome<ValueOf<E>>>
  /**
   * Puts and removals without conditions, in any number, and not all or nothing. Everything of one turn goes out in
   * calls of 25. Only for writes that may be repeated.
   */
  store(writes: readonly Write[]): Promise<void>
  /** All or nothing, at most 100 writes. With the same `token`, a repetition within ten minutes has no effect. */
  write(writes: readonly Write[], token?: string): Promise<WriteResult>
  /** As `write`, and raises a refusal without a name as `otherwise`. So no refusal goes unnoticed. */
  commit(writes: readonly Write[], otherwise?: Refusal): Promise<void>
  /**
   * Reads an item strongly, plans its next version and writes that, with the plan's other writes, on condition that the
   * item is unchanged; after a conflict again, as `retryOnConflict` does. Returns the new value. See `changeItem`.
   */
  change<V extends Versioned, H extends string>(
    entity: Entity<V, H>,
    keyParams: KeyParams<Entity<V, H>>,
    plan: PlanChange<V>,
    options: ChangeOptions<V>,
  ): Promise<V>
  /** Reads, plans and writes again after a conflict (rules/table 13). See `retryOnConflict`. */
  retryOnConflict<R extends NonNullable<unknown> | null>(attempt: Attempt<R>, how?: RetryOptions): Promise<R>
}

export type WriteOptions = {
  /** Not sent again if it may have succeeded: fails with 503 instead. */
  readonly once?: boolean
}

export type ReadOptions = {
  /** Strongly consistent, at twice the cost. */
  readonly strong?: boolean
}

const commands = { put: PutCommand, update: UpdateCommand, remove: DeleteCommand } as const
const calls = { put: 'Put', update: 'Update', remove: 'Delete' } as const
const returns = { put: 'ALL_OLD', update: 'ALL_NEW', remove: 'ALL_OLD' } as const

const single = async <V>(
  ports: CallContext,
  write: Write,
  { once = false }: WriteOptions = {},
): Promise<Outcome<V>> => {
  if (write.does === 'check') throw new Error('a check belongs in a transaction')
  const { making } = ports
  await making?.claimSettled()
  const nowSeconds = Math.floor(ports.now().getTime() / 1000)
  const scope = { tenant: ports.tenant, nowSeconds, mark: making?.mark }
  const request = requestOf(write, scope)
  const input = {
    TableName: ports.client.name,
    ...request,
    ReturnValues: returns[write.does],
    ReturnConsumedCapacity: 'TOTAL',
  }
  const read = (item: Item | undefined) =>
    item && isUnexpired(item, ports.now()) ? (fieldsOf(write.entity, item) as V) : undefined
  try {
    const command = new commands[write.does](input as never)
    if (once)
      (command as PutCommand).middlewareStack.add(neverResent, { step: 'finalizeRequest', priority: 'low' })
    const result = await sendCommand(
      ports,
      { does: 'write', call: `${calls[write.does]}Item`, entity: write.entity.name },
      () => ports.client.documents.send(command as PutCommand),
    )
    if (write.does === 'put') recordPut(making, request.Item as Item)
    const value = read(result.Attributes)
    if (value === undefined) return { ok: true }
    return write.does === 'update' ? { ok: true, after: value } : { ok: true, before: value }
  } catch (error) {
    if (nameOf(error) !== 'ConditionalCheckFailedException') throw error
    const item = refusedBy((error as { Item?: unknown }).Item)
    if (write.does === 'put' && areOwnPuts(making, [{ item }])) {
      recordPut(making, request.Item as Item)
      const before = read(item)
      return before === undefined ? { ok: true } : { ok: true, before }
    }
    const found = read(item)
    const refusal = refusalOf(write.condition, found)
    if (refusal !== undefined) raise(refusal)
    const own = retriesOf(error) > 0 ? { repeated: true } : {}
    return found === undefined ? { ok: false, ...own } : { ok: false, found, ...own }
  }
}

type Address = ReturnType<typeof addressOf>

const placeOf = ({ pk, sk }: Address): string => `${pk}\n${sk}`

/** Addresses of expected items that an eventually consistent read did not find. */
const missingExpected = (
  refs: readonly Ref[],
  places: readonly string[],
  addresses: ReadonlyMap<string, Address>,
  items: ReadonlyMap<string, Item>,
): ReadonlyMap<string, Address> =>
  new Map(
    refs.flatMap(({ entity }, at) => {
      const place = places[at] ?? ''
      const address = addresses.get(place)
      return entity.keys.expected && address && !items.has(place) ? [[place, address] as const] : []
    }),
  )

/** Opens the table for a tenant. Without a tenant only global items are accessible. */
export const openTable = (
  ports: CallContext,
  batches: BatchingReader = batchingReader(ports),
  items = reader(ports, batches),
): Table => {
  const storeBatched = batchingWriter(ports)
  /** Prefetched items may be outdated after a write. */
  const runWrite: typeof single = (own, write, sending) => {
    items.forget()
    return single(own, write, sending)
  }
  const isStrong = (options: ReadOptions | undefined) =>
    options?.strong === true || ports.strong !== undefined
  const batchGet: Table['batchGet'] = async (refs, options) => {
    const strong = isStrong(options)
    const addresses = new Map<string, Address>()
    const places = refs.map((ref) => {
      const at = addressOf(ref, ports.tenant)
      const place = placeOf(at)
      addresses.set(place, at)
      return place
    })
    const first = await items.read(addresses, strong).catch((error: unknown) => {
      nameEntities(error, () => refs.map(({ entity }) => entity.name))
      throw error
    })
    const missed = strong ? new Map() : missingExpected(refs, places, addresses, first)
    const found = missed.size === 0 ? first : new Map([...first, ...(await items.read(missed, true))])
    const now = ports.now()
    return refs.map(({ entity }, at) => {
      const item = found.get(places[at] ?? '')
      return isUnexpired(item, now) && isVisibleTo(ports.making, item) ? fieldsOf(entity, item) : undefined
    }) as never
  }
  const table: Table = {
    tenant: ports.tenant,
    cost: ports.meter.cost,
    at: (tenant) => openTable({ ...ports, tenant }),
    reading: (strong) => openTable({ ...ports, strong, meter: ports.meter.branch() }, batches),
    making: (making) => openTable({ ...ports, making }, batches, items),
    batchGet,
    prefetch(refs, options) {
      const addresses = refs.map((ref) => addressOf(ref, ports.tenant))
      items.prefetch(new Map(addresses.map((at) => [placeOf(at), at])), isStrong(options))
    },
    get: async (entity, keyParams, options) => (await batchGet([{ entity, keyParams }], options))[0] as never,
    list: (entity, listing) => list(ports, entity, listing) as never,
    listKinds: (entities, listing) => listKinds(ports, entities, listing) as never,
    collect: (entities, keyParams, options) =>
      collect(ports, entities, keyParams, isStrong(options)) as never,
    listRawItems: (place) => listRawItems(ports, place),
    purgePage(partition) {
      items.forget()
      return purgePage(ports, partition)
    },
    importItem: (entity, value) => runWrite(ports, importItem(entity, value)),
    put: (entity, value, condition, sending) => runWrite(ports, put(entity, value, condition), sending),
    update: (entity, keyParams, change, condition) =>
      runWrite(ports, update(entity, keyParams, change, condition)),
    remove: (entity, keyParams, condition) => runWrite(ports, remove(entity, keyParams, condition)),
    bump: (entity, value, field, max, by = 1) => {
      const { [field]: _, ...rest } = value as Record<string, unknown>
      const change = { set: rest, add: { [field]: by } }
      const condition = { orAbsent: true, below: { [field]: max - by + 1 } }
      return runWrite(ports, update(entity as Entity, rest as never, change as never, condition as never))
    },
    async store(writes) {
      await ports.making?.claimSettled()
      items.forget()
      await storeBatched(writes)
    },
    write: (writes, token = crypto.randomUUID()) => {
      items.forget()
      return transact(ports, writes, token)
    },
    async commit(writes, otherwise = ConcurrentChange) {
      const { ok } = await table.write(writes)
      if (!ok) raise(otherwise)
    },
    change: (entity, keyParams, plan, options) => changeItem(table, entity, keyParams, plan, options),
    retryOnConflict(attempt, how) {
      const plan = (each: typeof attempt) => retryOnConflict(ports.client.wait, each, how)
      // A conflicting attempt has written nothing: the next attempt uses the same ids, as a repetition will.
      return ports.making?.ids.withIdsPerAttempt(attempt, plan) ?? plan(attempt)
    },
  }
  return table
}
