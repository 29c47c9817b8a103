/** The checks that stand between a mutant and a sign-in: without all of them it would be taken, with any of them not. */
export type Breach = {
  readonly mutant: string
  readonly walls: readonly string[]
  /** `assertion: signature` gives way to a library that takes every algorithm and believes in KeyInfo. */
  readonly library?: true
  /** What of the sign-in would be forged; otherwise it is the genuine one that got through. */
  readonly forged?: 'nameId' | 'attributes'
}

const form = 'assertion: signature form'
const reference = 'assertion: signature reference'
const algorithm = 'assertion: signature algorithm'
const signature = 'assertion: signature'
const content = 'assertion: signed content'
const one = 'one assertion'
const places = 'signature places'
const own = 'assertion is signed'
const outer = 'parts of the response'
const inner = 'parts of the assertion'

const breach = (mutant: string, walls: readonly string[], more: Omit<Breach, 'mutant' | 'walls'> = {}) => ({
  mutant,
  walls,
  ...more,
})
const forging = (mutant: string, ...walls: readonly string[]): Breach =>
  breach(mutant, walls, { forged: 'nameId' })
const changing = (mutant: string): Breach => breach(mutant, [signature], { forged: 'attributes' })
const careless = (mutant: string, ...walls: readonly string[]): Breach =>
  breach(mutant, [...walls, signature], { library: true })

const wrapped: readonly Breach[] = [
  forging(
    'XSW1: a forged response around the genuine one, within the signature',
    'message',
    one,
    places,
    'message: signature form',
    'message: signature reference',
    'message: signature',
    own,
  ),
  forging(
    'XSW2: a forged response before the genuine one, with a detached signature',
    'message',
    one,
    places,
    outer,
    'message: signature reference',
    'message: signature',
    own,
  ),
  forging(
    'a refusal that the identity provider signed, beside a forged assertion',
    'message',
    'message: signature reference',
    'message: signature',
    own,
  ),
  forging('XSW3: a forged assertion before the genuine one', one, places, own, 'signed'),
  forging('XSW4: a forged assertion around the genuine one', one, places, own, 'signed', inner),
  forging(
    'XSW5: the genuine assertion at the end, its signature in the forged one',
    one,
    reference,
    signature,
  ),
  forging(
    'XSW6: the genuine assertion within the signature of the forged one',
    one,
    places,
    form,
    reference,
    signature,
  ),
  forging('XSW7: the forged assertion among extensions', one, 'assertion place', places, own, 'signed'),
  forging(
    'XSW8: the genuine assertion in an object of its own signature',
    one,
    places,
    form,
    reference,
    signature,
  ),
  forging('the genuine assertion as advice of the forged one', one, places, own, 'signed'),
  breach('a forged assertion of another namespace beside the genuine one', [one, outer]),
  breach('only an assertion among extensions', ['assertion place']),
  breach('one id on two elements', ['ids']),
]

const texts: readonly Breach[] = [
  ...[
    'a comment inside the name',
    'CDATA inside the name',
    'a document type',
    'an entity of a file',
    'a comment inside the digest',
    'another root beside it',
    'very deep',
    'very many elements',
    'very many attributes',
    'very long',
  ].map((mutant) => breach(mutant, ['xml'])),
  breach('a processing instruction inside the name', ['xml', signature, content]),
  breach('an entity of its own', ['xml', signature], { forged: 'attributes' }),
  breach('an entity that nobody declared', ['xml', signature], { forged: 'attributes' }),
  breach('an error of another kind', ['message']),
]

const signatures: readonly Breach[] = [
  breach('no signature', [own, 'signed']),
  breach('the key of a stranger', [signature]),
  careless('the key of a stranger, with a certificate along'),
  breach('a good assertion in a message that a stranger has signed', ['message: signature']),
  changing('one letter of a name'),
  changing('a role that was added'),
  breach('a longer life', [signature]),
  careless('SHA-1', algorithm),
  careless('a digest of SHA-1', algorithm),
  careless('a keyed hash with the public key for a secret', algorithm),
  breach('a reference to the whole document', [reference]),
  breach('a reference to the response', [reference]),
  ...['two references', 'two bodies of one signature'].map((mutant) =>
    breach(mutant, [places, form, reference, algorithm, signature]),
  ),
  breach('two digests', [places, signature]),
  breach('two signatures of one element', [places, signature]),
  breach('a transform of another kind', [form, signature]),
  breach('another canonical form', [form, signature]),
  breach('an object within the signature', [places, form]),
]

const sealings: readonly Breach[] = [
  breach('an encrypted assertion without a signature', [own, 'signed']),
  breach('an encrypted assertion that a stranger signed', [signature]),
  breach('a comment inside an encrypted name', ['decrypted assertion']),
  breach('a secret inside an encrypted assertion', ['decrypted content', inner]),
  breach('SHA-1 over the message', ['message: signature algorithm', 'message: signature']),
  breach('an id that is no name', ['ids']),
  breach('nothing signed where either would do', ['signed']),
  breach('the signature of the message, moved into the assertion', [reference, signature]),
  breach('the signature of the assertion, moved to the message', [
    'message: signature reference',
    'message: signature',
  ]),
  breach('an assertion that is encrypted with triple DES', ['decryption']),
  breach('an assertion whose key is encrypted with RSA 1.5', ['decryption']),
]

/** Where leaving one check out does not do, although the identity provider meant it so. */
const silent: readonly Breach[] = [
  breach('no conditions', ['conditions', 'conditions time', 'audience']),
  breach('an attribute without a name', ['attribute names'], { forged: 'attributes' }),
  breach('two statuses', ['status element']),
  breach('no subject', ['subject', 'subject confirmation']),
]

export const breaches: readonly Breach[] = [...wrapped, ...texts, ...signatures, ...sealings, ...silent]

/** Mutants without walls of their own, and why. */
export const aside: Readonly<Record<string, string>> = {
  'half a document': 'nobody could take it for a sign-in',
  'no XML at all': 'nobody could take it for a sign-in',
  'fifty references': 'as two references, but a library needs a second to refuse them',
}

/** Checks that nothing reaches, because others stand before them whatever the way; they cost nothing. */
export const backstops: Readonly<Record<string, string>> = {
  'signed assertion': 'a signature of the message covers the whole response, and its assertion with it',
  'message: signed content': 'a digest is made of the element that is read, and of nothing else',
  assertion: 'what is read on was an assertion by name before its signature was looked at',
}
