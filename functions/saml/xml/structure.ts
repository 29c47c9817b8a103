import type { Checks } from '../config/checks.ts'
import { attributeOf, childElements, elementsOf, holdsOnly, isNamed, names } from './xml.ts'

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

/** At most one signature for each of `signable`, and none of anything else, with one reference each. */
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
 * The shape that a document has to have before any of it is believed: ids that name one element, signatures only where
 * they belong, one reference in each. `signable` are the elements that may carry one.
 */
export const requireShape = ({ need }: Checks, document: Document, signable: readonly Element[]): void => {
  const elements = elementsOf(document)
  const ids = idsOf(elements)
  need('ids', new Set(ids).size === ids.length && ids.every((id) => idName.test(id)), 'an ID is not unique')
  need(
    'signature places',
    areSignaturesPlain(elements, signable),
    'a signature stands in a wrong place or has another form than SAML allows',
  )
}

const parts = {
  response: {
    [names.assertion]: ['Issuer', 'Assertion', 'EncryptedAssertion'],
    [names.signature]: ['Signature'],
    [names.protocol]: ['Extensions', 'Status'],
  },
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

/** A response and an assertion are made of what SAML names, and of nothing that another reader might take for it. */
export const requireParts = ({ need }: Checks, what: keyof typeof parts, element: Element): void => {
  const alien = `the ${what} holds something that does not belong into one`
  need(`parts of the ${what}`, holdsOnly(element, parts[what]), alien)
}

/** The assertion of a response, open or encrypted: exactly one, as a child of the root. */
export const requireOneAssertion = ({ need }: Checks, document: Document): Element => {
  const elements = elementsOf(document)
  const all = [...local(elements, 'Assertion'), ...local(elements, 'EncryptedAssertion')]
  const [found] = all.filter(
    (element) => element.namespaceURI === names.assertion && element.parentNode === document.documentElement,
  )
  need('one assertion', all.length === 1, 'the response holds none or several assertions')
  return need('assertion place', found, 'the assertion stands in a wrong place')
}

export const requireRoot = ({ need }: Checks, document: Document, name: string): Element => {
  const root = document.documentElement
  const alone = local(elementsOf(document), name).length === 1
  return need(
    'message',
    isNamed(root, names.protocol, name) && alone && root,
    `the message is no SAML 2.0 ${name}`,
  )
}
