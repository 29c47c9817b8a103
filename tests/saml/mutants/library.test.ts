import { createHash, createSign } from 'node:crypto'
import { XMLSerializer } from '@xmldom/xmldom'
import { describe, expect, it, vi } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { createChecks } from '../../../functions/saml/config/checks.ts'
import { requireSigned } from '../../../functions/saml/xml/signature.ts'
import { elementsOf, parseXml, requireShape, signatureIn } from '../../../functions/saml/xml/xml.ts'
import { answerOf, facts } from '../idp.ts'
import { demands, now, provider, request, written } from './judging.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'

const { certificates } = demands()

/** What the library of signatures makes of the same signature: the bytes that it covers. */
const byLibrary = (text: string, signature: Element): string | undefined => {
  try {
    const checker = new SignedXml({ publicCert: provider.certificate })
    checker.loadSignature(signature)
    return checker.checkSignature(text) ? checker.getSignedReferences()[0] : undefined
  } catch {
    return undefined
  }
}

const signedElements = (document: Document): readonly Element[] =>
  elementsOf(document).filter((element) => signatureIn(element) !== undefined)

/** What we read as signed, as text. */
const byUs = (document: Document, element: Element): string | undefined => {
  const seen = createChecks()
  try {
    const signable = [document.documentElement, ...elementsOf(document).filter(isAssertion)]
    requireShape(seen, document, signable)
    const read = requireSigned(seen, 'part', element, { certificates })
    return read && new XMLSerializer().serializeToString(read)
  } catch {
    return undefined
  }
}

const isAssertion = ({ localName, parentNode, ownerDocument }: Element): boolean =>
  localName === 'Assertion' && parentNode === ownerDocument.documentElement

const reread = (bytes: string | undefined): string | undefined => {
  const document = bytes === undefined ? undefined : parseXml(bytes)
  return document && new XMLSerializer().serializeToString(document.documentElement)
}

const signaturesIn = (text: string): number => {
  const document = parseXml(text)
  return document ? signedElements(document).length : 0
}

/** For each signature of a document: what we read as signed, and what the library does. */
const bothOf = (text: string) => {
  const document = parseXml(text)
  return (document ? signedElements(document) : []).map((element) => ({
    own: document && byUs(document, element),
    library: reread(byLibrary(text, signatureIn(element) as Element)),
  }))
}

const inclusive =
  '<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="xs"></ec:InclusiveNamespaces>'

describe('what a signature covers', () => {
  // The library says on the console what it makes of nonsense.
  const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

  it.each(['assertion', 'message', 'both'] as const)('is what the library reads: %s', (parts) => {
    const found = bothOf(answerOf(provider, facts(provider, request, now), { parts }))
    expect(found).toHaveLength(parts === 'both' ? 2 : 1)
    for (const { own, library } of found) {
      expect(own).toBeDefined()
      expect(own).toBe(library)
    }
  })

  it('keeps the namespaces that a transform names, as the library does', () => {
    const text = answerOf(provider, facts(provider, request, now))
      .replace('<samlp:Response ', '<samlp:Response xmlns:xs="http://www.w3.org/2001/XMLSchema" ')
      .replace(/(xml-exc-c14n#"><\/ds:)(Transform>)/, `xml-exc-c14n#">${inclusive}</ds:$2`)
    // The digest was made without them: both refuse it.
    expect(bothOf(text)).toEqual([{ own: undefined, library: undefined }])
    const digest = /<ds:DigestValue>[^<]*/
    const kept = text.replace(
      '<saml:Assertion ',
      '<saml:Assertion xmlns:xs="http://www.w3.org/2001/XMLSchema" ',
    )
    const bare = kept.replace(/<ds:Signature .*<\/ds:Signature>/s, '')
    const canonical = /<saml:Assertion.*<\/saml:Assertion>/s
      .exec(bare)?.[0]
      .replace(/ xmlns:xs="[^"]*"/, '')
      .replace('2.0:assertion"', '2.0:assertion" xmlns:xs="http://www.w3.org/2001/XMLSchema"')
    const value = createHash('sha256')
      .update(canonical ?? '')
      .digest('base64')
    const info = (xml: string) => /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(xml)?.[0] ?? ''
    const named = text.replace(digest, `<ds:DigestValue>${value}`)
    const octets = info(named).replace(
      '<ds:SignedInfo>',
      '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">',
    )
    const signature = createSign('RSA-SHA256').update(octets).sign(provider.key, 'base64')
    const good = named.replace(/<ds:SignatureValue>[^<]*/, `<ds:SignatureValue>${signature}`)
    const [found] = bothOf(good)
    expect(found?.own).toContain('XMLSchema')
    expect(found?.own).toBe(found?.library)
  })

  const signed = mutants.filter((mutant) => signaturesIn(written(mutant)) > 0)

  // rules/saml 9
  it.each(signed)('is never more than what the library reads: $name', (mutant: Mutant) => {
    const errors = quiet()
    try {
      const parts = bothOf(written(mutant))
      expect(parts).not.toEqual([])
      expect(parts.filter(({ own, library }) => own !== undefined && own !== library)).toEqual([])
    } finally {
      errors.mockRestore()
    }
  })

  it('is compared where both read something', () => {
    const errors = quiet()
    try {
      const isRead = (mutant: Mutant) => bothOf(written(mutant)).some(({ own }) => own !== undefined)
      expect(signed.filter(isRead).length).toBeGreaterThan(signed.length / 2)
    } finally {
      errors.mockRestore()
    }
  })
})
