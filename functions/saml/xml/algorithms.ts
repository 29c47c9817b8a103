import { createHash, createSign, createVerify, type KeyLike } from 'node:crypto'
import {
  type CanonicalizationOrTransformationAlgorithm,
  ExclusiveCanonicalization,
  type HashAlgorithm,
  type SignatureAlgorithm,
  SignedXml,
} from 'xml-crypto'
import {
  digestNames,
  enveloped,
  exclusive,
  type Strength,
  signatureNames,
  strengths,
} from './algorithm-names.ts'

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
