import { DOMParser } from '@xmldom/xmldom'

export const names = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  encryption11: 'http://www.w3.org/2009/xmlenc11#',
} as const

/** What a document may hold of what costs a parser and a canonical form most. `tags` counts the end of an element too. */
export type Bounds = {
  readonly characters: number
  readonly tags: number
  /** Two for each attribute and each namespace. */
  readonly quotes: number
  readonly entities: number
  readonly depth: number
}

/**
 * What no honest message comes near: a person in three hundred groups has 700 tags. Anybody may send one, and the worst
 * within these bounds costs less than 50 ms (rules/saml 14; `tests/saml/cost.ts`).
 */
export const messageBounds: Bounds = {
  characters: 262_144,
  tags: 800,
  quotes: 1600,
  entities: 10_000,
  depth: 40,
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

// A comment, a CDATA section, a DTD or a processing instruction reads differently to different parsers.
const isPlain = (text: string): boolean => {
  const body = text.replace(/^\s*<\?xml [^<>?]{0,100}\?>/, '')
  return !body.includes('<!') && !body.includes('<?')
}

const isBounded = (text: string, { characters, tags, quotes, entities }: Bounds): boolean =>
  text.length <= characters &&
  count(text, /</g) <= tags &&
  count(text, /["']/g) <= quotes &&
  count(text, /&/g) <= entities

const refuse = (): never => {
  throw new SyntaxError('not well formed')
}

const parser = () =>
  new DOMParser({ locator: {}, errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })

const listed = new WeakMap<Document, readonly Element[]>()

/** Every element of a document, from the root on. Nothing here changes a document, so that it is walked once. */
export const elementsOf = (document: Document): readonly Element[] => {
  const all = listed.get(document) ?? Array.from(document.getElementsByTagName('*'))
  listed.set(document, all)
  return all
}

const depthOf = (element: Element): number => {
  let depth = 0
  for (let node: Node | null = element; node; node = node.parentNode) depth += 1
  return depth
}

/**
 * Reads a document without DTD, comments, CDATA and processing instructions, of bounded size and depth.
 * Undefined for everything else.
 */
export const parseXml = (text: string, bounds: Bounds = messageBounds): Document | undefined => {
  if (!isBounded(text, bounds) || !isPlain(text)) return undefined
  try {
    const document = parser().parseFromString(text, 'text/xml')
    if (!document?.documentElement) return undefined
    return elementsOf(document).every((element) => depthOf(element) <= bounds.depth) ? document : undefined
  } catch {
    return undefined
  }
}

/** Whether an element holds nothing beside elements of these names, spaces between them aside. */
export const holdsOnly = (parent: Element, allowed: Readonly<Record<string, readonly string[]>>): boolean =>
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

/** The text of an element that holds nothing but text, to the letter: ` ada` and `ada` may be two people. */
export const textOf = (element: Element | undefined): string | undefined =>
  element && childElements(element).length === 0 ? (element.textContent ?? '') : undefined

/** An attribute, or undefined where there is none. */
export const attributeOf = (element: Element | undefined, name: string): string | undefined =>
  element?.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined
