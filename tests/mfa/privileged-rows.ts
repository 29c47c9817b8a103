import { contracts } from '../../functions/routes.ts'
import { type Row, requiresRecentFactor } from '../../lib/contract/row.ts'
import type { Agent } from '../support/agent.ts'

type Privileged = readonly [operation: string, row: Row]

export const privileged: readonly Privileged[] = Object.values(contracts).flatMap(({ rows }) =>
  Object.entries(rows as Readonly<Record<string, Row>>).filter(([, row]) => requiresRecentFactor(row)),
)

/** Sends an operation as it stands: what it needs beyond the right to call it does not matter here. */
export const call = (device: Agent, operation: string, input: object = {}) =>
  (device as unknown as Record<string, (input: object) => ReturnType<Agent['validateToken']>>)[operation]?.(
    input,
  )

export const codeOf = (reply: Awaited<ReturnType<Agent['validateToken']>> | undefined): string | undefined =>
  reply?.body?.code
