import { DOMParser } from '@xmldom/xmldom'
import type { Checks } from '../config/checks.ts'
import { plainXml } from './plain-xml.ts'

export const names = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  encryption11: 'http://www.w3.org/2009/xmlenc11#',
} as const

/** Limits on the parts of a document that cost a parser and a canonical form most. `tags` counts end tags too. */
export type DocumentLimits = {
  readonly characters: number
  readonly tags: number
  /** Two for each attribute and each namespace. */
  readonly quotes: number
  readonly entities: number
  readonly depth: number
}

/**
 * Far above any honest message. A person in a thousand groups has 2100 tags, and 6100 quotes if each value has its own
 * type. Anybody may send a message, and the worst within these limits costs less than 50 ms (rules/saml 14;
 * `tests/saml/mutants/cost.ts`).
 */
export const messageLimits: DocumentLimits = {
  characters: 524_288,
  tags: 2300,
  quotes: 6600,
  entities: 10_000,
  depth: 40,
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const isWithinLimits = (text: string, { characters, tags, quotes, entities }: DocumentLimits): boolean =>
  text.length <= characters &&
  count(text, /</g) <= tags &&
  count(text, /["']/g) <= quotes &&
  count(text, /&/g) <= entities

const refuse = (): never => {
  throw new SyntaxError('not well formed')
}

const parser = () =>
  new DOMParser({ locator: {}, errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })

const elementCache = new WeakMap<Document, readonly Element[]>()

/** Every element of a document, from the root on. Documents are never changed here, so the walk runs once. */
export const elementsOf = (document: Document): readonly Element[] => {
  const all = elementCache.get(document) ?? Array.from(document.getElementsByTagName('*'))
  elementCache.set(document, all)
  return all
}

/** The parser accepts undeclared or withdrawn prefixes, and attributes that occur twice under two prefixes. */
const isNamespaceSound = (element: Element): boolean => {
  const attributes = Array.from(element.attributes)
  const prefixed = attributes.filter(({ prefix }) => prefix && prefix !== 'xmlns')
  const isDeclared = ({ prefix, namespaceURI }: Element | Attr): boolean =>
    !prefix || prefix === 'xml' || Boolean(namespaceURI)
  return (
    isDeclared(element) &&
    attributes.every((one) => (one.prefix === 'xmlns' ? one.value !== '' : isDeclared(one))) &&
    new Set(prefixed.map((one) => `${one.namespaceURI} ${one.localName}`)).size === prefixed.length
  )
}

/** The parser also accepts text beside the root. */
const hasOnlyRoot = ({ childNodes, documentElement }: Document): boolean =>
  Array.from(childNodes).every(
    (node) => node === documentElement || node.nodeType === 7 || /^[ \t\r\n]*$/.test(node.nodeValue ?? ''),
  )

const depthOf = (element: Element): number => {
  let depth = 0
  for (let node: Node | null = element; node; node = node.parentNode) depth += 1
  return depth
}

/**
 * Parses a document of bounded size and depth, without DTD, CDATA, processing instructions or comments within a text.
 * Undefined for any other.
 */
export const parseXml = (text: string, bounds: DocumentLimits = messageLimits): Document | undefined => {
  const plain = isWithinLimits(text, bounds) ? plainXml(text) : undefined
  if (plain === undefined) return undefined
  try {
    const document = parser().parseFromString(plain, 'text/xml')
    if (!document?.documentElement) return undefined
    const elements = elementsOf(document)
    const isSound = hasOnlyRoot(document) && elements.every(isNamespaceSound)
    return isSound && elements.every((element) => depthOf(element) <= bounds.depth) ? document : undefined
  } catch {
    return undefined
  }
}

/** Whether an element contains only elements of these names, apart from spaces between them. */
const holdsOnly = (parent: Element, allowed: Readonly<Record<string, readonly string[]>>): boolean =>
  Array.from(parent.childNodes).every((node) => {
    if (node.nodeType !== 1) return /^[ \t\r\n]*$/.test(node.nodeValue ?? '')
    const { namespaceURI, localName } = node as Element
    return allowed[namespaceURI ?? '']?.includes(localName) === true
  })

export const isNamed = (element: Element, namespace: string, name: string): boolean =>
  element.namespaceURI === namespace && element.localName === name

export const childElements = (parent: Element): readonly Element[] =>
  Array.from(parent.childNodes).filter((node): node is Element => node.nodeType === 1)

export const childrenNamed = (parent: Element, namespace: string, name: string): readonly Element[] =>
  childElements(parent).filter((child) => isNamed(child, namespace, name))

/** The child of a name, if there is exactly one. */
export const onlyChild = (
  parent: Element | undefined,
  namespace: string,
  name: string,
): Element | undefined => {
  if (!parent) return undefined
  const found = childrenNamed(parent, namespace, name)
  return found.length === 1 ? found[0] : undefined
}

/** The text of an element that contains only text, to the letter: ` ada` and `ada` may be two people. */
export const textOf = (element: Element | undefined): string | undefined =>
  element && childElements(element).length === 0 ? (element.textContent ?? '') : undefined

/** An attribute, or undefined where there is none. */
export const attributeOf = (element: Element | undefined, name: string): string | undefined =>
  element?.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined

const idName = /^[A-Za-z_][\w.-]{0,255}$/
const idAttributes = ['ID', 'Id', 'id', 'xml:id']

const idsOf = (elements: readonly Element[]): readonly string[] =>
  elements.flatMap((element) => idAttributes.flatMap((name) => attributeOf(element, name) ?? []))

const local = (elements: readonly Element[], name: string): readonly Element[] =>
  elements.filter((element) => element.localName === name)

const isSignature = (element: Element): boolean => isNamed(element, names.signature, 'Signature')

/** The signature of an element: a direct child of it. */
export const signatureIn = (parent: Element): Element | undefined => childElements(parent).find(isSignature)

const hasOneEach = (elements: readonly Element[], signatures: number): boolean =>
  ['SignedInfo', 'SignatureValue', 'Reference', 'DigestValue', 'CanonicalizationMethod'].every(
    (name) => local(elements, name).length === signatures,
  )

/** At most one signature for each of `signable`, none for any other element, with one reference each. */
const areSignaturesPlain = (elements: readonly Element[], signable: readonly Element[]): boolean => {
  const signatures = local(elements, 'Signature')
  const expected = signable.filter((element) => signatureIn(element) !== undefined)
  return (
    signatures.length === expected.length &&
    signatures.every(
      (signature) => isSignature(signature) && signable.includes(signature.parentNode as Element),
    ) &&
    hasOneEach(elements, signatures.length) &&
    ['Object', 'Manifest', 'SignatureProperties'].every((name) => local(elements, name).length === 0)
  )
}

/**
 * Requires a document's shape before any of it is trusted. Ids are unique, and signatures appear only in their places,
 * with one reference each. `signable` are the elements that may carry one.
 */
export const requireShape = ({ need }: Checks, document: Document, signable: readonly Element[]): void => {
  const elements = elementsOf(document)
  const ids = idsOf(elements)
  need('ids', new Set(ids).size === ids.length && ids.every((id) => idName.test(id)), 'an ID is not unique')
  need(
    'signature places',
    areSignaturesPlain(elements, signable),
    'a signature is in the wrong place or has a form that SAML does not allow',
  )
}

const allowedChildren = {
  response: {
    [names.assertion]: ['Issuer', 'Assertion', 'EncryptedAssertion'],
    [names.signature]: ['Signature'],
    [names.protocol]: ['Extensions', 'Status'],
  },
  status: { [names.protocol]: ['StatusCode', 'StatusMessage', 'StatusDetail'] },
  assertion: {
    [names.assertion]: [
      'Issuer',
      'Subject',
      'Conditions',
      'Advice',
      'AuthnStatement',
      'AuthzDecisionStatement',
      'AttributeStatement',
    ],
    [names.signature]: ['Signature'],
  },
}

/**
 * A response, its status and an assertion contain only the parts that SAML names, and none that another reader could
 * mistake for them.
 */
export const requireParts = (
  { need }: Checks,
  what: keyof typeof allowedChildren,
  element: Element,
): void => {
  const alien = `the ${what} has an element that is not allowed there`
  need(`parts of the ${what}`, holdsOnly(element, allowedChildren[what]), alien)
}

/** The assertion of a response, plain or encrypted: exactly one, as a child of the root. */
export const requireOneAssertion = ({ need }: Checks, document: Document): Element => {
  const elements = elementsOf(document)
  const all = [...local(elements, 'Assertion'), ...local(elements, 'EncryptedAssertion')]
  const [found] = all.filter(
    (element) => element.namespaceURI === names.assertion && element.parentNode === document.documentElement,
  )
  need('one assertion', all.length === 1, 'the response does not have exactly one assertion')
  return need('assertion place', found, 'the assertion is in the wrong place')
}

export const requireRoot = ({ need }: Checks, document: Document, name: string): Element => {
  const root = document.documentElement
  const alone = local(elementsOf(document), name).length === 1
  return need(
    'message',
    isNamed(root, names.protocol, name) && alone && root,
    `the message is not a SAML 2.0 ${name}`,
  )
}
