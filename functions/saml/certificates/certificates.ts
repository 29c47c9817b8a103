import { X509Certificate } from 'node:crypto'

/** A certificate of an identity provider, as its administrators compare and replace it. Times are ISO 8601. */
export type Certificate = {
  readonly pem: string
  readonly fingerprint: string
  readonly subject: string
  readonly validFrom: string
  readonly validTo: string
}

const block = /-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END CERTIFICATE-----/g
const bare = /^[\sA-Za-z0-9+/]+={0,2}\s*$/
const fewestBits = 2048
const mostCertificates = 10

const linesOf = (base64: string): string => base64.replace(/\s+/g, '').replace(/(.{64})(?=.)/g, '$1\n')

const parsed = (base64: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(`-----BEGIN CERTIFICATE-----\n${linesOf(base64)}\n-----END CERTIFICATE-----\n`)
  } catch {
    return undefined
  }
}

const isStrong = ({ publicKey }: X509Certificate): boolean =>
  publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= fewestBits

const shown = (certificate: X509Certificate): Certificate => ({
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
 * Reads certificates as PEM (one or several after another) or as bare base64. Undefined unless every one of them can be
 * read and holds an RSA key of at least 2048 bits. A certificate that is given twice counts once.
 */
export const readCertificates = (
  texts: readonly string[],
  { authorities = false } = {},
): readonly Certificate[] | undefined => {
  const all = texts.map(blocksOf)
  if (all.some((blocks) => blocks.length === 0)) return undefined
  const certificates = all.flat().map(parsed)
  const good = certificates.filter((one): one is X509Certificate => one !== undefined)
  if (good.length !== certificates.length || good.length > mostCertificates) return undefined
  if (!authorities && !good.every(isStrong)) return undefined
  return [...new Map(good.map((one) => [one.fingerprint256, shown(one)])).values()]
}

export const isExpired = ({ validTo }: Certificate, now: Date): boolean =>
  Date.parse(validTo) <= now.getTime()

/** Milliseconds that clocks may differ by. */
export const skew = 60_000

/** Whether signatures by it count now. One that begins later is there for a rotation to come. */
export const isCurrent = (certificate: Certificate, now: Date): boolean =>
  !isExpired(certificate, now) && Date.parse(certificate.validFrom) <= now.getTime() + skew

/** Of stored certificates those that count now, and the one of the others that expired last. */
export const trustedAt = (pems: readonly string[], now: Date) => {
  const all = readCertificates(pems) ?? []
  const [expired] = all.filter((one) => isExpired(one, now)).sort((a, b) => (a.validTo < b.validTo ? 1 : -1))
  return { certificates: all.filter((one) => isCurrent(one, now)), expired }
}

/** Whole days that are left, negative ones when it has expired. */
export const daysLeft = ({ validTo }: Certificate, now: Date): number =>
  Math.floor((Date.parse(validTo) - now.getTime()) / 86_400_000)

/** Whether a certificate was issued by one of the given authorities, which itself is one and has not expired. */
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
