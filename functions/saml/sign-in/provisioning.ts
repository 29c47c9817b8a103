import { isDeepStrictEqual } from 'node:util'
import type { Context, Tenant } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { AddressOfSchoolSubject } from '../../../lib/contract/failures.ts'
import type { Person } from '../../../lib/identity/person/person.ts'
import { type Session, type TenantUser, tenantUser } from '../../../lib/identity/person/records.ts'
import { usernameFrom } from '../../../lib/identity/person/usernames.ts'
import { samlIssuer } from '../../../lib/identity/school/saml-issuer.ts'
import { signInByProvider } from '../../../lib/identity/session/linking.ts'
import { requireSignedIn, type SignedIn } from '../../../lib/identity/session/sign-in.ts'
import type { Joining } from '../../../lib/identity/session/sign-in-request.ts'
import { unchanged } from '../../../lib/table/condition.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import type { Check, Checks } from '../config/checks.ts'
import { migrationMove } from '../config/migration.ts'
import { AnswerRepeated, AttributeMissing, ProvisioningDisabled } from '../contract/failures.ts'
import { nameHash } from '../name-hash.ts'
import { type SamlConfig, samlName, samlSeen, samlSession } from '../repository.ts'
import type { Statement } from './assertion.ts'
import type { Profile, ReceivedAttributes } from './attributes.ts'
import { identifiersRow } from './identifiers.ts'

/** A person whom the identity provider has identified, as the school will know them. */
export type SamlSignIn = {
  readonly config: SamlConfig
  readonly subject: string
  /** The subject under the school's previous attribute. */
  readonly formerSubject: string | undefined
  readonly profile: Profile
  readonly statement: Statement
  /** Whether the school has proven to own the domain of the address. */
  readonly proven: boolean
  /** The school's trust number as it was read with the configuration. */
  readonly trust: number
  /** What the response proves about a second factor. */
  readonly confirmed?: Session['confirmed']
}

const profileKeys = [
  'username',
  'firstName',
  'lastName',
  'displayName',
  'studentId',
  'department',
  'role',
] as const

const attributesOf = (profile: Profile): Record<string, string> =>
  Object.fromEntries(profileKeys.flatMap((key) => (profile[key] === undefined ? [] : [[key, profile[key]]])))

const sourceOf = ({ config, profile }: SamlSignIn, received: ReceivedAttributes): string | undefined => {
  const { usernameGeneration: mode, customUsernameField: field } = config
  if (mode === 'student_id') return profile.studentId
  return field === undefined ? profile.username : received.get(field)?.[0]
}

/** Defaults that the school's settings give to a new member (rules/saml 19). */
const joiningOf = (tenant: Tenant, arrival: SamlSignIn, received: ReceivedAttributes): Joining => {
  const { config, subject, profile } = arrival
  const usernameFor = async (attempt: number): Promise<string> => {
    if (config.usernameGeneration === 'email_prefix') return usernameFrom(profile.email, attempt, tenant)
    const source = sourceOf(arrival, received) || fail(AttributeMissing)
    return usernameFrom(`${source.replaceAll('@', '')}@${profile.email}`, attempt, tenant)
  }
  return {
    ...(config.autoCreateUsers ? {} : { refused: ProvisioningDisabled }),
    usernameFor,
    fields: {
      name: profile.name,
      roles: config.defaultRoles,
      samlId: subject,
      samlAttributes: attributesOf(profile),
    },
  }
}

const sessionRows = (
  { config, statement }: SamlSignIn,
  sid: string,
  globalUserId: string,
  ends: string,
): Write[] => {
  const { nameId, nameFormat, sessionIndex } = statement
  // Without a logout address, no sign-out at the provider is possible.
  if (nameId === undefined || config.sloUrl === undefined) return []
  const shared = {
    sid,
    globalUserId,
    expiresAt: ends,
    ...(sessionIndex === undefined ? {} : { sessionIndex }),
  }
  return [
    put(samlSession, { ...shared, nameId, ...(nameFormat === undefined ? {} : { nameFormat }) }),
    put(samlName, { ...shared, name: nameHash(config.idpEntityId, nameId) }),
  ]
}

/** Updates the member from the identity provider's data, if the school wants that. Usually nothing differs. */
const updateMember = async (
  { table, now }: Context,
  { config, profile, subject }: SamlSignIn,
  member: TenantUser,
): Promise<TenantUser> => {
  let user: TenantUser | undefined = member
  return table.retryOnConflict(async () => {
    if (!user) return member
    const samlAttributes = attributesOf(profile)
    const isUnchanged = user.name === profile.name && isDeepStrictEqual(user.samlAttributes, samlAttributes)
    if (!config.autoUpdateUsers || isUnchanged) return user
    const next: TenantUser = {
      ...user,
      name: profile.name,
      samlId: subject,
      samlAttributes,
      updatedAt: now().toISOString(),
      version: user.version + 1,
    }
    if ((await table.put(tenantUser, next, unchanged(user))).ok) return next
    user = await table.get(tenantUser, { id: member.id }, { strong: true })
    return conflicted
  })
}

/** A mark by which administrators can compare two subjects. It reveals nothing else about them. */
export const subjectMark = (subject: string): string => nameHash('subject', subject).slice(0, 10)

const subjectConflict = (linked: string, subject: string): Check => ({
  name: 'linked identifier',
  ok: false,
  message: `the account with this address is linked to the identifier #${subjectMark(linked)}, but this response has #${subjectMark(subject)}. If both are the same person, add them to a migration window. If the mailbox was passed on, change the account's address.`,
  side: 'school',
  code: AddressOfSchoolSubject.code,
})

/**
 * Signs in the identified person by the same path as every sign-in.
 * The session's transaction uses the assertion up, and contains the row of `writeTrace`.
 */
export const completeSamlSignIn = async (
  context: Context<'anyone'>,
  arrival: SamlSignIn,
  checks: Checks,
  writeTrace: () => Write,
): Promise<{ signedIn: SignedIn; member: TenantUser | undefined }> => {
  const { tenant } = context
  const { config, subject, formerSubject, profile, statement, proven, trust, confirmed } = arrival
  const hash = nameHash('assertion', config.idpEntityId, statement.id)
  const proof = {
    method: 'saml' as const,
    issuer: samlIssuer(tenant.key, config.idpEntityId),
    subject,
    formerSubject,
    trust,
    email: profile.email,
    proven,
    name: profile.name,
    replaces: (person: Person) => migrationMove(context, config, person),
    noteConflict: (linked: string) => checks.note(subjectConflict(linked, subject)),
  }
  const identifiers = await identifiersRow(context, statement, config)
  const outcome = await signInByProvider(context, proof, {
    joining: joiningOf(tenant, arrival, statement.attributes),
    proof: { school: tenant.key, trust },
    ...(confirmed ? { confirmed } : {}),
    sessionEnds: statement.sessionEnds,
    guards: [put(samlSeen, { hash, expiresAt: statement.ends }, { absent: AnswerRepeated })],
    rowsWith: ({ id, globalUserId, expiresAt }) => [
      writeTrace(),
      ...sessionRows(arrival, id, globalUserId, expiresAt),
      identifiers(globalUserId),
    ],
  })
  const signedIn = requireSignedIn(outcome)
  const member = signedIn.member && (await updateMember(context, arrival, signedIn.member))
  return { signedIn, member }
}
