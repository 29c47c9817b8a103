import { constants, createCipheriv, publicEncrypt, randomBytes, X509Certificate } from 'node:crypto'

const xenc = 'http://www.w3.org/2001/04/xmlenc#'
const xenc11 = 'http://www.w3.org/2009/xmlenc11#'

export type Method = {
  readonly name: string
  readonly uri: string
  readonly keyBytes: number
  readonly ivBytes: number
}

export const methods: readonly Method[] = [
  { name: 'aes-128-cbc', uri: `${xenc}aes128-cbc`, keyBytes: 16, ivBytes: 16 },
  { name: 'aes-256-cbc', uri: `${xenc}aes256-cbc`, keyBytes: 32, ivBytes: 16 },
  { name: 'aes-128-gcm', uri: `${xenc11}aes128-gcm`, keyBytes: 16, ivBytes: 12 },
  { name: 'aes-256-gcm', uri: `${xenc11}aes256-gcm`, keyBytes: 32, ivBytes: 12 },
]
export const tripleDes: Method = {
  name: 'des-ede3-cbc',
  uri: `${xenc}tripledes-cbc`,
  keyBytes: 24,
  ivBytes: 8,
}

export type Wrapping = 'rsa-oaep-mgf1p' | 'rsa-1_5'

/** An assertion as it is encrypted to the holder of a certificate (XML Encryption). */
export const encrypted = (
  assertion: string,
  certificate: string,
  { name, uri, keyBytes, ivBytes }: Method,
  wrapping: Wrapping = 'rsa-oaep-mgf1p',
): string => {
  const key = randomBytes(keyBytes)
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(name as 'aes-256-gcm', key, iv)
  const body = Buffer.concat([iv, cipher.update(assertion, 'utf8'), cipher.final()])
  const value = name.endsWith('gcm') ? Buffer.concat([body, cipher.getAuthTag()]) : body
  const padding = wrapping === 'rsa-1_5' ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_OAEP_PADDING
  const wrapped = publicEncrypt({ key: new X509Certificate(certificate).publicKey, padding }, key)
  return (
    `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">` +
    `<xenc:EncryptedData xmlns:xenc="${xenc}" Type="${xenc}Element"><xenc:EncryptionMethod Algorithm="${uri}"/>` +
    `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey>` +
    `<xenc:EncryptionMethod Algorithm="${xenc}${wrapping}"/><xenc:CipherData><xenc:CipherValue>` +
    `${wrapped.toString('base64')}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo>` +
    `<xenc:CipherData><xenc:CipherValue>${value.toString('base64')}</xenc:CipherValue></xenc:CipherData>` +
    `</xenc:EncryptedData></saml:EncryptedAssertion>`
  )
}
