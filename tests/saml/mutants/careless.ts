import {
  constants,
  createDecipheriv,
  createHmac,
  createPublicKey,
  privateDecrypt,
  X509Certificate,
} from 'node:crypto'
import { DOMParser, XMLSerializer } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'
import { type Method, methods, tripleDes } from '../encrypting.ts'
import { type Idp, idp } from '../idp.ts'
import { uris } from '../signing.ts'
import type { Careless, Seen } from './lenient.ts'

const [aes] = methods as [Method]
/** The key that sealed mutants are encrypted to. */
const schoolKey = idp(2).key

const all = (document: Document, name: string): readonly Element[] =>
  Array.from(document.getElementsByTagNameNS('*', name))

/** The assertion that would be read without a second thought: the one that was decrypted, or the first of the response. */
const assertionIn = (seen: Seen): Element => {
  const opened = seen.get('decrypted assertion') as Document | undefined
  return opened?.documentElement ?? (seen.get('assertion place') as Element)
}

const signatureIn = (seen: Seen): Element =>
  Array.from(assertionIn(seen).childNodes).find((node) => node.nodeName.endsWith('Signature')) as Element

/** An XML parser as it comes, without a look at the text before. */
export const anyXml =
  (text: string): Careless =>
  () => {
    const quiet = () => undefined
    const errorHandler = { warning: quiet, error: quiet, fatalError: quiet }
    return new DOMParser({ errorHandler }).parseFromString(text, 'text/xml')
  }

const keyedHash = function algorithm() {
  return {
    getAlgorithmName: () => uris.hmacSha256,
    getSignature: () => '',
    verifySignature: (info: string, key: string, value: string) =>
      createHmac('sha256', createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString())
        .update(info)
        .digest('base64') === value,
  }
} as unknown as SignedXml['SignatureAlgorithms'][string]

/** A signature library with every algorithm, and with the certificate that the message brings along. */
export const anySignature =
  (text: string, { certificate }: Idp): Careless =>
  (seen) => {
    const signature = signatureIn(seen)
    const [brought] = all(signature as unknown as Document, 'X509Certificate')
    const pem = brought
      ? new X509Certificate(Buffer.from(brought.textContent ?? '', 'base64')).toString()
      : certificate
    const checker = new SignedXml({ publicCert: pem })
    checker.SignatureAlgorithms[uris.hmacSha256] = keyedHash
    checker.loadSignature(signature)
    if (!checker.checkSignature(text)) throw new Error('no library takes this')
    return checker.getSignedReferences()[0]
  }

/** No look at signatures at all. */
export const noSignature: Careless = (seen) => new XMLSerializer().serializeToString(assertionIn(seen))

/** Reads on in the document that came, and not in the bytes that were signed. */
export const documentItself: Careless = assertionIn

const none = Buffer.alloc(0)
const bytesOf = (element: Element | undefined): Buffer => Buffer.from(element?.textContent ?? '', 'base64')

/** A library that opens what was encrypted with triple DES or RSA 1.5, too. */
const anyCipher: Careless = (seen) => {
  const document = seen.get('xml') as Document
  const [content, wrapping] = all(document, 'EncryptionMethod').map((each) => each.getAttribute('Algorithm'))
  const [wrapped = none, sealed = none] = all(document, 'CipherValue').map(bytesOf)
  const padding = wrapping?.endsWith('rsa-1_5')
    ? constants.RSA_PKCS1_PADDING
    : constants.RSA_PKCS1_OAEP_PADDING
  const key = privateDecrypt({ key: schoolKey, padding }, wrapped)
  const { name, ivBytes } = content === tripleDes.uri ? tripleDes : aes
  const iv = sealed.subarray(0, ivBytes)
  const cipher = createDecipheriv(name, key, iv)
  return Buffer.concat([cipher.update(sealed.subarray(ivBytes)), cipher.final()]).toString('utf8')
}

const yes: Careless = () => true

const nothing = (name: string): Careless => anyXml(`<${name} xmlns="urn:oasis:names:tc:SAML:2.0:assertion"/>`)
const empty =
  (name: string): Careless =>
  (seen) =>
    (nothing(name)(seen) as Document).documentElement

const decryptedXml: Careless = (seen) => anyXml(String(seen.get('decryption')))(seen)

/** What stands for each check when nobody had thought of it. */
export const carelessAbout = (check: string, text: string): Careless => {
  const responses: Careless = (seen) => (seen.get('xml') as Document).documentElement
  const anyAssertion: Careless = (seen) => all(seen.get('xml') as Document, 'Assertion')[0]
  const known: Readonly<Record<string, Careless>> = {
    conditions: empty('Conditions'),
    'attribute names': () => '',
    'status element': (seen) => all(seen.get('xml') as Document, 'Status')[0],
    subject: empty('Subject'),
    'subject confirmation': () => ({ bearer: true, recipient: true, request: true, time: true }),
    'signed assertion': (seen) => seen.get('assertion place'),
    decryption: anyCipher,
    xml: anyXml(text),
    message: responses,
    'message: signature': (seen) => new XMLSerializer().serializeToString(responses(seen) as Element),
    'message: signed content': responses,
    'decrypted assertion': decryptedXml,
    'assertion place': anyAssertion,
    'assertion: signature': noSignature,
    'assertion: signed content': documentItself,
    signed: documentItself,
  }
  return known[check] ?? yes
}
