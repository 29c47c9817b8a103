import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { carryOut, failUnavailable, isMeeting, isThrottling, nameOf, type Ports } from './call.ts'
import { areOwn, notePut, type Refused } from './marks.ts'
import { patientPauses } from './pause.ts'
import { alive, fieldsOf, refusing } from './read.ts'
import { addressOf, requestOf, type Write } from './write.ts'

/**
 * The outcome of an all-or-nothing write. When a condition did not hold, `failed` lists the positions of those writes
 * and `found` holds what stood there instead.
 */
export type Written =
  | { readonly ok: true }
  | { readonly ok: false; readonly failed: readonly number[]; readonly found: readonly unknown[] }

type Reason = { Code?: string; Item?: unknown }

const names = { put: 'Put', update: 'Update', remove: 'Delete', check: 'ConditionCheck' } as const

const reasonsOf = (error: unknown): readonly Reason[] =>
  nameOf(error) === 'TransactionCanceledException'
    ? ((error as { CancellationReasons?: Reason[] }).CancellationReasons ?? [])
    : []

/**
 * Carries out all writes or none. A conflict with another transaction is tried again, under one idempotency token, after
 * random pauses of up to some seconds in all; what still conflicts then is `StoreUnavailable` (rules/table 14).
 */
export const transact = async (ports: Ports, writes: readonly Write[], token: string): Promise<Written> => {
  const { making } = ports
  await making?.settled()
  const nowSeconds = Math.floor(ports.now().getTime() / 1000)
  const place = { tenant: ports.tenant, nowSeconds, mark: making?.mark }
  const command = {
    TransactItems: writes.map((write) => ({
      [names[write.does]]: { TableName: ports.client.name, ...requestOf(write, place) },
    })),
    ClientRequestToken: token,
    ReturnConsumedCapacity: 'TOTAL' as const,
  }
  const again = patientPauses(ports.client.wait)
  for (;;) {
    try {
      const send = () => ports.client.documents.send(new TransactWriteCommand(command))
      await carryOut(ports, 'write', send, again)
      noteMade(ports, writes)
      return { ok: true }
    } catch (error) {
      const reasons = reasonsOf(error)
      const failed = reasons.flatMap(({ Code }, at) => (Code === 'ConditionalCheckFailed' ? [at] : []))
      if (areOwn(making, refusedPuts(reasons, writes))) {
        noteMade(ports, writes)
        return { ok: true }
      }
      if (failed.length > 0)
        return { ok: false, failed, found: reasons.map((reason, at) => foundAt(reason, writes[at], ports)) }
      const codes = reasons.map(({ Code = '' }) => Code)
      const met = codes.some(isMeeting)
      if (!met && !codes.some(isThrottling)) throw error
      ports.meter.note(met ? 'conflicts' : 'throttles')
      if (!(await again())) failUnavailable()
    }
  }
}

/** Those that were to put where nothing may be, whether or not they were the ones that failed. */
const refusedPuts = (reasons: readonly Reason[], writes: readonly Write[]): Refused[] =>
  reasons.flatMap(({ Item }, at) => {
    const write = writes[at]
    return write?.does === 'put' && write.condition.absent ? [{ item: refusing(Item) }] : []
  })

const noteMade = ({ making, tenant }: Ports, writes: readonly Write[]): void => {
  if (!making) return
  for (const write of writes)
    if (write.does === 'put')
      notePut(
        making,
        addressOf({ entity: write.entity, holes: write.value as Record<string, string> }, tenant),
      )
}

const foundAt = ({ Item }: Reason, write: Write | undefined, ports: Ports): unknown => {
  const item = refusing(Item)
  return write && alive(item, ports.now()) ? fieldsOf(write.entity, item) : undefined
}
