import type { Gateways } from './gateways/gateways.ts'
import { openGateways } from './gateways/open.ts'
import { ulid } from './id.ts'
import type { TenantRecord } from './identity/person/records.ts'
import { type Issuer, issuer } from './identity/session/issuer.ts'
import { type Verifier, verifier } from './identity/token/verifier.ts'
import { type Log, processLog } from './log.ts'
import { processSettings, type Settings } from './settings.ts'
import { connect, type TableClient } from './table/client.ts'

/** Resources that a process shares between its requests. Tests create their own, with their own clock and ids. */
export type Runtime = {
  readonly settings: Settings
  readonly client: TableClient
  readonly gateways: Gateways
  readonly issuer: Issuer
  readonly verifier: Verifier
  /** A short-lived cache of registry rows. */
  readonly schools: Map<string, { readonly record: TenantRecord | undefined; readonly until: number }>
  now(): Date
  newId(): string
  /** One line per request, without personal data. */
  readonly log: Log
}

const fromEnvironment = (): Runtime => {
  const settings = processSettings()
  const now = () => new Date()
  const gateways = openGateways(settings, now)
  return {
    settings,
    client: connect(settings),
    gateways,
    issuer: issuer(gateways.secrets, settings.REFRESH_TOKEN_TTL),
    verifier: verifier(),
    schools: new Map(),
    now,
    newId: () => ulid(Date.now()),
    log: processLog(settings),
  }
}

let running: Runtime | undefined

/** The runtime of this process, made on first use. */
export const processRuntime = (): Runtime => {
  running ??= fromEnvironment()
  return running
}
