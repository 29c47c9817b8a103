import { X509Certificate } from 'node:crypto'
import { fail } from '../../lib/contract/failure.ts'
import { longestSessionSeconds } from '../../lib/contract/session-lifetime.ts'
import { dayMs } from '../../lib/contract/time.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import { endSchoolTrust, findSchool } from '../../lib/identity/school/tenants.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Write } from '../../lib/table/write.ts'
import { skewSeconds } from './clock-skew.ts'
import { OnlyWayIn } from './contract/failures.ts'
import type { SamlConfig } from './repository.ts'

/**
 * A certificate of an identity provider, in the form in which administrators compare and replace it. Times are ISO
 * 8601.
 */
export type Certificate = {
  readonly pem: string
  readonly fingerprint: string
  readonly subject: string
  readonly validFrom: string
  readonly validTo: string
}

const block = /-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END CERTIFICATE-----/g
const bare = /^[\sA-Za-z0-9+/]+(?:={1,2}\s*)?$/
const minKeyBits = 2048
export const maxCertificates = 10

const linesOf = (base64: string): string => base64.replace(/\s+/g, '').replace(/(.{64})(?=.)/g, '$1\n')

const parseCertificate = (base64: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(`-----BEGIN CERTIFICATE-----\n${linesOf(base64)}\n-----END CERTIFICATE-----\n`)
  } catch {
    return undefined
  }
}

const isStrong = ({ publicKey }: X509Certificate): boolean =>
  publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= minKeyBits

const certificateView = (certificate: X509Certificate): Certificate => ({
  pem: certificate.toString(),
  fingerprint: certificate.fingerprint256,
  subject: certificate.subject?.replaceAll('\n', ', ') ?? '',
  validFrom: new Date(certificate.validFrom).toISOString(),
  validTo: new Date(certificate.validTo).toISOString(),
})

const blocksOf = (text: string): readonly string[] => {
  const inPem = [...text.matchAll(block)].map(([, base64 = '']) => base64)
  if (inPem.length > 0) return text.replace(block, '').trim() === '' ? inPem : []
  return bare.test(text) ? [text] : []
}

/**
 * Reads certificates as PEM (one or several in a row) or as bare base64. Undefined unless all of them are readable and
 * hold an RSA key of at least 2048 bits. Duplicates count once.
 */
export const readCertificates = (
  texts: readonly string[],
  { authorities = false } = {},
): readonly Certificate[] | undefined => {
  const all = texts.map(blocksOf)
  if (all.some((blocks) => blocks.length === 0)) return undefined
  const certificates = all.flat().map(parseCertificate)
  const good = certificates.filter((one): one is X509Certificate => one !== undefined)
  if (good.length !== certificates.length || good.length > maxCertificates) return undefined
  if (!authorities && !good.every(isStrong)) return undefined
  return [...new Map(good.map((one) => [one.fingerprint256, certificateView(one)])).values()]
}

/** Identifies a certificate in a document of many, for administrators. */
export const nameOfCertificate = ({ subject, fingerprint }: Certificate): string =>
  `certificate ${subject} (${fingerprint.slice(0, 11)}…)`

type CertificateVerdict = {
  readonly certificate?: Certificate
  readonly item: string
  readonly reason?: string
}

/** Reads one certificate of metadata (bare base64): the certificate, or why it cannot be used. */
export const judgeCertificate = (
  base64: string,
  now: Date,
  authorities: readonly Certificate[],
): CertificateVerdict => {
  const read = bare.test(base64) ? parseCertificate(base64) : undefined
  if (!read) return { item: 'certificate', reason: 'It cannot be read.' }
  const certificate = certificateView(read)
  const item = nameOfCertificate(certificate)
  const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = read.publicKey
  if (kind !== 'rsa') return { item, reason: `Its key is of the kind ${kind}. Only RSA keys are used.` }
  if (!isStrong(read))
    return { item, reason: `Its key has ${details?.modulusLength} bits. At least ${minKeyBits} are needed.` }
  if (isExpired(certificate, now))
    return { item, reason: `It expired on ${certificate.validTo.slice(0, 10)}.` }
  if (authorities.length > 0 && !chainsTo(certificate, authorities, now))
    return { item, reason: 'None of the configured authorities issued it.' }
  return { certificate, item }
}

