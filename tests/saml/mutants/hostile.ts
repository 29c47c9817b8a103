import { messageLimits } from '../../../functions/saml/xml/xml.ts'
import { times } from './mutant.ts'

const numbered = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

/** Where a shape is put: before anything is signed, or among what a signature claims to cover. */
const places = {
  'in the status': (xml: string, content: string) =>
    xml.replace('</samlp:Status>', `<samlp:StatusDetail>${content}</samlp:StatusDetail></samlp:Status>`),
  'in the assertion': (xml: string, content: string) =>
    xml.replace('</saml:AttributeStatement>', `${content}</saml:AttributeStatement>`),
} as const

const { tags, quotes, entities, depth } = messageLimits
/** What the genuine answer around a shape needs of the bounds. */
const spare = { tags: 120, quotes: 240, depth: 10 }
const mostTags = tags - spare.tags
const mostAttributes = (quotes - spare.quotes) / 2
const mostDepth = depth - spare.depth
const long = 200_000

/** Shapes that cost a parser or a canonical form the most for their bytes, as large as the bounds let them be. */
const shapes: Readonly<Record<string, string>> = {
  'many tags': times(mostTags, '<a/>'),
  'many tags of a namespace each': numbered(
    Math.min(mostTags, mostAttributes),
    (index) => `<n${index}:a xmlns:n${index}="urn:${index}"/>`,
  ),
  'many namespaces on one tag': `<a ${numbered(mostAttributes, (index) => `xmlns:n${index}="u" `)}/>`,
  'many used namespaces on one tag': `<a ${numbered(
    mostAttributes / 2,
    (index) => `xmlns:n${index}="u" n${index}:b="" `,
  )}/>`,
  'many attributes on one tag': `<a ${numbered(mostAttributes, (index) => `b${index}="" `)}/>`,
  'many attributes on many tags': times(mostAttributes / 5, '<a b="" c="" d="" e="" f=""/>'),
  'one attribute many times': `<a ${times(mostAttributes, 'b="" ')}/>`,
  'many ids': numbered(Math.min(mostTags, mostAttributes), (index) => `<a ID="_${index}"/>`),
  'a long attribute': `<a b="${times(long, 'x')}"/>`,
  'an attribute of entities': `<a b="${times(entities, '&lt;')}"/>`,
  'an attribute of line breaks': `<a b="${times(long, '\n')}"/>`,
  'a long text': times(long, 'x'),
  'a text of entities': times(entities, '&lt;'),
  'a text of numbered entities': times(entities, '&#9;'),
  'a text of ampersands': times(entities, '&'),
  'a text of carriage returns': times(long, '\r'),
  'a tag that never ends': `<a ${times(long, 'b')}`,
  'a tag of spaces': `<a ${times(long, ' ')}>`,
  'a tag of equal signs': `<a ${times(long, '=')}/>`,
  'tags that never close': times(mostTags, '<a>'),
  'deep tags': times(mostDepth, '<a>') + times(mostTags - 2 * mostDepth, '<b/>') + times(mostDepth, '</a>'),
  'deep tags of a namespace each':
    numbered(mostDepth, (index) => `<n${index}:a xmlns:n${index}="urn:${index}">`) +
    numbered(mostTags - 2 * mostDepth, (index) => `<n${index % mostDepth}:b/>`) +
    numbered(mostDepth, (index) => `</n${mostDepth - 1 - index}:a>`),
}

/** Each shape in each place, made from a genuine answer. */
export const hostile: readonly { readonly name: string; edit(xml: string): string }[] = Object.entries(
  shapes,
).flatMap(([shape, content]) =>
  Object.entries(places).map(([place, put]) => ({
    name: `${shape} ${place}`,
    edit: (xml: string) => put(xml, content),
  })),
)
