import type { KeyObject } from 'node:crypto'
import type { Checks } from '../config/checks.ts'
import { requireDecrypted } from '../xml/encryption.ts'
import { requireSigned, type TrustedCertificates } from '../xml/signature.ts'
import {
  attributeOf,
  childElements,
  elementsOf,
  isNamed,
  names,
  parseXml,
  requireOneAssertion,
  requireParts,
  requireRoot,
  requireShape,
} from '../xml/xml.ts'
import { type AssertionExpectation, requireEnvelope, requireStatement, type Statement } from './assertion.ts'

/** Inside an assertion, only the subject's name may be encrypted again. Attributes must be plain. */
const holdsSecrets = (document: Document): boolean =>
  elementsOf(document).some((element) => {
    const [parent, above] = [element.parentNode as Element, element.parentNode?.parentNode as Element]
    const isName =
      isNamed(parent, names.assertion, 'EncryptedID') && isNamed(above, names.assertion, 'Subject')
    return isNamed(element, names.encryption, 'EncryptedData') && !isName
  })

/** A school's requirements for responses. `key` opens encrypted assertions. */
type ResponseRequirements = TrustedCertificates & {
  readonly wantAssertionsSigned: boolean
  readonly wantMessageSigned: boolean
  readonly wantAssertionsEncrypted: boolean
  key(): Promise<KeyObject | undefined>
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

const decodeField = (field: string): string | undefined => {
  const packed = field.replace(/\s+/g, '')
  const bytes = base64.test(packed) ? Buffer.from(packed, 'base64') : undefined
  const text = bytes?.toString('utf8')
  return bytes && text !== undefined && Buffer.from(text, 'utf8').equals(bytes) ? text : undefined
}

/** Decodes a form field from base64. */
export const messageIn = ({ need }: Checks, field: string): string =>
  need('encoding', decodeField(field), 'the message is not base64 of UTF-8')

/** The request that a response names. It is unverified, and serves only to find the request. */
export const requestNamedIn = (field: string): string | undefined => {
  const text = decodeField(field)
  const root = text === undefined ? undefined : parseXml(text)?.documentElement
  return root ? attributeOf(root, 'InResponseTo') : undefined
}

const requireXml = ({ need }: Checks, what: string, text: string): Document =>
  need(
    what,
    parseXml(text),
    'the message is not plain XML: it has a DTD, CDATA, a processing instruction or a comment within text, or is too large',
  )

const assertionIn = (parent: Element): Element | undefined =>
  childElements(parent).find(
    (child) =>
      isNamed(child, names.assertion, 'Assertion') || isNamed(child, names.assertion, 'EncryptedAssertion'),
  )

/** The assertion element, decrypted if necessary. */
const requireDecryptedAssertion = async (
  checks: Checks,
  found: Element,
  demands: ResponseRequirements,
): Promise<{ element: Element; covered: boolean }> => {
  const { need } = checks
  const encrypted = found.localName === 'EncryptedAssertion'
  need(
    'encryption',
    encrypted || !demands.wantAssertionsEncrypted,
    'the assertion is not encrypted, which this school requires',
  )
  if (!encrypted) return { element: found, covered: true }
  const text = await requireDecrypted(checks, 'decryption', found, demands)
  const document = requireXml(checks, 'decrypted assertion', text)
  const element = document.documentElement
  requireShape(checks, document, [element])
  need(
    'decrypted content',
    isNamed(element, names.assertion, 'Assertion') && !holdsSecrets(document),
    'the encrypted content is not an assertion',
  )
  return { element, covered: false }
}

/**
 * Checks a response from its shape to its times and returns its contents (rules/saml 9). It reads only what a signature
 * by one of the certificates covers; the envelope may only agree with it.
 */
export const requireResponse = async (
  checks: Checks,
  text: string,
  demands: ResponseRequirements,
  expected: AssertionExpectation,
): Promise<Statement> => {
  const { need } = checks
  const document = requireXml(checks, 'xml', text)
  const response = requireRoot(checks, document, 'Response')
  requireEnvelope(checks, response, expected)
  const found = requireOneAssertion(checks, document)
  const open = found.localName === 'Assertion'
  requireShape(checks, document, open ? [response, found] : [response])
  requireParts(checks, 'response', response)
  const message = requireSigned(checks, 'message', response, demands)
  need(
    'message is signed',
    message !== undefined || !demands.wantMessageSigned,
    'the message is not signed, which this school requires',
  )
  // Of a signed message, only the signed bytes are used from here on.
  const outer = message
    ? need('signed assertion', assertionIn(message), 'the signature does not cover the assertion')
    : found
  const { element, covered } = await requireDecryptedAssertion(checks, open ? found : outer, demands)
  const own = requireSigned(checks, 'assertion', element, demands)
  need(
    'assertion is signed',
    own !== undefined || !demands.wantAssertionsSigned,
    'the assertion itself is not signed, which this school requires',
  )
  const vouched = own ?? (message && (covered ? outer : element))
  return requireStatement(checks, need('signed', vouched, 'nothing is signed'), expected, demands)
}
