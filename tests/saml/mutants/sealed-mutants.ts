import { encrypted, type Method, methods, tripleDes, type Wrapping } from '../encrypting.ts'
import { assertionOf, type Facts, idp } from '../idp.ts'
import { type Signing, signed, uris } from '../signing.ts'
import type { Mutant } from './mutant.ts'

const own = idp(2)
const [method] = methods as [Method]
const opening = { key: async () => own.key }

const sealed = (xml: string, assertion: string, by = method, wrapping?: Wrapping): string =>
  xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, () =>
    encrypted(assertion, own.certificate, by, wrapping),
  )

/** The genuine assertion, in a cipher that has been broken. */
const weakly = (name: string, by: Method, wrapping?: Wrapping): Mutant => ({
  name,
  check: 'decryption',
  alone: false,
  config: opening,
  change: (_, genuine) => ({ edit: (xml) => sealed(xml, genuinely(assertionOf(genuine)), by, wrapping) }),
})

const inside = (name: string, check: string, make: (genuine: Facts) => string): Mutant => ({
  name,
  check,
  alone: false,
  config: opening,
  change: (_, genuine) => ({ edit: (xml) => sealed(xml, make(genuine)) }),
})

const genuinely = (xml: string, options?: Signing): string => signed(xml, idp(), options)
const secret = '<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"></xenc:EncryptedData>'

const signatureIn = (xml: string): string => /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? ''

const movedIn = (xml: string): string => {
  const signature = signatureIn(xml)
  const [head = '', ...rest] = xml.replace(signature, '').split('<saml:Assertion')
  return [head, rest.join('').replace('</saml:Issuer>', `</saml:Issuer>${signature}`)].join('<saml:Assertion')
}

const movedOut = (xml: string): string => {
  const signature = signatureIn(xml)
  return xml.replace(signature, '').replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
}

/** No mutant: what an identity provider that encrypts would send. */
export const genuinelySealed = inside('a genuine one', 'none', (genuine) => genuinely(assertionOf(genuine)))

/** Secrets that anybody can make, because the key for it is public, and signatures that are odd in other ways. */
export const sealings: readonly Mutant[] = [
  inside('an encrypted assertion without a signature', 'assertion is signed', assertionOf),
  inside('an encrypted assertion that a stranger signed', 'assertion: signature', (genuine) =>
    signed(assertionOf(genuine), idp(1)),
  ),
  inside('a comment inside an encrypted name', 'decrypted assertion', (genuine) =>
    genuinely(assertionOf(genuine)).replace(/(<saml:NameID[^>]*>[^<]{3})/, '$1<!-- -->'),
  ),
  inside('a secret inside an encrypted assertion', 'decrypted content', (genuine) =>
    genuinely(assertionOf(genuine).replace('</saml:AttributeStatement>', `$&${secret}`)),
  ),
  weakly('an assertion that is encrypted with triple DES', tripleDes),
  weakly('an assertion whose key is encrypted with RSA 1.5', method, 'rsa-1_5'),
  {
    name: 'SHA-1 over the message',
    check: 'message: signature algorithm',
    alone: false,
    config: { wantAssertionsSigned: false },
    change: () => ({ seal: { parts: 'message', method: uris.rsaSha1, digest: uris.sha1 } }),
  },
  {
    name: 'nothing signed where either would do',
    check: 'signed',
    alone: false,
    config: { wantAssertionsSigned: false },
    change: () => ({ seal: { parts: 'none' } }),
  },
  {
    name: 'an id that is no name',
    check: 'ids',
    alone: false,
    change: () => ({ facts: { assertionId: '_a b' } }),
  },
  {
    name: 'the signature of the message, moved into the assertion',
    check: 'assertion: signature reference',
    alone: false,
    change: () => ({ seal: { parts: 'message' }, edit: movedIn }),
  },
  {
    name: 'the signature of the assertion, moved to the message',
    check: 'message: signature reference',
    alone: false,
    config: { wantAssertionsSigned: false },
    change: () => ({ edit: movedOut }),
  },
]
