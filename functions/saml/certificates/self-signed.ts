import { createSign, type KeyObject } from 'node:crypto'

const lengthOf = (length: number): Buffer => {
  if (length < 128) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 255 ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

/** One value of DER: tag, length, content. */
const der = (tag: number, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body])
}

const sequence = (...content: readonly Buffer[]): Buffer => der(0x30, ...content)

// 1.2.840.113549.1.1.11 (RSA with SHA-256) and 2.5.4.3 (common name), as they are written in DER.
const algorithm = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'))
const commonName = Buffer.from('0603550403', 'hex')

const nameOf = (name: string): Buffer =>
  sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name, 'utf8')))))

const timeOf = (moment: Date): Buffer => {
  const digits = moment.toISOString().replace(/[-:T]|\.\d+/g, '')
  return moment.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2), 'ascii'))
    : der(0x18, Buffer.from(digits, 'ascii'))
}

type Wanted = {
  /** Common name of subject and issuer. */
  readonly name: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
  /** Up to 16 bytes; its first bit does not count. */
  readonly serial: Buffer
  readonly from: Date
  readonly until: Date
}

/**
 * A certificate (X.509, PEM) that an RSA key makes for itself. Nobody judges it by who issued it: the metadata of SAML
 * only want keys to come in this form.
 */
export const selfSigned = ({ name, publicKey, privateKey, serial, from, until }: Wanted): string => {
  const positive = Buffer.concat([Buffer.from([1]), serial.subarray(0, 15)])
  const facts = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, positive),
    algorithm,
    nameOf(name),
    sequence(timeOf(from), timeOf(until)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('RSA-SHA256').update(facts).sign(privateKey)
  const certificate = sequence(facts, algorithm, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').replace(/(.{64})(?=.)/g, '$1\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}
