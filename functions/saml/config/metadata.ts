import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../lib/context.ts'
import { Failure, fail } from '../../../lib/contract/failure.ts'
import { ValidationError } from '../../../lib/contract/failures.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { spend } from '../../../lib/identity/limit/limits.ts'
import { listSchools } from '../../../lib/identity/school/tenants.ts'
import { notifySignInChanged } from '../../../lib/identity/session/sign-in-notifications.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { preparedText } from '../../../lib/prepared-text.ts'
import type { ScheduleContext } from '../../../lib/scheduled/schedule.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Write } from '../../../lib/table/write.ts'
import { webAddress } from '../addresses.ts'
import { type Certificate, daysLeft, readCertificates, trustEndWrites } from '../certificates.ts'
import { InvalidUrl, MetadataUnreachable } from '../contract/failures.ts'
import type { ConfigBody, LeftOut, PresetName } from '../contract/shapes.ts'
import { samlLimits } from '../contract.ts'
import { configWrite, findConfig, type SamlConfig } from '../repository.ts'
import { saveConfig } from './configuration.ts'
import {
  fetchDocument,
  type ImportTerms,
  openInternet,
  readIdpMetadata,
  type Transport,
} from './idp-metadata.ts'

type MetadataImport = {
  readonly xml?: string | undefined
  readonly url?: string | undefined
  readonly attributePreset?: PresetName | undefined
}

const requireDocument = async (context: Context<'admin'>, { xml, url }: MetadataImport): Promise<string> => {
  if ((xml === undefined) === (url === undefined))
    return fail(ValidationError, { details: [{ field: 'xml', message: 'Send either xml or url' }] })
  if (xml !== undefined) return xml
  if (url === undefined || !webAddress(url, { production: true })) return fail(InvalidUrl, { field: 'url' })
  await spend(context, 'saml-import', samlLimits.imports, context.tenant.key)
  return (await fetchDocument(url)) ?? fail(MetadataUnreachable)
}

const termsOf = (
  { now, settings }: Pick<MetadataContext, 'now' | 'settings'>,
  config?: SamlConfig,
): ImportTerms => ({
  pinned: config?.idpEntityId,
  authorities: readCertificates(config?.authorities ?? [], { authorities: true }) ?? [],
  now: now(),
  isUsable: (address) => webAddress(address, settings) !== undefined,
})

/**
 * Fills the configuration from an identity provider's metadata. A configured provider cannot be replaced by a document
 * about another. With `url` the address is stored, and the schedule reads it again every day.
 */
export const importMetadata = async (
  context: Context<'admin'>,
  requested: MetadataImport,
): Promise<{ id: string; created: boolean; leftOut: readonly LeftOut[] }> => {
  const xml = await requireDocument(context, requested)
  const stored = await findConfig(context.table)
  const found = readIdpMetadata(xml, termsOf(context, stored))
  const { entityId, ssoUrl, sloUrl = null, sloResponseUrl = null, leftOut } = found
  const [x509Cert, ...additionalCerts] = found.certificates
  const body: ConfigBody = {
    idp: { entityId, ssoUrl, sloUrl, sloResponseUrl, x509Cert, additionalCerts },
    ...(requested.url === undefined ? {} : { metadataUrl: requested.url }),
    ...(requested.attributePreset === undefined ? {} : { attributePreset: requested.attributePreset }),
  }
  return { ...(await saveConfig(context, body, leftOut)), leftOut }
}

type MetadataContext = Pick<ScheduleContext, 'table' | 'now' | 'newId' | 'log' | 'settings'>

const system = { address: '127.0.0.1', userAgent: '', native: false, requestId: 'schedule' }

/**
 * The configuration with the current metadata; other fields stay unchanged. Undefined when the metadata cannot be used.
 */
