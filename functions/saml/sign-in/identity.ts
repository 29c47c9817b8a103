import type { Checks } from '../config/checks.ts'
import { AttributeMissing, MappingFailed } from '../contract/failures.ts'
import type { IdentityAttribute } from '../contract/shapes.ts'
import type { SamlConfig } from '../repository.ts'
import type { Statement } from './assertion.ts'
import {
  isUnambiguous,
  maxValueLength,
  type Profile,
  prefixes,
  subjectOf,
  transient,
  valuesOf,
} from './attributes.ts'

/** Why a response identifies nobody by an attribute. */
export type ReleaseProblem = 'missing' | 'multiple' | 'transient' | 'unusable'

/** Result for one attribute of a response: the subject that it makes, or why it makes none. */
export type Release = { readonly subject: string } | { readonly problem: ReleaseProblem }

/** Names that federations define for these attributes. They are the same everywhere, so no mapping is needed. */
const federated: Readonly<Record<'subjectId' | 'pairwiseId' | 'eppn', readonly string[]>> = {
  subjectId: ['urn:oasis:names:tc:SAML:attribute:subject-id'],
  pairwiseId: ['urn:oasis:names:tc:SAML:attribute:pairwise-id'],
  eppn: ['urn:oid:1.3.6.1.4.1.5923.1.1.1.6', 'eduPersonPrincipalName'],
}

export const identityNames: Readonly<Record<IdentityAttribute, string>> = {
  nameId: 'persistent NameID',
  studentId: 'student id',
  subjectId: 'subject-id',
  pairwiseId: 'pairwise-id',
  eppn: 'eduPersonPrincipalName',
  email: 'e-mail address',
}

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const prefixOf = (attribute: Exclude<IdentityAttribute, 'nameId'>): string => prefixes[attribute]

type IdentityStatement = Pick<Statement, 'nameId' | 'nameFormat' | 'attributes'>

const isUsable = (subject: string, value: string): boolean =>
  Buffer.byteLength(subject) <= maxValueLength && isUnambiguous(value)

const nameIdOf = ({ nameId, nameFormat }: IdentityStatement): Release => {
  if (nameId === undefined) return { problem: 'missing' }
  if (nameFormat === transient) return { problem: 'transient' }
  const apart = !Object.values(prefixes).some((prefix) => nameId.startsWith(prefix))
  return apart && isUsable(nameId, nameId) ? { subject: nameId } : { problem: 'unusable' }
}

const valuesFor = (
  attribute: Exclude<IdentityAttribute, 'nameId'>,
  { attributes }: IdentityStatement,
  mapping: SamlConfig['attributeMapping'],
): readonly string[] => {
  const sources =
    attribute === 'studentId' || attribute === 'email' ? [mapping[attribute]] : federated[attribute]
  const values = sources.map((name) => valuesOf(attributes, name)).find(({ length }) => length > 0) ?? []
  // A student id compares to the letter; the others compare without case.
  return [...new Set(attribute === 'studentId' ? values : values.map(lower))]
}

/** Reads one attribute of a response (rules/saml 43). */
export const releaseOf = (
  attribute: IdentityAttribute,
  answer: IdentityStatement,
  mapping: SamlConfig['attributeMapping'],
): Release => {
  if (attribute === 'nameId') return nameIdOf(answer)
  const [value, ...more] = valuesFor(attribute, answer, mapping)
  if (value === undefined) return { problem: 'missing' }
  if (more.length > 0) return { problem: 'multiple' }
  const subject = prefixOf(attribute) + value
  return isUsable(subject, value) ? { subject } : { problem: 'unusable' }
}

const problems: Readonly<Record<ReleaseProblem, string>> = {
  missing: 'was not sent',
  multiple: 'has more than one value',
  transient: 'is transient: it changes with every sign-in',
  unusable: 'is too long, or has spaces or invisible characters',
}

/** The attribute from which a subject was made. */
const attributeOfSubject = (subject: string): IdentityAttribute =>
  (Object.keys(prefixes) as (keyof typeof prefixes)[]).find((key) => subject.startsWith(prefixes[key])) ??
  'nameId'

type IdentityConfig = Pick<
  SamlConfig,
  'attributeMapping' | 'identityAttribute' | 'formerIdentity' | 'wantNameId'
>

/**
 * The subject by which a response identifies its person. It comes from the school's configured attribute (rules/saml
 * 43), else from what the response has (rules/saml 16). The choice is recorded. 400 where the configured attribute
 * identifies nobody.
 */
export const identify = (
  checks: Checks,
  statement: IdentityStatement,
  profile: Profile,
  { attributeMapping, identityAttribute: chosen, wantNameId }: IdentityConfig,
): string => {
  const name = 'identity attribute'
  if (chosen === undefined) {
    const subject = subjectOf(checks, statement, profile, wantNameId)
    const passing = wantNameId && statement.nameFormat === transient ? 'The NameID is transient. ' : ''
    const known = `${passing}No identity attribute is chosen. This response identifies the person by the ${identityNames[attributeOfSubject(subject)]}`
    checks.note({ name, ok: true, message: known })
    return subject
  }
  const release = releaseOf(chosen, statement, attributeMapping)
  if ('problem' in release) {
    const kind = release.problem === 'missing' ? AttributeMissing : MappingFailed
    const problem = `the ${identityNames[chosen]} ${problems[release.problem]}`
    return checks.need<string>(name, undefined, problem, 'identity provider', kind)
  }
  checks.note({ name, ok: true, message: `The person is identified by the ${identityNames[chosen]}` })
  return release.subject
}

/** Whether a subject is an address. Addresses never carry a link over, because mailboxes pass to other people. */
const isAddress = (subject: string, { nameFormat }: IdentityStatement, { email }: Profile): boolean =>
  subject.startsWith(prefixes.email) ||
  lower(subject) === email ||
  (attributeOfSubject(subject) === 'nameId' && nameFormat === emailFormat)

/**
 * The subject under the school's previous attribute, while links are carried over (rules/saml 45). One response
 * contains both, so it proves that they are one person.
 */
export const formerSubjectOf = (
  statement: IdentityStatement,
  profile: Profile,
  { attributeMapping, formerIdentity, wantNameId }: IdentityConfig,
  now: Date,
): string | undefined => {
  if (!formerIdentity || formerIdentity.until <= now.toISOString()) return undefined
  const nameId = nameIdOf(statement)
  const automatic = wantNameId && 'subject' in nameId ? 'nameId' : 'studentId'
  const release = releaseOf(formerIdentity.attribute ?? automatic, statement, attributeMapping)
  if ('problem' in release || isAddress(release.subject, statement, profile)) return undefined
  return release.subject
}

/** Risks of the school's configured attribute, for its administrators. */
export const identityWarnings = ({ identityAttribute: chosen }: IdentityConfig): string[] => {
  if (chosen === undefined)
    return [
      'No identity attribute is chosen. Each response identifies the person by the NameID, otherwise the student id, otherwise the e-mail address. If the attributes released change, people can no longer sign in.',
    ]
  if (chosen === 'email')
    return [
      "People can change their e-mail address, and mailboxes are reassigned. The next owner of an address would sign in to the previous owner's account.",
    ]
  if (chosen === 'eppn')
    return [
      'Some schools reassign an eduPersonPrincipalName. Ask whether yours does. A subject-id is never reassigned.',
    ]
  if (chosen === 'nameId')
    return ['Sign-ins with a transient NameID are refused. Have the identity provider send a persistent one.']
  return chosen === 'studentId'
    ? ['Map the student id to an attribute that the school assigns and that people cannot edit.']
    : []
}
