import { isDeepStrictEqual } from 'node:util'
import { Constants, ServiceProvider, SPMetadata } from 'samlify'
import type { Context } from '../../../lib/context.ts'
import { Failure, fail } from '../../../lib/contract/failure.ts'
import { ValidationError } from '../../../lib/contract/failures.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { spend } from '../../../lib/identity/limit/limits.ts'
import { listSchools } from '../../../lib/identity/school/tenants.ts'
import { signInChanged } from '../../../lib/identity/session/sign-in-notice.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import type { ScheduleContext } from '../../../lib/scheduled/schedule.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Write } from '../../../lib/table/write.ts'
import { placesOf, webAddress } from '../addresses.ts'
import { type Certificate, chainsTo, daysLeft, endingOf, readCertificates } from '../certificates.ts'
import { InvalidUrl, MetadataUnreachable } from '../contract/failures.ts'
import type { ConfigBody, PresetName } from '../contract/shapes.ts'
import { samlLimits } from '../contract.ts'
import { ownKey } from '../own-keys.ts'
import { configPut, findConfig, idpSinceOf, type SamlConfig } from '../repository.ts'
import { saveConfig } from './configuration.ts'
import { fetchDocument, openInternet, readIdpMetadata, type Wire } from './idp-metadata.ts'

const { binding, format } = Constants.namespace

const metadataAt = (origin: string, certificate: string, wantAssertionsSigned: boolean): string => {
  const { entityId, callback, logout, postedLogout } = placesOf(origin)
  const metadata = SPMetadata({
    entityID: entityId,
    authnRequestsSigned: true,
    wantAssertionsSigned,
    signingCert: certificate,
    encryptCert: certificate,
    // Names that stay the same, the better kind first; one that changes with every sign-in would name nobody.
    nameIDFormat: [format.persistent, format.emailAddress],
    singleLogoutService: [
      { Binding: binding.redirect, Location: logout },
      { Binding: binding.post, Location: postedLogout },
    ],
    assertionConsumerService: [{ Binding: binding.post, Location: callback, isDefault: true }],
    // The order that the schema of metadata demands; samlify's own default breaks it.
    elementsOrder: Constants.elementsOrder.shibboleth,
  })
  return metadata.getMetadata()
}

/** The platform as one school's service provider. It needs no identity provider yet: that one is set up from this. */
export const metadataOf = async (context: Context<'anyone'>): Promise<string> => {
  const [own, config] = await Promise.all([ownKey(context), findConfig(context.table)])
  const origin = config ? new URL(config.entityId).origin : context.tenant.origin
  const xml = metadataAt(origin, own.certificate, config?.wantAssertionsSigned ?? true)
  return ServiceProvider({ metadata: xml }).getMetadata()
}

type Wanted = {
  readonly xml?: string | undefined
  readonly url?: string | undefined
  readonly attributePreset?: PresetName | undefined
}

const documentOf = async (context: Context<'admin'>, { xml, url }: Wanted): Promise<string> => {
  if ((xml === undefined) === (url === undefined))
    return fail(ValidationError, { details: [{ field: 'xml', message: 'Give either xml or url' }] })
  if (xml !== undefined) return xml
  if (url === undefined || !webAddress(url, { production: true })) return fail(InvalidUrl, { field: 'url' })
  await spend(context, 'saml-import', samlLimits.imports, context.tenant.key)
  return (await fetchDocument(url)) ?? fail(MetadataUnreachable)
}

/**
 * Fills the configuration from the metadata of an identity provider. One that is configured already stays the same one:
 * a document about another is refused. With `url` the address is kept, and the schedule reads it again every day.
 */
export const importSamlMetadata = async (
  context: Context<'admin'>,
  wanted: Wanted,
): Promise<{ id: string; created: boolean }> => {
  const xml = await documentOf(context, wanted)
  const stored = await findConfig(context.table)
  const { entityId, ssoUrl, sloUrl, certificates } = readIdpMetadata(xml, stored?.idpEntityId, context.now())
  const [x509Cert, ...additionalCerts] = certificates
  const body: ConfigBody = {
    idp: { entityId, ssoUrl, sloUrl: sloUrl ?? null, x509Cert, additionalCerts },
    ...(wanted.url === undefined ? {} : { metadataUrl: wanted.url }),
    ...(wanted.attributePreset === undefined ? {} : { attributePreset: wanted.attributePreset }),
  }
  return saveConfig(context, body)
}

type MetadataContext = Pick<ScheduleContext, 'table' | 'now' | 'newId' | 'log' | 'settings'>

