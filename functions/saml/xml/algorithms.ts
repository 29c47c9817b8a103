import { createHash, createSign, createVerify, type KeyLike } from 'node:crypto'
import {
  type CanonicalizationOrTransformationAlgorithm,
  ExclusiveCanonicalization,
  type HashAlgorithm,
  type SignatureAlgorithm,
  SignedXml,
} from 'xml-crypto'

/** What the configuration names an algorithm by. */
export type Strength = 'sha256' | 'sha384' | 'sha512'
export const strengths = ['sha256', 'sha384', 'sha512'] as const

/** Signature algorithms by their strength. */
export const signatureNames: Readonly<Record<Strength, string>> = {
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  sha512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
}

export const digestNames: Readonly<Record<Strength, string>> = {
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
}

export const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

export const signatureAddress = (strength: Strength): string => signatureNames[strength]
export const digestAddress = (strength: Strength): string => digestNames[strength]

const named = (
  table: Readonly<Record<Strength, string>>,
  address: string | undefined,
): Strength | undefined => strengths.find((strength) => table[strength] === address)

/** SHA-1, HMAC and everything else that is not listed has no name here. */
export const signatureStrength = (address: string | undefined): Strength | undefined =>
  named(signatureNames, address)
export const digestStrength = (address: string | undefined): Strength | undefined =>
  named(digestNames, address)

const keyLike = (key: unknown): KeyLike => key as KeyLike

// The library makes its algorithms with `new`; a function that returns an object can be called that way too.
const signing = (strength: Strength) =>
  function algorithm() {
    const name = `RSA-${strength.toUpperCase()}`
    return {
      getAlgorithmName: () => signatureNames[strength],
      getSignature: (info: Buffer | string, key: unknown) =>
        createSign(name).update(info).sign(keyLike(key), 'base64'),
      verifySignature: (info: string, key: unknown, value: string) =>
        createVerify(name).update(info).verify(keyLike(key), value, 'base64'),
    }
  }

const hashing = (strength: Strength) =>
  function algorithm() {
    return {
      getAlgorithmName: () => digestNames[strength],
      getHash: (xml: string) => createHash(strength).update(xml, 'utf8').digest('base64'),
    }
  }

type Made<T> = Record<string, new () => T>

const table = <T>(
  addresses: Readonly<Record<Strength, string>>,
  make: (strength: Strength) => unknown,
): Made<T> =>
  Object.fromEntries(strengths.map((strength) => [addresses[strength], make(strength)])) as Made<T>

const library = new SignedXml().CanonicalizationAlgorithms

/** A checker, or signer, that knows the listed algorithms and no other. */
export const signedXml = (options: ConstructorParameters<typeof SignedXml>[0]): SignedXml => {
  const xml = new SignedXml(options)
  const transforms = {
    [exclusive]: ExclusiveCanonicalization,
    [enveloped]: library[enveloped],
  } as Made<CanonicalizationOrTransformationAlgorithm>
  return Object.assign(xml, {
    SignatureAlgorithms: table<SignatureAlgorithm>(signatureNames, signing),
    HashAlgorithms: table<HashAlgorithm>(digestNames, hashing),
    CanonicalizationAlgorithms: transforms,
  })
}
