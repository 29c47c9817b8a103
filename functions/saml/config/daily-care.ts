import { isDeepStrictEqual } from 'node:util'
import { Failure } from '../../../lib/contract/failure.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { listSchools } from '../../../lib/identity/school/tenants.ts'
import { signInChanged } from '../../../lib/identity/session/sign-in-notice.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import type { ScheduleWorld } from '../../../lib/scheduled/schedule.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Write } from '../../../lib/table/write.ts'
import { webAddress } from '../addresses.ts'
import { type Certificate, chainsTo, daysLeft, endingOf, readCertificates } from '../certificates.ts'
import { configPut, findConfig, idpSinceOf, type SamlConfig } from '../repository.ts'
import { fetchDocument, openInternet, readIdpMetadata, type Wire } from './idp-metadata.ts'

type World = Pick<ScheduleWorld, 'table' | 'now' | 'newId' | 'log' | 'settings'>

const system = { address: '127.0.0.1', userAgent: '', native: false, requestId: 'schedule' }

/** What the metadata say now, in a configuration that stays what else it is. Undefined when they cannot be used. */
const refreshed = async (world: World, config: SamlConfig, wire: Wire): Promise<SamlConfig | undefined> => {
  if (config.metadataUrl === undefined) return undefined
  const xml = await fetchDocument(config.metadataUrl, wire)
  if (xml === undefined) return undefined
  try {
    const { ssoUrl, sloUrl, certificates } = readIdpMetadata(xml, config.idpEntityId, world.now())
    const addresses = [ssoUrl, ...(sloUrl === undefined ? [] : [sloUrl])]
    if (!addresses.every((each) => webAddress(each, world.settings))) return undefined
    const read = readCertificates(certificates) ?? []
    const authorities = readCertificates(config.authorities, { authorities: true }) ?? []
    const chained = authorities.length === 0 || read.every((one) => chainsTo(one, authorities, world.now()))
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

const warnings = (world: World, config: SamlConfig) => {
  const due = config.isActive ? dueWarnings(config, world.now()) : []
  const writes = due.map(({ certificate, days }) => {
    const ends = certificate.validTo.slice(0, 10)
    return notificationDue(world, {
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

const refreshNoted = (world: World, { id: targetId }: SamlConfig, ended: boolean): Write[] => {
  const detail = ended ? { detail: { sessions: 'ended' } } : {}
  const deed = { action: 'saml.refresh', actor: 'system', targetType: 'saml', targetId, ...detail }
  const change = 'The identity provider has published other addresses or certificates, which were taken over.'
  return [audit({ ...world, device: system }, deed), signInChanged(world, change, { ended })]
}

const careFor = async (world: World, table: Table, wire: Wire): Promise<void> => {
  const config = await findConfig(table)
  if (!config) return
  const fresh = (await refreshed(world, config, wire)) ?? config
  const { warned, writes } = warnings(world, fresh)
  const next = { ...fresh, warned }
  if (isDeepStrictEqual(next, config)) return
  const at = world.now().toISOString()
  const after = { ...next, idpSince: idpSinceOf(config), updatedAt: at }
  const ending = await endingOf(table, table.tenant ?? '', config, after, world.now())
  await table.write([
    configPut(after),
    ...ending,
    ...(isDeepStrictEqual(fresh, config) ? [] : refreshNoted(world, config, ending.length > 0)),
    ...writes,
  ])
}

/**
 * Reads the metadata of every school's identity provider again, where it gave an address, and warns administrators 60, 30
 * and 7 days before a certificate ends. A school whose turn fails does not keep others from theirs.
 */
export const careForAll = async (world: World, wire: Wire = openInternet): Promise<void> => {
  for (const { tenantKey } of await listSchools(world.table)) {
    try {
      await careFor(world, world.table.at(tenantKey), wire)
    } catch (error) {
      world.log({
        level: 'warn',
        operation: 'clock.strike',
        schedule: 'saml.care',
        tenant: tenantKey,
        cause: error instanceof Error ? error.name : 'unknown',
      })
    }
  }
}
