import { fail } from '../../contract/failure.ts'
import { AccountSuspended, ConcurrentChange } from '../../contract/failures.ts'
import type { Tokens } from '../../contract/reply.ts'
import { conflicted } from '../../table/retry.ts'
import { put, remove, type Write } from '../../table/write.ts'
import { homeSchoolsWrite, newMember, withHomeSchools } from '../person/membership.ts'
import { findPerson, type Person } from '../person/person.ts'
import { type Access, type Session, session, type TenantUser, tenantUser } from '../person/records.ts'
import { accessWrite, unchangedAccess } from '../person/roles.ts'
import { usernameFrom } from '../person/usernames.ts'
import { isMemberOrPlatform } from '../school/availability.ts'
import { requireSignInPolicy, usesBreakGlass } from '../school/sign-in-policy.ts'
import { deviceProof } from './known-device.ts'
import { asksForFactors, beginSecondStep, type SecondStep } from './second-step.ts'
import { maxSessions, newSession, tokensFor } from './sessions.ts'
import { recordFailureAndRethrow, signInRecordWrite } from './sign-in-history.ts'
import { notifyBreakGlassUse, notifyNewDevice } from './sign-in-notifications.ts'
import {
  applicantOf,
  openedBy,
  refuseUnadmitted,
  type SignInContext,
  type SignInRequest,
} from './sign-in-request.ts'

/** `session` is the new session of this device; `member` is absent on the platform host. */
export type SignedIn = {
  readonly tokens: Tokens
  readonly session: Session
  readonly rights: Access
  readonly member: TenantUser | undefined
}

/** A write and the meaning of its refusal. */
type Step = { readonly of: 'email' | 'username' | 'rights' | 'guard' | 'other'; readonly write: Write }

/** The meaning of a conflict: the address or the username is taken; `again` requires reading the person again. */
export type SignInOutcome = SignedIn | 'email taken' | 'username taken' | 'again'

const step = (of: Step['of'], write: Write): Step => ({ of, write })

// Parallel sign-ins do not see each other, so there may be more sessions; a transaction has room for this many.
const maxEnded = 60

const surplusSessions = (sessions: readonly Session[]): readonly Session[] =>
  [...sessions]
    .sort((a, b) => (a.lastUsed < b.lastUsed ? -1 : 1))
    .slice(0, -(maxSessions - 1))
    .slice(0, maxEnded)

const membershipSteps = async (
  context: SignInContext,
  person: Person,
  request: SignInRequest,
  username: string,
) => {
  const { rights } = person
  requireSignInPolicy(context, rights, openedBy(request))
  const current = rights.memberships[context.tenant.key]
  if (current?.status === 'active') {
    if (current.suspended) fail(AccountSuspended)
    return { rights, steps: [], memberId: current.tenantUserId }
  }
  if (context.tenant.platform) return { rights, steps: [], memberId: undefined }
  const created = await newMember(context, person, {
    username,
    ...applicantOf(context, person, request),
    opened: openedBy(request),
    fields: request.joining?.fields,
  })
  if (request.joining?.refused) fail(request.joining.refused)
  const { member, rows, admitted } = created
  return {
    rights: created.rights,
    steps: [
      step('username', rows.username),
      ...[rows.user, ...rows.words, ...admitted].map((write) => step('other', write)),
    ],
    member,
  }
}

const conflictOf = (
  steps: readonly Step[],
  failed: readonly number[],
): 'email taken' | 'username taken' | 'again' => {
  const refused = failed.map((at) => steps[at]?.of)
  if (refused.includes('email')) return 'email taken'
  return refused.includes('username') ? 'username taken' : 'again'
}

/**
 * Stores changed rights. Unchanged rights are checked if they were the reason not to require a second factor: a first
 * factor added at this moment is then required (rules/mfa 1).
 */
const rightsSteps = (person: Person, request: SignInRequest, rights: Access): Step[] => {
  if (rights !== person.rights || request.newAccount) return [step('rights', accessWrite(rights))]
  return asksForFactors(request) ? [step('rights', unchangedAccess(rights))] : []
}

/**
 * One try of a sign-in, in one all-or-nothing write: a new person's rows, the membership and tenant user if needed,
 * platform roles of the deployment's list, and the session.
 */