const system = { address: '127.0.0.1', userAgent: '', native: false, requestId: 'schedule' }

/** What the metadata say now, in a configuration that stays what else it is. Undefined when they cannot be used. */
const refreshed = async (
  context: MetadataContext,
  config: SamlConfig,
  wire: Wire,
): Promise<SamlConfig | undefined> => {
  if (config.metadataUrl === undefined) return undefined
  const xml = await fetchDocument(config.metadataUrl, wire)
  if (xml === undefined) return undefined
  try {
    const { ssoUrl, sloUrl, certificates } = readIdpMetadata(xml, config.idpEntityId, context.now())
    const addresses = [ssoUrl, ...(sloUrl === undefined ? [] : [sloUrl])]
    if (!addresses.every((each) => webAddress(each, context.settings))) return undefined
    const read = readCertificates(certificates) ?? []
    const authorities = readCertificates(config.authorities, { authorities: true }) ?? []
    const chained = authorities.length === 0 || read.every((one) => chainsTo(one, authorities, context.now()))
    if (!chained) return undefined
    const { sloUrl: _, ...kept } = config
    return { ...kept, ssoUrl, ...(sloUrl === undefined ? {} : { sloUrl }), certificates: [...certificates] }
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

const thresholds = [7, 30, 60]

/** Certificates whose end has come closer than administrators have been told; none while a successor is in place. */
const dueWarnings = (
  config: SamlConfig,
  now: Date,
): readonly { certificate: Certificate; days: number }[] => {
  const all = readCertificates(config.certificates) ?? []
  const longest = Math.max(...all.map((one) => daysLeft(one, now)))
  if (longest > 60) return []
  return all.flatMap((certificate) => {
    const days = thresholds.find((each) => daysLeft(certificate, now) <= each)
    const told = config.warned[certificate.fingerprint] ?? Number.POSITIVE_INFINITY
    return days === undefined || told <= days ? [] : [{ certificate, days }]
  })
}

const warnings = (context: MetadataContext, config: SamlConfig) => {
  const due = config.isActive ? dueWarnings(config, context.now()) : []
  const writes = due.map(({ certificate, days }) => {
    const ends = certificate.validTo.slice(0, 10)
    return notificationDue(context, {
      cause: `saml-certificate#${certificate.fingerprint}#${days}`,
      template: 'system',
      to: { kind: 'administrators' },
      priority: 'high',
      channels: ['in_app', 'email'],
      params: {
        title: 'The certificate for signing in expires soon',
        message: `On ${ends} the certificate of the identity provider (${certificate.subject}) expires, and nobody can sign in with it any more. Add the next one before that.`,
      },
    })
  })
  const told = Object.fromEntries(due.map(({ certificate, days }) => [certificate.fingerprint, days]))
  return { warned: { ...config.warned, ...told }, writes }
}

const refreshNoted = (context: MetadataContext, { id: targetId }: SamlConfig, ended: boolean): Write[] => {
  const detail = ended ? { detail: { sessions: 'ended' } } : {}
  const audited = { action: 'saml.refresh', actor: 'system', targetType: 'saml', targetId, ...detail }
  const change = 'The identity provider has published other addresses or certificates, which were taken over.'
  return [audit({ ...context, device: system }, audited), signInChanged(context, change, { ended })]
}

const careFor = async (context: MetadataContext, table: Table, wire: Wire): Promise<void> => {
  const config = await findConfig(table)
  if (!config) return
  const fresh = (await refreshed(context, config, wire)) ?? config
  const { warned, writes } = warnings(context, fresh)
  const next = { ...fresh, warned }
  if (isDeepStrictEqual(next, config)) return
  const at = context.now().toISOString()
  const after = { ...next, idpSince: idpSinceOf(config), updatedAt: at }
  const ending = await endingOf(table, table.tenant ?? '', config, after, context.now())
  await table.write([
    configPut(after),
    ...ending,
    ...(isDeepStrictEqual(fresh, config) ? [] : refreshNoted(context, config, ending.length > 0)),
    ...writes,
  ])
}

/**
 * Reads the metadata of every school's identity provider again, where it gave an address, and warns administrators 60, 30
 * and 7 days before a certificate ends. A school whose turn fails does not keep others from theirs.
 */
export const careForAll = async (context: MetadataContext, wire: Wire = openInternet): Promise<void> => {
  for (const { tenantKey } of await listSchools(context.table)) {
    try {
      await careFor(context, context.table.at(tenantKey), wire)
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