const refreshConfig = async (
  context: MetadataContext,
  config: SamlConfig,
  wire: Transport,
): Promise<SamlConfig | undefined> => {
  if (config.metadataUrl === undefined) return undefined
  const xml = await fetchDocument(config.metadataUrl, wire)
  if (xml === undefined) return undefined
  try {
    const { ssoUrl, sloUrl, sloResponseUrl, certificates } = readIdpMetadata(xml, termsOf(context, config))
    const { sloUrl: _, sloResponseUrl: __, ...kept } = config
    return {
      ...kept,
      ssoUrl,
      ...(sloUrl === undefined ? {} : { sloUrl }),
      ...(sloResponseUrl === undefined ? {} : { sloResponseUrl }),
      certificates: [...certificates],
    }
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

const thresholds = [7, 30, 60]

/** Certificates that have passed the next warning threshold before their end; none while a successor is configured. */
const expiryWarnings = (
  config: SamlConfig,
  now: Date,
): readonly { certificate: Certificate; days: number }[] => {
  const all = readCertificates(config.certificates) ?? []
  const longest = Math.max(...all.map((one) => daysLeft(one, now)))
  if (longest > 60) return []
  return all.flatMap((certificate) => {
    const days = thresholds.find((each) => daysLeft(certificate, now) <= each)
    const warnedDays = config.warned[certificate.fingerprint] ?? Number.POSITIVE_INFINITY
    return days === undefined || warnedDays <= days ? [] : [{ certificate, days }]
  })
}

const warningWrites = (context: MetadataContext, config: SamlConfig) => {
  const pendingWarnings = config.isActive ? expiryWarnings(config, context.now()) : []
  const writes = pendingWarnings.map(({ certificate, days }) => {
    return notificationDue(context, {
      cause: `saml-certificate#${certificate.fingerprint}#${days}`,
      template: 'sign_in_certificate_expiring',
      to: { kind: 'administrators' },
      params: { moment: certificate.validTo, subject: certificate.subject },
    })
  })
  const told = Object.fromEntries(
    pendingWarnings.map(({ certificate, days }) => [certificate.fingerprint, days]),
  )
  return { warned: { ...config.warned, ...told }, writes }
}

const recordRefresh = (context: MetadataContext, { id: targetId }: SamlConfig, ended: boolean): Write[] => {
  const detail = ended ? { detail: { sessions: 'ended' } } : {}
  const audited = {
    action: 'saml.refresh',
    actor: 'system',
    targetType: 'saml',
    targetId,
    ...detail,
  } as const
  const change = preparedText(
    'The identity provider has published other addresses or certificates, which were taken over.',
  )
  return [audit({ ...context, device: system }, audited), notifySignInChanged(context, change, { ended })]
}

const refreshSchool = async (context: MetadataContext, table: Table, wire: Transport): Promise<void> => {
  const config = await findConfig(table)
  if (!config) return
  const fresh = (await refreshConfig(context, config, wire)) ?? config
  const { warned, writes } = warningWrites(context, fresh)
  const next = { ...fresh, warned }
  if (isDeepStrictEqual(next, config)) return
  const at = context.now().toISOString()
  const after = { ...next, updatedAt: at }
  const ending = await trustEndWrites(table, table.tenant ?? '', config, after, context.now())
  await table.write([
    configWrite(after),
    ...ending,
    ...(isDeepStrictEqual(fresh, config) ? [] : recordRefresh(context, config, ending.length > 0)),
    ...writes,
  ])
}

/**
 * Reads the metadata of every school's identity provider again, if it has an address. Warns administrators 60, 30 and 7
 * days before a certificate ends. A failure at one school does not affect others.
 */
export const refreshAllSchools = async (
  context: MetadataContext,
  wire: Transport = openInternet,
): Promise<void> => {
  for (const { tenantKey } of await listSchools(context.table)) {
    try {
      await refreshSchool(context, context.table.at(tenantKey), wire)
    } catch (error) {
      context.log({
        level: 'warn',
        operation: 'clock.strike',
        schedule: 'saml.care',
        tenant: tenantKey,
        cause: error instanceof Error ? error.name : 'unknown',
      })
    }
  }
}