export const trySignIn = async (
  context: SignInContext,
  person: Person,
  request: SignInRequest,
  username: string,
): Promise<SignInOutcome> => {
  const { table } = context
  const { guards = [] } = request
  const {
    rights: joined,
    steps: joining,
    member,
    memberId,
  } = {
    member: undefined,
    memberId: undefined,
    ...(await membershipSteps(context, person, request, username)),
  }
  const grant = await request.findGrant?.(person.user, joined)
  const rights = grant?.rights ?? joined
  const isBreakGlass = usesBreakGlass(context.school, rights, openedBy(request))
  const { session: fresh, refreshToken } = await newSession(context, rights, request.method, {
    until: request.sessionEnds,
    ...(request.proof ? { proof: request.proof } : {}),
    ...(request.strong ? { strong: request.strong } : {}),
    ...(request.confirmed ? { confirmed: request.confirmed } : {}),
    ...(isBreakGlass ? { glass: context.tenant.key } : {}),
  })
  const deviceWrites = request.newAccount ? [] : await notifyNewDevice(context, person, request.method)
  const steps: Step[] = [
    ...(request.newAccount
      ? [
          step('email', withHomeSchools(request.newAccount.emailPointer, rights)),
          ...request.newAccount.others.map((write) => step('other', write)),
        ]
      : []),
    ...joining,
    ...(member && !request.newAccount ? [step('other', homeSchoolsWrite(person.user, rights))] : []),
    ...rightsSteps(person, request, rights),
    ...(grant?.writes ?? []).map((write) => step('rights', write)),
    ...surplusSessions(person.sessions).map(({ id, globalUserId }) =>
      step('other', remove(session, { id, globalUserId })),
    ),
    ...guards.map((write) => step('other', write)),
    ...(request.rowsWith?.(fresh) ?? []).map((write) => step('other', write)),
    ...[...deviceWrites, ...(isBreakGlass ? notifyBreakGlassUse(context, person) : [])].map((write) =>
      step('other', write),
    ),
    step('other', put(session, fresh, { absent: true })),
    step('other', signInRecordWrite(fresh, rights)),
  ]
  const readAhead = request.known?.id === memberId ? request.known : undefined
  const [written, known] = await Promise.all([
    table.write(steps.map(({ write }) => write)),
    readAhead ?? (memberId ? table.get(tenantUser, { id: memberId }, { strong: true }) : member),
  ])
  if (!written.ok) return conflictOf(steps, written.failed)
  const tokens = await tokensFor(context, fresh, rights, refreshToken)
  return {
    // No device proof: a school's identity provider could otherwise create any number of known devices, each with its
    // own tries.
    tokens:
      request.method === 'saml' ? tokens : { ...tokens, deviceProof: await deviceProof(context, fresh) },
    session: fresh,
    rights,
    member: known,
  }
}

/** The username to try for a new member. */
export const usernameOf = (
  { tenant }: Pick<SignInContext, 'tenant'>,
  { joining }: SignInRequest,
  email: string,
  attempt: number,
): Promise<string> => joining?.usernameFor?.(attempt) ?? usernameFrom(email, attempt, tenant)

/** Refusals by the school that the person's sign-in history shows. */
const refusals = [403]

/**
 * Retries until there is no conflict with another device of the person. `secondStepFor` runs again with the person's current
 * data.
 */
const attemptSignIn = async <S extends SecondStep = never>(
  context: SignInContext,
  found: Person,
  request: SignInRequest,
  secondStepFor: (person: Person) => Promise<S | undefined> = async () => undefined,
): Promise<SignedIn | S> => {
  let person = found
  let usernameTries = 0
  const { globalUserId } = found.rights
  const failed = {
    globalUserId,
    rights: found.rights,
    tenantKey: context.tenant.key,
    method: request.method,
  }
  const entered = context.table.retryOnConflict(async () => {
    requireSignInPolicy(context, person.rights, openedBy(request))
    const secondStep = await secondStepFor(person)
    if (secondStep) return secondStep
    await refuseUnadmitted(context, person, request)
    const joins = !isMemberOrPlatform(context, person.rights)
    const username = joins ? await usernameOf(context, request, person.user.email, usernameTries) : ''
    const outcome = await trySignIn(context, person, request, username)
    if (typeof outcome === 'object') return outcome
    if (outcome === 'username taken') usernameTries += 1
    else person = (await findPerson(context.table, person.user.id)) ?? fail(ConcurrentChange)
    // A password replaced, or a link ended, since it was checked opens no session, even at the second try.
    if (person.rights.epoch !== found.rights.epoch) fail(ConcurrentChange)
    return conflicted
  })
  return entered.catch(recordFailureAndRethrow(context, failed, refusals))
}

/** Signs in a person without a further step: after the second factor, or after a completed recovery. */
export const completeSignIn = (
  context: SignInContext,
  found: Person,
  request: SignInRequest,
): Promise<SignedIn> => attemptSignIn<never>(context, found, request)

/** Whether a sign-in waits for a second factor. */
export const isPending = <S extends object>(outcome: S | SecondStep): outcome is SecondStep =>
  'methods' in outcome

/** The result of a sign-in that never requires a second factor: by a school's identity provider. */
export const requireSignedIn = (outcome: SignedIn | SecondStep): SignedIn => {
  if (isPending(outcome)) throw new Error('this sign-in needs no second factor')
  return outcome
}

/**
 * Signs a proven person in, whatever the proof. A person with a second factor must show it first. Conflicts with other
 * devices of the person are retried with current data. A derived username that is taken gets a number.
 */
export const signIn = (
  context: SignInContext,
  found: Person,
  request: SignInRequest,
): Promise<SignedIn | SecondStep> =>
  attemptSignIn(context, found, request, (person) => beginSecondStep(context, person, request))
