import { visibleLine } from '../../../lib/contract/text/plain-text.ts'
import type { Checks } from '../config/checks.ts'
import { AttributeMissing, MappingFailed } from '../contract/failures.ts'
import type { MappingKey } from '../contract/shapes.ts'

/** Names of the identity provider's attributes, by user field. A field without an entry is not read. */
export type Mapping = Readonly<Partial<Record<MappingKey, string>>>
export type ReceivedAttributes = ReadonlyMap<string, readonly string[]>

/** A school's data about a person from the identity provider. `email` is in lower case. */
export type Profile = Readonly<Partial<Record<MappingKey, string>>> & {
  readonly email: string
  readonly name: string
}

// Letters beyond ASCII can look alike or fold into one another, so an address with them identifies nobody for certain.
const address = /^[\x21-\x7e]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/
const unusableInAddress = /[<>"',;:\\()[\]@]/

const usableEmail = (value: string): string | undefined => {
  const email = value.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const local = email.slice(0, email.lastIndexOf('@'))
  const usable = email.length <= 254 && address.test(email) && !unusableInAddress.test(local)
  return usable ? email : undefined
}

/** A school's settings for attributes. */
export type ProfileSettings = {
  readonly attributeMapping: Mapping
  readonly useFirstEmail?: boolean | undefined
}

export const maxValueLength = 256
const control = /\p{Cc}/u
// A space at either end, a special space, or an invisible sign: the text could look like another person's.
const deceptive = /^ | $|(?! )[\p{Z}\p{Cf}\p{DI}\u2800]/u

const isUsable = (value: string): boolean =>
  value.length <= maxValueLength && !control.test(value) && value.isWellFormed()

/** Whether a text can identify a person without being mistaken for another one. */
export const isUnambiguous = (value: string): boolean => isUsable(value) && !deceptive.test(value)

export const valuesOf = (received: ReceivedAttributes, name: string | undefined): readonly string[] =>
  name === undefined ? [] : (received.get(name) ?? []).filter((value) => value !== '')

/** The display name. It identifies nobody, so its look is not restricted. */
const nameOf = (known: Readonly<Partial<Record<MappingKey, string>>>, email: string): string => {
  const parts = [known.firstName, known.lastName].filter((part) => part !== undefined)
  return visibleLine(known.displayName ?? parts.join(' ')) || (email.split('@')[0] ?? email)
}

/**
 * Reads the mapped attributes. The first of several values counts; for several e-mail addresses only if the school has
 * set that (rules/saml 53). Fails with 400 `Required attribute not found` without an address, and with `Attribute
 * mapping failed` for unusable values.
 */
export const profileOf = (
  { need }: Checks,
  received: ReceivedAttributes,
  { attributeMapping: mapping, useFirstEmail = false }: ProfileSettings,
): Profile => {
  const emails = valuesOf(received, mapping.email)
  need(
    'e-mail attribute',
    emails.length > 0,
    `the attribute ${mapping.email} was not sent; compare the mapping with the attributes received`,
    'school',
    AttributeMissing,
  )
  const several = emails.length > 1 && !useFirstEmail
  const strange = several
    ? `the attribute ${mapping.email} has ${emails.length} values; set useFirstEmail to take the first one`
    : 'the value is not an address in plain letters'
  const found = several ? undefined : usableEmail(emails[0] ?? '')
  const email = need('e-mail address', found, strange, 'school', MappingFailed)
  const known = Object.fromEntries(
    Object.entries(mapping).flatMap(([key, name]) => {
      const [value] = key === 'email' ? [] : valuesOf(received, name)
      if (value === undefined) return []
      need(
        `attribute ${name}`,
        isUsable(value),
        'the value is too long or is not text',
        'school',
        MappingFailed,
      )
      return [[key, value]]
    }),
  )
  return { ...known, email, name: nameOf(known, email) }
}

/** Prefixes of subjects that are no NameID, so that different kinds never match. */
export const prefixes = {
  studentId: 'studentId:',
  email: 'email:',
  subjectId: 'subjectId:',
  pairwiseId: 'pairwiseId:',
  eppn: 'eppn:',
} as const

export const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/**
 * The subject that identifies a person across sign-ins: the NameID. If the school does not want one, or it changes
 * every time: the student id, else the address (rules/saml 16). The kinds never match one another.
 */
export const subjectOf = (
  { need }: Checks,
  statement: { readonly nameId: string | undefined; readonly nameFormat: string | undefined },
  { studentId, email }: Profile,
  wantNameId: boolean,
): string => {
  const { nameId, nameFormat } = statement
  if (wantNameId) need('NameID', nameId, 'the assertion has no NameID', 'identity provider', AttributeMissing)
  const lasting = wantNameId && nameFormat !== transient ? nameId : undefined
  const name = lasting ?? studentId ?? email
  const other = studentId === undefined ? prefixes.email + email : prefixes.studentId + studentId
  const subject = lasting ?? other
  const apart = !Object.values(prefixes).some((prefix) => lasting?.startsWith(prefix))
  // The subject becomes part of a key, which bounds its bytes.
  const fits = Buffer.byteLength(subject) <= maxValueLength && isUnambiguous(name) && apart
  const strange = 'the NameID is too long, has spaces or invisible characters, or has a reserved prefix'
  need('name of the person', fits, strange, 'identity provider', MappingFailed)
  return subject
}
