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
