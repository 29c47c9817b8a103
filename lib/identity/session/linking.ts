import { type FailureKind, fail, forbidden } from '../../contract/failure.ts'
import {
  AddressOfOtherSubject,
  AddressOfSchoolSubject,
  ConcurrentChange,
  LinkEnded,
} from '../../contract/failures.ts'
import { truncate, visibleLine } from '../../contract/text/plain-text.ts'
import { conflicted } from '../../table/retry.ts'
import { put, remove, update, type Write } from '../../table/write.ts'
import { audit } from '../audit/audit.ts'
import { removeUnprovenLinks, unprovenMarks } from '../person/address-proof.ts'
import { isMailboxOfSchool } from '../person/addresses.ts'
import { moveFormerLink } from '../person/former-links.ts'
import { newAccess } from '../person/membership.ts'
import { findPerson, type Person } from '../person/person.ts'
import {
  credential,
  emailPointer,
  type GlobalUser,
  globalUser,
  type ProviderLink,
  providerPointer,
} from '../person/records.ts'
import { linkRows, linksUnchangedWrite, otherLink, removeLink } from '../school/provider-links.ts'
import { isLinkLive } from '../school/saml-issuer.ts'
import { ownCopyWrites } from '../school/tenants.ts'
import { endEverything } from './recovery.ts'
import { asksForFactors, type SecondStep } from './second-step.ts'
import { deviceInfoOf } from './sessions.ts'
import { type SignedIn, signIn, trySignIn, usernameOf } from './sign-in.ts'
import { linkMail } from './sign-in-notifications.ts'
import { refuseUnadmitted, type SignInContext, type SignInRequest } from './sign-in-request.ts'

/**
 * An identity provider's proof of a person. `issuer` (`google`, `apple`, or that of `samlIssuer`) and `subject`
 * identify the person permanently. The address is `proven` if a provider reports it as verified, or if it is in a
 * domain that the school has proven to own.
 */
export type ProviderProof = {
  readonly method: 'google' | 'apple' | 'saml'
  readonly issuer: string
  readonly subject: string
  /** Another subject for the same person in the same response: one that the issuer used before. */
  readonly formerSubject?: string | undefined
  /** For a school's identity provider: the school's trust number, read together with the data for judging the proof. */
  readonly trust?: number
  readonly email: string
  readonly proven: boolean
  readonly name?: string | undefined
  readonly picture?: string | undefined
  /**
   * Writes that allow this proof to replace the link of another subject, for the same transaction; undefined if
   * nothing allows it. A school's migration window does.
   */
  replaces?(person: Person, linked: ProviderLink): Promise<readonly Write[] | undefined>
  /** Records which linked subject refused the sign-in. */
  noteConflict?(linkedSubject: string): void
}

export const EmailInUse: FailureKind = {
  status: 409,
  message: 'Email already exists',
  code: 'ACCOUNT_EXISTS',
}
export const EmailDomainNotAllowed = forbidden(
  'Email domain is not allowed for this school',
  'EMAIL_DOMAIN_NOT_ALLOWED',
)

const idFields = { google: 'googleId', apple: 'appleId', saml: 'samlId' } as const

const subjectFields = (proof: ProviderProof, { tenant }: SignInContext): Partial<GlobalUser> => ({
  [idFields[proof.method]]: proof.subject,
  ...(proof.method === 'saml' ? { samlProvider: tenant.key } : {}),
})

const deviceOf = ({ device }: SignInContext): string => deviceInfoOf(device.userAgent)

const newPerson = (
  context: SignInContext,
  proof: ProviderProof,
): { person: Person; newAccount: NonNullable<SignInRequest['newAccount']> } => {
  const at = context.now().toISOString()
  const id = context.newId()
  const user: GlobalUser = {
    id,
    email: proof.email,
    emailVerified: proof.proven,
    name: truncate(visibleLine(proof.name ?? ''), 120) || (proof.email.split('@')[0] ?? proof.email),
    picture: proof.picture,
    ...subjectFields(proof, context),
    createdAt: at,
    updatedAt: at,
  }
  return {
    person: {
      user,
      rights: newAccess(id),
      sessions: [],
      links: [],
    },
    newAccount: {
      emailPointer: put(emailPointer, { email: proof.email, globalUserId: id }, { absent: true }),
      others: [
        put(globalUser, user, { absent: true }),
        ...linkRows({ ...proof, device: deviceOf(context) }, id, new Date(at), undefined),
      ],
    },
  }
}

/**
 * Takes over an account that was created with an unproven address: the proof ends all its sign-in methods. It always
 * writes the access item, as `linksUnchangedWrite` requires.
 */
const evictUnprovenWrites = (
  person: Person,
  proof: ProviderProof,
  replaced: ProviderLink | undefined,
  now: Date,
): Write[] => {
  const passwordGone = () => remove(credential, { globalUserId: person.user.id })
  const links = person.links.filter((each) => !isLinkOf(proof)(each) && each !== replaced)
  return person.user.emailVerified
    ? [linksUnchangedWrite(person.rights)]
    : [...removeUnprovenLinks({ ...person, links }), ...endEverything(person, now, passwordGone)]
}

const refuseConflict = (proof: ProviderProof, linkedSubject: string): never => {
  proof.noteConflict?.(linkedSubject)
  return fail(proof.method === 'saml' ? AddressOfSchoolSubject : AddressOfOtherSubject)
}

