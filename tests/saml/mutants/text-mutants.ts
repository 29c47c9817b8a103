import { detailed, edited, type Mutant, times } from './mutant.ts'

const inName = /(<saml:NameID[^>]*>[^<]{3})/

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => ` a${index}=""`).join('')

/** Tricks with the text of the document. */
export const texts: readonly Mutant[] = [
  edited('a comment inside the name', 'xml', (xml) => xml.replace(inName, '$1<!-- -->')),
  edited('CDATA inside the name', 'xml', (xml) =>
    xml.replace(/(<saml:NameID[^>]*>)([^<]*)/, '$1<![CDATA[$2]]>'),
  ),
  edited('a processing instruction inside the name', 'xml', (xml) => xml.replace(inName, '$1<?x y?>')),
  edited('a document type', 'xml', (xml) => `<!DOCTYPE a>${xml}`),
  edited(
    'an entity of its own',
    'xml',
    (xml) => `<!DOCTYPE a [<!ENTITY e "x">]>${xml.replace('Lovelace', '&e;')}`,
  ),
  edited(
    'an entity of a file',
    'xml',
    (xml) => `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml}`,
  ),
  edited('an entity that nobody declared', 'xml', (xml) => xml.replace('Lovelace', '&nothing;')),
  edited('a comment inside the digest', 'xml', (xml) => xml.replace(/(<ds:DigestValue>)/, '$1<!--x-->')),
  edited('half a document', 'xml', (xml) => xml.slice(0, -20)),
  edited('another root beside it', 'xml', (xml) => `${xml}<a/>`),
  edited('very deep', 'xml', (xml) =>
    xml.replace('</samlp:Status>', detailed(`${times(100, '<a>')}${times(100, '</a>')}`)),
  ),
  edited('very many elements', 'xml', (xml) => xml.replace('</samlp:Status>', detailed(times(7000, '<a/>')))),
  edited('very many attributes', 'xml', (xml) =>
    xml.replace('</samlp:Status>', detailed(`<a${numbered(3500)}></a>`)),
  ),
  edited('no XML at all', 'xml', () => 'response=ok'),
  edited('an error of another kind', 'message', (xml) =>
    xml.replaceAll('samlp:Response', 'samlp:LogoutResponse'),
  ),
]
