import { createHash, createSign, createVerify, type KeyLike } from 'node:crypto'
import {
  type CanonicalizationOrTransformationAlgorithm,
  ExclusiveCanonicalization,
  type HashAlgorithm,
  type SignatureAlgorithm,
  SignedXml,
} from 'xml-crypto'
import { systemWait } from '../../../lib/table/pause.ts'
import type { Certificate } from '../certificates.ts'
import type { Checks, Side } from '../config/checks.ts'
import type { OwnKey } from '../own-keys.ts'
import {
  type DigestStrength,
  digestAddress,
  digestNames,
  digestStrength,
  envelopedTransform,
  exclusiveTransform,
  signatureAddress,
  signatureNames,
  signatureStrength,
  strengths,
} from './redirect-binding.ts'
import { digestedBytes, signerOf } from './signed-bytes.ts'
import { attributeOf, childElements, names, onlyChild, parseXml, signatureIn } from './xml.ts'

let last: Promise<void> = Promise.resolve()

/**
 * Messages are checked one by one, and other work runs between them. Among fifty parallel messages, other requests wait
 * for one at most.
 */
export const nextTurn = (): Promise<void> => {
  last = last.then(() => new Promise((resume) => setImmediate(resume)))
  return last
}

const minRefusalMs = 100

/**
 * Waits until a tenth of a second after a message arrived. Every refusal of an encrypted message takes that long,
 * whether it decrypted or not. So its timing reveals nothing about the contents (a padding oracle).
 */
export const padRefusalTime = async (began: number): Promise<void> => {
  const left = minRefusalMs - (performance.now() - began)
  if (left > 0) await systemWait(left)
}

const keyLike = (key: unknown): KeyLike => key as KeyLike

// The library creates its algorithms with `new`; a function that returns an object supports that too.
const signerFor = (strength: DigestStrength) =>
  function algorithm() {
    const name = `RSA-${strength.toUpperCase()}`
    return {
      getAlgorithmName: () => signatureNames[strength],
      getSignature: (info: Buffer | string, key: unknown) =>
        createSign(name).update(info).sign(keyLike(key), 'base64'),
      // `signedBytes` passes several certificates, so that a message is canonicalized once for all of them.
      verifySignature: (info: string, key: unknown, value: string) =>
        [key].flat().some((each) => createVerify(name).update(info).verify(keyLike(each), value, 'base64')),
    }
  }

const hasherFor = (strength: DigestStrength) =>
  function algorithm() {
    return {
      getAlgorithmName: () => digestNames[strength],
      getHash: (xml: string) => createHash(strength).update(xml, 'utf8').digest('base64'),
    }
  }

type Constructors<T> = Record<string, new () => T>

const algorithmTable = <T>(
  addresses: Readonly<Record<DigestStrength, string>>,
  make: (strength: DigestStrength) => unknown,
): Constructors<T> =>
  Object.fromEntries(strengths.map((strength) => [addresses[strength], make(strength)])) as Constructors<T>

const library = new SignedXml().CanonicalizationAlgorithms

/** A checker, or signer, that accepts only the listed algorithms. */
const signedXml = (options: ConstructorParameters<typeof SignedXml>[0]): SignedXml => {
  const xml = new SignedXml(options)
  const transforms = {
    [exclusiveTransform]: ExclusiveCanonicalization,
    [envelopedTransform]: library[envelopedTransform],
  } as Constructors<CanonicalizationOrTransformationAlgorithm>
  return Object.assign(xml, {
    SignatureAlgorithms: algorithmTable<SignatureAlgorithm>(signatureNames, signerFor),
    HashAlgorithms: algorithmTable<HashAlgorithm>(digestNames, hasherFor),
    CanonicalizationAlgorithms: transforms,
  })
}

type Algorithms = { readonly signatureAlgorithm?: DigestStrength; readonly digestAlgorithm?: DigestStrength }

/** The place that SAML requires for a message's signature: after its Issuer. */
const afterIssuer = { reference: "/*/*[local-name(.)='Issuer']", action: 'after' } as const

/** A document with our signature inside. */
export const withSignature = (
  xml: string,
  { certificate, privateKey }: OwnKey,
  { signatureAlgorithm = 'sha256', digestAlgorithm = 'sha256' }: Algorithms,
  location: { readonly reference: string; readonly action: 'after' | 'prepend' } = afterIssuer,
): string => {
  const signer = signedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: signatureAddress(signatureAlgorithm),
    canonicalizationAlgorithm: exclusiveTransform,
  })
  signer.addReference({
    xpath: '/*',
    transforms: [envelopedTransform, exclusiveTransform],
    digestAlgorithm: digestAddress(digestAlgorithm),
  })
  signer.computeSignature(xml, { prefix: 'ds', location })
  return signer.getSignedXml()
}

