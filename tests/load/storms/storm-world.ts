import type { Gateways } from '../../../lib/gateways/gateways.ts'
import { ulid } from '../../../lib/id.ts'
import { issuer } from '../../../lib/identity/session/issuer.ts'
import { verifier } from '../../../lib/identity/token/verifier.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { readSettings } from '../../../lib/settings.ts'
import { connect } from '../../../lib/table/client.ts'
import { meter } from '../../../lib/table/meter.ts'
import { openTable, type Table } from '../../../lib/table/table.ts'
import type { Write } from '../../../lib/table/write.ts'
import { putAll as putRows } from '../../support/table/bulk.ts'

export const home = 'storm'
export const sister = 'calm'
export const stormTable = 'storm'

const secrets = { ring: async () => ['a secret of the storm'], issued: async () => undefined }

/** Nothing leaves the platform in a storm. */
const gateways = { secrets } as Pick<Gateways, 'secrets'> as Gateways

/** The platform's own parts on an engine, without its servers. */
export const stormRuntime = (endpoint: string, more: Readonly<Record<string, string>> = {}): Runtime => {
  const settings = readSettings({
    STAGE: 'test',
    DEFAULT_TENANT: home,
    RATE_LIMIT_SCALE: '1',
    DYNAMODB_ENDPOINT: endpoint,
    ...more,
  })
  return {
    settings,
    client: connect({ TABLE_NAME: stormTable, DYNAMODB_ENDPOINT: endpoint }),
    gateways,
    issuer: issuer(secrets, settings.REFRESH_TOKEN_TTL),
    verifier: verifier(),
    schools: new Map(),
    now: () => new Date(),
    newId: () => ulid(Date.now()),
    log: () => undefined,
  }
}

export const tableOf = ({ client, now }: Runtime, tenant = home): Table =>
  openTable({ client, tenant, now, meter: meter() })

/** Puts many items of one school without asking what stood there. */
export const putAll = async (
  { client }: Runtime,
  tenant: string,
  writes: readonly Write[],
): Promise<void> => {
  await putRows(client, { tenant, nowSeconds: Math.floor(Date.now() / 1000) }, writes)
}

/** Everybody does their part, so many at a time. */
export const rush = async <V>(
  whole: readonly V[],
  act: (one: V, at: number) => Promise<void>,
  inFlight = 48,
): Promise<void> => {
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < whole.length; at = next++) await act(whole[at] as V, at)
  }
  await Promise.all(Array.from({ length: inFlight }, work))
}
