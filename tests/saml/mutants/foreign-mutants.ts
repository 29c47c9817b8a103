import { assertionOf, type Facts, idp, responseOf } from '../idp.ts'
import { signed } from '../signing.ts'
import type { Mutant } from './mutant.ts'

const alien = '<x:Note xmlns:x="urn:example:note"></x:Note>'

const assertionWith = (genuine: Facts, content: string): string =>
  responseOf(
    genuine,
    signed(assertionOf(genuine).replace('</saml:Assertion>', `${content}</saml:Assertion>`), idp()),
  )

const contents: Readonly<Record<string, string>> = {
  'an element of another namespace': alien,
  'an element of no namespace': '<Note></Note>',
  'an element of SAML from somewhere else':
    '<s:NameID xmlns:s="urn:oasis:names:tc:SAML:2.0:assertion">root@students.example.edu</s:NameID>',
  'a text': 'root@students.example.edu',
}

/** What the identity provider signed, or left unsigned around it, with something in it that SAML does not know. */
export const foreign: readonly Mutant[] = Object.entries(contents).flatMap(([name, content]): Mutant[] => [
  {
    name: `${name} in the response`,
    check: 'parts of the response',
    change: () => ({ edit: (xml) => xml.replace('</samlp:Status>', `</samlp:Status>${content}`) }),
  },
  {
    name: `${name} in the status`,
    check: 'parts of the status',
    change: () => ({ edit: (xml) => xml.replace('</samlp:Status>', `${content}</samlp:Status>`) }),
  },
  {
    name: `${name} in the assertion`,
    check: 'parts of the assertion',
    change: (_, genuine) => ({ edit: () => assertionWith(genuine, content) }),
  },
])