const child = (parent: Element | undefined, name: string): Element | undefined =>
  onlyChild(parent, names.signature, name)

const isMadeOf = (parent: Element | undefined, allowed: readonly string[]): boolean =>
  parent !== undefined &&
  childElements(parent).every(
    ({ namespaceURI, localName }) => namespaceURI === names.signature && allowed.includes(localName),
  )

const algorithmOf = (element: Element | undefined): string | undefined => attributeOf(element, 'Algorithm')

const areTransformsKnown = (transforms: Element | undefined): boolean => {
  const used = transforms ? childElements(transforms).map(algorithmOf) : []
  return (
    isMadeOf(transforms, ['Transform']) &&
    used.length === 2 &&
    used[0] === envelopedTransform &&
    used[1] === exclusiveTransform
  )
}

const refersTo = (reference: Element | undefined, element: Element): boolean => {
  const id = attributeOf(element, 'ID')
  return id !== undefined && id !== '' && attributeOf(reference, 'URI') === `#${id}`
}

const requireForm = ({ need }: Checks, what: string, signature: Element, element: Element): void => {
  const info = child(signature, 'SignedInfo')
  const reference = child(info, 'Reference')
  need(
    `${what}: signature form`,
    isMadeOf(signature, ['SignedInfo', 'SignatureValue', 'KeyInfo']) &&
      isMadeOf(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']) &&
      isMadeOf(reference, ['Transforms', 'DigestMethod', 'DigestValue']) &&
      areTransformsKnown(child(reference, 'Transforms')) &&
      algorithmOf(child(info, 'CanonicalizationMethod')) === exclusiveTransform,
    'the signature has parts or transforms that SAML does not use',
  )
  need(`${what}: signature reference`, refersTo(reference, element), 'the signature covers another element')
  const method = child(info, 'SignatureMethod')
  const digest = child(reference, 'DigestMethod')
  need(
    `${what}: signature algorithm`,
    signatureStrength(algorithmOf(method)) !== undefined &&
      digestStrength(algorithmOf(digest)) !== undefined &&
      isMadeOf(method, []) &&
      isMadeOf(digest, []),
    `the signature uses ${algorithmOf(method) ?? 'no algorithm'} with digest ${algorithmOf(digest) ?? 'no algorithm'}; use RSA with SHA-256, SHA-384 or SHA-512`,
  )
}

/** Certificates that verify signatures, and the one that expired last, so that a failure can name its end. */
export type TrustedCertificates = {
  readonly certificates: readonly Certificate[]
  readonly expired?: Certificate | undefined
}

/** Why no certificate verifies the signature, and who has to act. */
const problemOf = (
  signature: Element,
  { certificates, expired }: TrustedCertificates,
): readonly [string, Side] => {
  const day = expired?.validTo.slice(0, 10)
  if (expired && (certificates.length === 0 || signerOf(signature, [expired])))
    return [`the certificate for this signature expired on ${day}`, 'identity provider']
  if (certificates.length === 0) return ['no configured certificate is valid yet', 'school']
  return [
    'the signature does not match a configured certificate, or the message was changed in transit',
    'identity provider',
  ]
}

/**
 * The contents that the signature of `element` covers, parsed again from the exact signed bytes. Undefined without a
 * signature. A signature by none of the certificates fails the sign-in.
 */
export const requireSigned = (
  checks: Checks,
  what: string,
  element: Element,
  trusted: TrustedCertificates,
): Element | undefined => {
  const signature = signatureIn(element)
  if (!signature) return undefined
  requireForm(checks, what, signature, element)
  // Most forged messages fail at the signature value, before any large canonicalization.
  const bytes = signerOf(signature, trusted.certificates) && digestedBytes(signature, element)
  const [problem, side] = bytes === undefined ? problemOf(signature, trusted) : ['', undefined]
  const good = checks.need(`${what}: signature`, bytes, problem, side)
  const root = parseXml(good)?.documentElement
  return checks.need(
    `${what}: signed content`,
    root?.localName === element.localName && root.namespaceURI === element.namespaceURI && root,
    'the signature covers another element',
  )
}