/** Refuses a proof that may not be linked to the person. Returns the live link that it may replace. */
const requireLinkable = async (context: SignInContext, proof: ProviderProof, person: Person) => {
  if (!proof.proven) fail(proof.method === 'saml' ? EmailDomainNotAllowed : EmailInUse)
  // Sessions by a school's own provider never carry platform roles.
  if (proof.method !== 'saml' && (await isMailboxOfSchool(context, person.user, person.rights)))
    fail(EmailInUse)
  const other = otherLink(person.links, proof)
  const replacement = other && (await proof.replaces?.(person, other))
  if (other && !replacement) refuseConflict(proof, other.subject)
  return { other, replacement }
}

/**
 * Links a provider to the person with the address. This requires a proven address: an unproven one never yields
 * another person's identity (rules/identity 22). A person with a live link to the issuer under another subject keeps
 * that link, unless the proof may replace it (rules/identity 60).
 */
const linkAccount = async (
  context: SignInContext,
  proof: ProviderProof,
  person: Person,
  endedLink?: ProviderLink,
): Promise<boolean> => {
  const { other, replacement } = await requireLinkable(context, proof, person)
  const { user } = person
  const marked = subjectFields(proof, context)
  const at = context.now().toISOString()
  const removedFields = unprovenMarks(person, marked)
  const written = await context.table.write([
    ...linkRows({ ...proof, device: deviceOf(context) }, user.id, context.now(), endedLink),
    ...(other ? removeLink(other) : []),
    ...(replacement ?? []),
    update(
      globalUser,
      { id: user.id },
      { set: { ...marked, emailVerified: true, updatedAt: at }, remove: removedFields },
      { equals: { email: user.email, emailVerified: user.emailVerified } },
    ),
    ...ownCopyWrites(context.tenant, person.rights, {
      set: { ...marked, updatedAt: at },
      remove: removedFields,
    }),
    linkMail(context, 'linked', proof.issuer, user.id),
    ...evictUnprovenWrites(person, proof, other, context.now()),
    audit(context, {
      action: 'identity.link',
      actor: user.id,
      targetType: 'globalUser',
      targetId: user.id,
      detail: { issuer: proof.issuer },
    }),
  ])
  return written.ok
}

const isLinkOf =
  (proof: ProviderProof) =>
  ({ issuer, subject }: { issuer: string; subject: string }): boolean =>
    issuer === proof.issuer && subject === proof.subject

/**
 * Whether the person has a second factor that this sign-in requires. Then nothing is linked. Otherwise a reader of the
 * address's mail could add a sign-in method without the factor. That method would outlive their access to the mailbox
 * (rules/mfa 27).
 */
const needsFactorFirst = ({ user, rights: { factors = [] } }: Person, request: SignInRequest): boolean =>
  user.emailVerified && factors.length > 0 && asksForFactors(request)

/** Options of a sign-in by a provider, in addition to the proof. */
export type ProviderSignInOptions = Pick<
  SignInRequest,
  'joining' | 'guards' | 'rowsWith' | 'proof' | 'confirmed' | 'sessionEnds' | 'findGrant' | 'provenEmail'
>

/** Links the person of an ended link again, if an address that the school has now proven identifies them. */
const relinkAccount = async (
  context: SignInContext,
  proof: ProviderProof,
  request: SignInRequest,
  endedLink: ProviderLink,
): Promise<void> => {
  const { table } = context
  const holder = proof.proven
    ? await table.get(emailPointer, { email: proof.email }, { strong: true })
    : undefined
  const person = holder && (await findPerson(table, holder.globalUserId))
  if (!person) fail(LinkEnded)
  // If a sign-in does not admit new members, it does not link accounts either.
  await refuseUnadmitted(context, person, request)
  await linkAccount(context, proof, person, endedLink)
}

/**
 * Signs in by an identity provider: the linked person, otherwise the person with the proven address, otherwise a new
 * person. From there on it is the path of every sign-in.
 */
export const signInByProvider = async (
  context: SignInContext,
  proof: ProviderProof,
  options: ProviderSignInOptions = {},
): Promise<SignedIn | SecondStep> => {
  const { table } = context
  const request = { ...options, method: proof.method }
  return table.retryOnConflict(async (turn) => {
    const known = await table.get(providerPointer, proof, { strong: true })
    if (proof.formerSubject !== undefined && proof.formerSubject !== proof.subject) {
      const moveResult = await moveFormerLink(context, proof, proof.formerSubject, known?.globalUserId)
      if (moveResult === 'other') refuseConflict(proof, proof.formerSubject)
      if (moveResult === 'moved') return conflicted
    }
    if (known) {
      const person = await findPerson(table, known.globalUserId)
      // The link is read with the epoch, so that a link that ends now opens no session of the next epoch.
      const own = person?.links.find(isLinkOf(proof))
      if (!person || !own) return conflicted
      const { trust = 0 } = proof
      if (isLinkLive(own, trust)) return signIn(context, person, request)
      // Linked again meanwhile, under a trust number that this sign-in was not checked against.
      if ((own.trust ?? 0) > trust) fail(ConcurrentChange)
      await relinkAccount(context, proof, request, own)
      return conflicted
    }
    const holder = await table.get(emailPointer, { email: proof.email }, { strong: true })
    if (holder) {
      const person = (await findPerson(table, holder.globalUserId)) ?? fail(ConcurrentChange)
      await refuseUnadmitted(context, person, request)
      if (needsFactorFirst(person, request)) {
        await requireLinkable(context, proof, person)
        return signIn(context, person, request)
      }
      await linkAccount(context, proof, person)
      return conflicted
    }
    const { person, newAccount } = newPerson(context, proof)
    await refuseUnadmitted(context, person, request)
    const username = await usernameOf(context, request, proof.email, turn)
    const outcome = await trySignIn(context, person, { ...request, newAccount }, username)
    if (typeof outcome === 'object') return outcome
    return conflicted
  })
}