export const isExpired = ({ validTo }: Certificate, now: Date): boolean =>
  Date.parse(validTo) <= now.getTime()

/** Milliseconds by which clocks may differ. */
const skew = skewSeconds * 1000

/** Whether signatures by it count now. A certificate that begins later is stored for a coming rotation. */
export const isCurrent = (certificate: Certificate, now: Date): boolean =>
  !isExpired(certificate, now) && Date.parse(certificate.validFrom) <= now.getTime() + skew

/** The stored certificates that count now, and the expired one that ended last. */
export const trustedCertificates = (pems: readonly string[], now: Date) => {
  const all = readCertificates(pems) ?? []
  const [expired] = all.filter((one) => isExpired(one, now)).sort((a, b) => (a.validTo < b.validTo ? 1 : -1))
  return { certificates: all.filter((one) => isCurrent(one, now)), expired }
}

/** Whole days until expiry, negative after it. */
export const daysLeft = ({ validTo }: Certificate, now: Date): number =>
  Math.floor((Date.parse(validTo) - now.getTime()) / dayMs)

/** Whether one of the given authorities issued a certificate. The authority must be a current CA certificate. */
export const chainsTo = (
  certificate: Certificate,
  authorities: readonly Certificate[],
  now: Date,
): boolean => {
  const own = new X509Certificate(certificate.pem)
  return authorities.some((authority) => {
    const issuer = new X509Certificate(authority.pem)
    return issuer.ca && isCurrent(authority, now) && own.checkIssued(issuer) && own.verify(issuer.publicKey)
  })
}

/** Whether a session that was opened by a signature of this certificate may still be alive. */
const mayHaveSigned = ({ validFrom, validTo }: Certificate, now: Date): boolean =>
  Date.parse(validFrom) <= now.getTime() + skew &&
  Date.parse(validTo) + skew + longestSessionSeconds * 1000 > now.getTime()

/**
 * Whether a change withdraws trust from earlier sign-ins. It does if the provider is switched on or off or replaced. So
 * does removing a certificate that it may have signed with. An added certificate withdraws nothing.
 */
const endsTrust = (before: SamlConfig, after: SamlConfig, now: Date): boolean => {
  const removedCertificates = readCertificates(
    before.certificates.filter((pem) => !after.certificates.includes(pem)),
  )
  return (
    before.isActive !== after.isActive ||
    before.idpEntityId !== after.idpEntityId ||
    removedCertificates === undefined ||
    removedCertificates.some((one) => mayHaveSigned(one, now))
  )
}

/**
 * The provider stays while people may have no other way to sign in. The sign-in policy shows whom its end locks out
 * (rules/auth 37).
 */
const requireOtherSignIn = ({ door }: TenantRecord): void => {
  // A mailed reset replaces a forgotten password.
  if (door?.ways.includes('saml') && !door.ways.includes('password')) fail(OnlyWayIn)
}

/**
 * Writes for the sessions and links that end with a change of a stored configuration. They belong in the transaction of
 * the change, on the condition that the school has not changed since; empty when nothing ends.
 */
export const trustEndWrites = async (
  table: Table,
  tenantKey: string,
  before: SamlConfig,
  after: SamlConfig,
  now: Date,
): Promise<readonly Write[]> => {
  if (before.version === 0 || !endsTrust(before, after, now)) return []
  const school = await findSchool(table, tenantKey)
  // Outside production an unregistered school can respond. It has no trust number, so nothing there can end.
  const another = before.idpEntityId !== after.idpEntityId
  if (school && before.isActive && !after.isActive) requireOtherSignIn(school)
  return school ? endSchoolTrust(school, { samlVersion: before.version + 1, another }, now) : []
}
