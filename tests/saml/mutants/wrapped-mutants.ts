import { assertionOf, type Facts, idp, responseOf } from '../idp.ts'
import { signed } from '../signing.ts'
import type { Mutant } from './mutant.ts'

const forgedFrom = (genuine: Facts): Facts => ({
  ...genuine,
  assertionId: '_forged',
  nameId: 'root@students.example.edu',
  attributes: { ...genuine.attributes, email: ['root@students.example.edu'] },
})

const assertionIn = (xml: string): string =>
  xml.slice(xml.indexOf('<saml:Assertion'), xml.lastIndexOf('</samlp:Response>'))
const signatureIn = (xml: string): string => /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? ''

const wrapped = (name: string, check: string, make: (genuine: string, forged: string) => string): Mutant => ({
  name,
  check,
  alone: false,
  change: (_, genuine) => ({
    edit: (xml) => {
      const forged = assertionOf(forgedFrom(genuine))
      return xml.replace(assertionIn(xml), () => make(assertionIn(xml), forged))
    },
  }),
})

const extensions = (content: string): string => `<samlp:Extensions>${content}</samlp:Extensions>`
const object = (content: string): string => `<ds:Object>${content}</ds:Object>`

/** The eight ways to wrap a signature that are known by number, and others. */
export const wrappings: readonly Mutant[] = [
  {
    name: 'XSW1: a forged response around the genuine one, within the signature',
    check: 'message',
    alone: false,
    change: (_, genuine) => ({
      seal: { parts: 'message' },
      edit: (xml) => {
        const moved = signatureIn(xml).replace('</ds:Signature>', `${object(xml)}</ds:Signature>`)
        const forged = responseOf({ ...genuine, responseId: '_f' }, assertionOf(forgedFrom(genuine)))
        return forged.replace('</saml:Issuer>', `</saml:Issuer>${moved}`)
      },
    }),
  },
  {
    name: 'XSW2: a forged response before the genuine one, with a detached signature',
    check: 'message',
    alone: false,
    change: (_, genuine) => ({
      seal: { parts: 'message' },
      edit: (xml) => {
        const forged = responseOf({ ...genuine, responseId: '_f' }, assertionOf(forgedFrom(genuine)))
        return forged.replace('</saml:Issuer>', `</saml:Issuer>${xml}${signatureIn(xml)}`)
      },
    }),
  },
  {
    name: 'a refusal that the identity provider signed, beside a forged assertion',
    check: 'message',
    alone: false,
    change: (_, genuine) => ({
      edit: () => {
        const status = 'urn:oasis:names:tc:SAML:2.0:status:Responder'
        const refusal = signed(responseOf({ ...genuine, status }, ''), idp())
        const signature = signatureIn(refusal)
        const forged = responseOf({ ...genuine, responseId: '_f' }, assertionOf(forgedFrom(genuine)))
        const beside = extensions(refusal.replace(signature, ''))
        return forged.replace('</saml:Issuer>', `</saml:Issuer>${signature}${beside}`)
      },
    }),
  },
  wrapped('XSW3: a forged assertion before the genuine one', 'one assertion', (good, bad) => bad + good),
  wrapped('XSW4: a forged assertion around the genuine one', 'one assertion', (good, bad) =>
    bad.replace('</saml:Assertion>', `${good}</saml:Assertion>`),
  ),
  wrapped(
    'XSW5: the genuine assertion at the end, its signature in the forged one',
    'one assertion',
    (good, bad) => {
      const signature = signatureIn(good)
      return bad.replace('</saml:Issuer>', `</saml:Issuer>${signature}`) + good.replace(signature, '')
    },
  ),
  wrapped(
    'XSW6: the genuine assertion within the signature of the forged one',
    'one assertion',
    (good, bad) => {
      const signature = signatureIn(good)
      const around = signature.replace(
        '</ds:Signature>',
        `${object(good.replace(signature, ''))}</ds:Signature>`,
      )
      return bad.replace('</saml:Issuer>', `</saml:Issuer>${around}`)
    },
  ),
  wrapped(
    'XSW7: the forged assertion among extensions',
    'one assertion',
    (good, bad) => extensions(bad) + good,
  ),
  wrapped('XSW8: the genuine assertion in an object of its own signature', 'one assertion', (good, bad) => {
    const signature = signatureIn(good)
    const holding = signature.replace(
      '</ds:Signature>',
      `${object(good.replace(signature, ''))}</ds:Signature>`,
    )
    return bad.replace('</saml:Issuer>', `</saml:Issuer>${holding}`)
  }),
  wrapped('the genuine assertion as advice of the forged one', 'one assertion', (good, bad) =>
    bad.replace('<saml:AuthnStatement', `<saml:Advice>${good}</saml:Advice><saml:AuthnStatement`),
  ),
  wrapped(
    'a forged assertion of another namespace beside the genuine one',
    'one assertion',
    (good, bad) => bad.replaceAll('urn:oasis:names:tc:SAML:2.0:assertion', 'urn:x') + good,
  ),
  wrapped('only an assertion among extensions', 'assertion place', (good) => extensions(good)),
  {
    name: 'one id on two elements',
    check: 'ids',
    alone: false,
    change: (_, { assertionId }) => ({
      edit: (xml) => xml.replace('<samlp:Status>', `<samlp:Status ID="${assertionId}">`),
    }),
  },
]
