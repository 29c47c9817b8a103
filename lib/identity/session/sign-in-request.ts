import type { Context } from '../../context.ts'
import { type FailureKind, fail } from '../../contract/failure.ts'
import type { Write } from '../../table/write.ts'
import { isOperator } from '../person/caller.ts'
import type { Person } from '../person/person.ts'
import type { Access, GlobalUser, Session, TenantUser } from '../person/records.ts'
import { type Applicant, requireAdmission } from '../school/admission.ts'
import { isMemberOrPlatform } from '../school/availability.ts'
import { requireSignInPolicy } from '../school/sign-in-policy.ts'
import type { Guard } from './second-step.ts'

export type SignInContext = Pick<
  Context<'anyone'>,
  'table' | 'tenant' | 'school' | 'device' | 'issuer' | 'settings' | 'now' | 'newId'
>

/** What begins a session. A code by mail lifts one, and administrators lend one: neither begins by coming in. */
export type SignInMethodUsed = Exclude<Session['authMethod'], 'email' | 'impersonation'>

/** What a school settles about people who become its members by signing in, and what it knows of them. */
export type Joining = {
  /** Nobody becomes a member this way; the failure says so. */
  readonly refused?: FailureKind
  readonly fields?: Partial<Pick<TenantUser, 'name' | 'roles' | 'samlId' | 'samlProvider' | 'samlAttributes'>>
  /** Names to try, one after the other, in the place of those that follow from the address. */
  usernameFor?(attempt: number): Promise<string>
}

/** Further rights, and the rows that record them. */
export type Grant = { readonly rights: Access; readonly writes: readonly Write[] }

/** How a person comes in: with which proof, and for new people the rows that make them and the name they chose. */
export type SignInRequest = {
  readonly method: SignInMethodUsed
  readonly username?: string | undefined
  /** The person's record at this school, where it has been read already. */
  readonly known?: TenantUser | undefined
  /** Rows of a person who does not exist yet. The e-mail pointer among them decides who came first. */
  readonly birth?: { readonly emailPointer: Write; readonly others: readonly Write[] }
  readonly joining?: Joining
  /** What the deployment's list promises to the person; a school's identity provider hands nothing of it out. */
  promised?(user: GlobalUser, rights: Access): Promise<Grant | undefined>
  /** An invitation to an organization, which whoever comes in has been mailed. */
  readonly inviteId?: string | undefined
  /** The address that this sign-in itself proves. */
  readonly provenEmail?: string | undefined
  /** A second factor that was shown. Without one, who has a factor is asked for it. */
  readonly strong?: Session['strong']
  /** Where a school's identity provider is the proof. */
  readonly proof?: Session['proof']
  /** That provider asked for a second factor, and said so by the context that it was asked for. */
  readonly confirmed?: Session['confirmed']
  /** When that provider's own session ends (ISO 8601), and with it this one. */
  readonly sessionEnds?: string | undefined
  /** What can happen once only, in one write with the session. */
  readonly guards?: readonly Guard[]
  /** Rows that stand or fall with the session. */
  also?(session: Session): readonly Write[]
}

/** What the door of a school asks of a sign-in. */
export const openedBy = ({
  method: authMethod,
  proof,
  strong,
}: Pick<SignInRequest, 'method' | 'proof' | 'strong'>) => ({ authMethod, proof, strong })

/** What decides whether somebody who comes in may become a member. */
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
 * Fails for whoever comes by a way that the school does not take, and for somebody who is no member and cannot become one
 * this way, before anything of theirs is changed.
 */
export const refuseUnadmitted = async (
  context: SignInContext,
  person: Person,
  entrance: Pick<SignInRequest, 'joining' | 'proof' | 'method' | 'strong' | 'provenEmail' | 'inviteId'>,
): Promise<void> => {
  requireSignInPolicy(context, person.rights, openedBy(entrance))
  if (isMemberOrPlatform(context, person.rights)) return
  await requireAdmission(context, applicantOf(context, person, entrance))
  if (entrance.joining?.refused) fail(entrance.joining.refused)
}
