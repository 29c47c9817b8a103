import { createHash, createVerify, timingSafeEqual } from 'node:crypto'
import { ExclusiveCanonicalization } from 'xml-crypto'
import type { Certificate } from '../certificates.ts'
import {
  digestStrength,
  envelopedTransform,
  exclusiveTransform,
  signatureStrength,
} from './redirect-binding.ts'
import { attributeOf, childElements, names, onlyChild, textOf } from './xml.ts'

const child = (parent: Element | undefined, name: string): Element | undefined =>
  onlyChild(parent, names.signature, name)

const algorithmOf = (element: Element | undefined): string | undefined => attributeOf(element, 'Algorithm')

/** Decodes base64 with spaces and line breaks. Undefined for a text with any other sign. */
const base64In = (element: Element | undefined): string | undefined => {
  const text = textOf(element)?.replace(/[ \t\r\n]+/g, '')
  return text !== undefined && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? text : undefined
}

type Namespace = { readonly prefix: string; readonly namespaceURI: string }

/** Namespaces that the ancestors of an element declare and the element itself does not, the nearest first. */
const namespacesAround = (element: Element): readonly Namespace[] => {
  const found = new Map<string, string>()
  const own = new Set<string>([element.prefix ?? ''])
  for (let at: Node | null = element; at && at.nodeType === 1; at = at.parentNode) {
    for (const { nodeName, nodeValue } of Array.from((at as Element).attributes)) {
      const [, prefix] = /^xmlns:?(.*)$/.exec(nodeName) ?? []
      if (prefix === undefined) continue
      if (at === element) own.add(prefix)
      else if (!own.has(prefix) && !found.has(prefix)) found.set(prefix, nodeValue ?? '')
    }
  }
  return [...found]
    .filter(([, uri]) => uri !== '')
    .map(([prefix, namespaceURI]) => ({ prefix, namespaceURI }))
}

/** Prefixes that a transform or a canonical form keeps although they are unused. */
const prefixesIn = (method: Element | undefined): readonly string[] =>
  (method ? childElements(method) : [])
    .filter(
      ({ namespaceURI, localName }) =>
        namespaceURI === exclusiveTransform && localName === 'InclusiveNamespaces',
    )
    .flatMap((each) => (attributeOf(each, 'PrefixList') ?? '').split(/\s+/))
    .filter((prefix) => prefix !== '')

const canonical = (element: Element, around: readonly Namespace[], prefixes: readonly string[]): string =>
  new ExclusiveCanonicalization()
    .process(element, {
      inclusiveNamespacesPrefixList: [...prefixes],
      ancestorNamespaces: [...around],
    } as never)
    .toString()

/** The canonical form of SignedInfo. */
const canonicalInfo = (info: Element): string =>
  canonical(
    info.cloneNode(true) as Element,
    namespacesAround(info),
    prefixesIn(child(info, 'CanonicalizationMethod')),
  )

/** The certificate whose key made the signature value, whatever the signature covers. KeyInfo is never read. */
export const signerOf = (
  signature: Element,
  certificates: readonly Certificate[],
): Certificate | undefined => {
  const info = child(signature, 'SignedInfo')
  const strength = signatureStrength(algorithmOf(child(info, 'SignatureMethod')))
  const value = base64In(child(signature, 'SignatureValue'))
  if (!info || !strength || value === undefined) return undefined
  const signed = canonicalInfo(info)
  return certificates.find(({ pem }) => {
    try {
      return createVerify(`RSA-${strength}`).update(signed).verify(pem, value, 'base64')
    } catch {
      return false
    }
  })
}

/**
 * The canonical bytes of an element without its signature, if their digest matches the signature's.
 * The caller has checked that the signature's only reference is to this element, by the two transforms of SAML.
 */
export const digestedBytes = (signature: Element, element: Element): string | undefined => {
  const reference = child(child(signature, 'SignedInfo'), 'Reference')
  const strength = digestStrength(algorithmOf(child(reference, 'DigestMethod')))
  const digest = base64In(child(reference, 'DigestValue'))
  const transforms = child(reference, 'Transforms')
  const [first, second, ...more] = transforms ? childElements(transforms) : []
  if (
    algorithmOf(first) !== envelopedTransform ||
    algorithmOf(second) !== exclusiveTransform ||
    more.length > 0
  )
    return undefined
  if (strength === undefined || digest === undefined) return undefined
  const copy = element.cloneNode(true) as Element
  const at = Array.from(element.childNodes).indexOf(signature)
  const own = copy.childNodes[at]
  if (!own) return undefined
  copy.removeChild(own)
  const bytes = canonical(copy, namespacesAround(element), prefixesIn(second))
  const [made, named] = [createHash(strength).update(bytes, 'utf8').digest(), Buffer.from(digest, 'base64')]
  return made.length === named.length && timingSafeEqual(made, named) ? bytes : undefined
}
