import { type Facts, facts, idp } from '../idp.ts'
import { edited, type Mutant } from './mutant.ts'
import { signatures } from './signature-mutants.ts'
import { texts } from './text-mutants.ts'
import { wrappings } from './wrapped-mutants.ts'

const swapped = (name: string, pattern: RegExp, by: string): Mutant =>
  edited(name, '', (xml) => xml.replace(pattern, by))

const other = '$1https://elsewhere.example.edu'

/** Changes of one value in an answer that a real identity provider has signed. */
const values: readonly Mutant[] = [
  swapped('destination', /(Destination=")[^"]*/, other),
  swapped('request of the envelope', /(<samlp:Response [^>]*InResponseTo=")[^"]*/, '$1_another'),
  swapped(
    'request of the confirmation',
    /(<saml:SubjectConfirmationData [^>]*InResponseTo=")[^"]*/,
    '$1_another',
  ),
  swapped('recipient', /(Recipient=")[^"]*/, other),
  swapped('audience', /(<saml:Audience>)[^<]*/, other),
  swapped('issuer of the response', /(<saml:Issuer>)[^<]*/, other),
  swapped('issuer of the assertion', /(<saml:Assertion .*?<saml:Issuer>)[^<]*/s, other),
  swapped('name', /(<saml:NameID [^>]*>)[^<]*/, '$1root@alpha.example'),
  swapped('beginning', /(NotBefore=")20/, '$119'),
  swapped('status', /(status:)Success/, '$1Responder'),
  swapped('version', /(<saml:Assertion [^>]*Version=")2.0/, '$11.1'),
  swapped('student id', />S-1001</, '>S-9999<'),
  swapped('session', /(SessionIndex=")[^"]*/, '$1_another'),
  swapped('signature value', /(<ds:SignatureValue>)..../, '$1AAAA'),
  swapped('digest value', /(<ds:DigestValue>)..../, '$1AAAA'),
  swapped('no signature at all', /<ds:Signature .*<\/ds:Signature>/s, ''),
]

/** All changes that need no key: whoever stands between could make them. */
export const realMutants: readonly Mutant[] = [...values, ...wrappings, ...texts, ...signatures]

/** What a forged part is made of, beside a genuine answer. */
export const factsBeside = (xml: string, request: string, origin: string): Facts => {
  const entityId = `${origin}/auth/saml/metadata`
  const places = { entityId, callback: `${origin}/auth/saml/callback`, requestId: request }
  const assertionId = /<saml:Assertion [^>]*\bID="([^"]+)"/.exec(xml)?.[1] ?? ''
  const responseId = /<samlp:Response [^>]*\bID="([^"]+)"/.exec(xml)?.[1] ?? ''
  return { ...facts(idp(), places, new Date()), assertionId, responseId }
}
