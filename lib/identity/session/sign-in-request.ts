import type { Context } from '../../context.ts'
import { type FailureKind, fail } from '../../contract/failure.ts'
import type { Write } from '../../table/write.ts'
import { isOperator } from '../person/caller.ts'
import type { Person } from '../person/person.ts'
import type { Access, GlobalUser, Session, TenantUser } from '../person/records.ts'
import { type Applicant, requireAdmission } from '../school/admission.ts'
import { isMemberOrPlatform } from '../school/availability.ts'
import { requireSignInPolicy } from '../school/sign-in-policy.ts'

export type SignInContext = Pick<
  Context<'anyone'>,
  'table' | 'tenant' | 'school' | 'device' | 'issuer' | 'settings' | 'now' | 'newId'
>

/** Methods that begin a session by signing in. A mailed code only upgrades a session, and impersonation creates one. */
export type SignInMethodUsed = Exclude<Session['authMethod'], 'email' | 'impersonation'>

/** A school's settings for people who become members by signing in, and its data about them. */
export type Joining = {
  /** The sign-in admits no new members; this failure says so. */
  readonly refused?: FailureKind
  readonly fields?: Partial<Pick<TenantUser, 'name' | 'roles' | 'samlId' | 'samlProvider' | 'samlAttributes'>>
  /** Names to try in turn, instead of those derived from the address. */
  usernameFor?(attempt: number): Promise<string>
}

/** Additional rights, and the rows that record them. */
export type Grant = { readonly rights: Access; readonly writes: readonly Write[] }

/** A sign-in: the proof, and for a new person their rows and chosen username. */
export type SignInRequest = {
  readonly method: SignInMethodUsed
  readonly username?: string | undefined
  /** The person's record at this school, if already read. */
  readonly known?: TenantUser | undefined
  /** Rows of a new person. The e-mail pointer among them decides between parallel sign-ups. */
  readonly newAccount?: { readonly emailPointer: Write; readonly others: readonly Write[] }
  readonly joining?: Joining
  /** Grants of the deployment's list for the person; a sign-in by a school's identity provider makes none. */
  findGrant?(user: GlobalUser, rights: Access): Promise<Grant | undefined>
  /** An invitation to an organization that was mailed to the person. */
  readonly inviteId?: string | undefined
  /** The address that this sign-in itself proves. */
  readonly provenEmail?: string | undefined
  /** The second factor that was shown. Without it, a person with a factor must show one. */
  readonly strong?: Session['strong']
  /** Present if a school's identity provider is the proof. */
  readonly proof?: Session['proof']
  /** That provider required a second factor, and reported it by the requested context. */
  readonly confirmed?: Session['confirmed']
  /** When that provider's own session ends (ISO 8601); this session ends with it. */
  readonly sessionEnds?: string | undefined
  /** Single-use conditions with their refusals, written together with the session. */
  readonly guards?: readonly Write[]
  /** Further rows of the session's transaction. */
  rowsWith?(session: Session): readonly Write[]
}

/** The facts of a sign-in that a school's sign-in policy checks. */
export const openedBy = ({
  method: authMethod,
  proof,
  strong,
}: Pick<SignInRequest, 'method' | 'proof' | 'strong'>) => ({ authMethod, proof, strong })

/** The facts that decide whether the person may become a member. */
export const applicantOf = (
  { tenant }: Pick<SignInContext, 'tenant'>,
  { user, rights }: Pick<Person, 'user' | 'rights'>,
  { proof, provenEmail, inviteId }: Pick<SignInRequest, 'proof' | 'provenEmail' | 'inviteId'>,
): Applicant => ({
  user,
  memberships: rights.memberships,
  isOperator: isOperator(rights, { proof }, tenant.key),
  proof,
  provenEmail,
  inviteId,
})

/**
 * Fails for a sign-in method that the school does not accept, and for a non-member who cannot join this way. It runs
 * before any of the person's data changes.
 */
export const refuseUnadmitted = async (
  context: SignInContext,
  person: Person,
  request: Pick<SignInRequest, 'joining' | 'proof' | 'method' | 'strong' | 'provenEmail' | 'inviteId'>,
): Promise<void> => {
  requireSignInPolicy(context, person.rights, openedBy(request))
  if (isMemberOrPlatform(context, person.rights)) return
  await requireAdmission(context, applicantOf(context, person, request))
  if (request.joining?.refused) fail(request.joining.refused)
}
