import type { Context } from '../../../lib/context.ts'
import type { FailureKind } from '../../../lib/contract/failure.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import { type SamlTrace, samlTrace } from '../repository.ts'
import type { Profile, Received } from '../sign-in/attributes.ts'
import { type Checks, checks } from './checks.ts'

type World = Pick<Context<'anyone'>, 'now' | 'newId' | 'device'>

/** What is noted while a message is looked at. The person who fails is shown `id`, and administrators read the rest. */
export type Tracing = {
  readonly id: string
  readonly checks: Checks
  kind: SamlTrace['kind']
  received: Received
  mapped: Profile | undefined
}

const keptSeconds = 7 * 24 * 3600

/** Short enough to be read out on the telephone: the end of an id is what differs most. */
export const tracing = ({ newId }: World, kind: SamlTrace['kind']): Tracing => ({
  id: newId().slice(-10),
  checks: checks(),
  kind,
  received: new Map(),
  mapped: undefined,
})

const most = { attributes: 60, values: 10, characters: 300 }

const shown = (received: Received): Record<string, string[]> =>
  Object.fromEntries(
    [...received]
      .slice(0, most.attributes)
      .map(([name, values]) => [
        name.slice(0, most.characters),
        values.slice(0, most.values).map((value) => value.slice(0, most.characters).toWellFormed()),
      ]),
  )

/** The row of one attempt, for the transaction of the session or alone. It is gone after seven days. */
export const traceWrite = (
  { now, device }: World,
  { id, kind, checks: { done }, received, mapped }: Tracing,
  refused?: FailureKind,
): { value: SamlTrace; write: Write } => {
  const at = now()
  const value: SamlTrace = {
    id,
    at: at.toISOString(),
    kind,
    outcome: refused ? 'refused' : 'ok',
    message: refused?.message ?? 'ok',
    ...(refused?.code === undefined ? {} : { code: refused.code }),
    checks: done.map((check) => ({ ...check })),
    received: shown(received),
    mapped: Object.fromEntries(Object.entries(mapped ?? {}).filter(([, text]) => text !== undefined)),
    redacted: false,
    requestId: device.requestId,
    expiresAt: new Date(at.getTime() + keptSeconds * 1000).toISOString(),
  }
  return { value, write: put(samlTrace, value) }
}

/** The same trace without what it says about a person. */
export const redacted = (trace: SamlTrace): SamlTrace => ({
  ...trace,
  received: Object.fromEntries(Object.keys(trace.received).map((name) => [name, []])),
  mapped: Object.fromEntries(Object.keys(trace.mapped).map((name) => [name, ''])),
  redacted: true,
})
