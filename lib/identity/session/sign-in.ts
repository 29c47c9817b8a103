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

const as = (of: Step['of'], write: Write): Step => ({ of, write })

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
  entrance: SignInRequest,
  username: string,
) => {
  const { rights } = person
  requireSignInPolicy(context, rights, openedBy(entrance))
  const current = rights.memberships[context.tenant.key]
  if (current?.status === 'active') {
    if (current.suspended) fail(AccountSuspended)
    return { rights, steps: [], memberId: current.tenantUserId }
  }
  if (context.tenant.platform) return { rights, steps: [], memberId: undefined }
  const created = await newMember(context, person, {
    username,
    ...applicantOf(context, person, entrance),
    opened: openedBy(entrance),
    fields: entrance.joining?.fields,
  })
  if (entrance.joining?.refused) fail(entrance.joining.refused)
  const { member, rows, admitted } = created
  return {
    rights: created.rights,
    steps: [
      as('username', rows.username),
      ...[rows.user, ...rows.words, ...admitted].map((write) => as('other', write)),
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
const rightsSteps = (person: Person, entrance: SignInRequest, rights: Access): Step[] => {
  if (rights !== person.rights || entrance.birth) return [as('rights', accessWrite(rights))]
  return asksForFactors(entrance) ? [as('rights', unchangedAccess(rights))] : []
}

/**
 * One try of a sign-in, in one all-or-nothing write: a new person's rows, the membership and tenant user if needed,
 * platform roles of the deployment's list, and the session.
 */
export const trySignIn = async (
  context: SignInContext,
  person: Person,
  entrance: SignInRequest,
  username: string,
): Promise<SignInOutcome> => {
  const { table } = context
  const { guards = [] } = entrance
  const {
    rights: joined,
    steps: joining,
    member,
    memberId,
  } = {
    member: undefined,
    memberId: undefined,
    ...(await membershipSteps(context, person, entrance, username)),
  }
  const grant = await entrance.promised?.(person.user, joined)
  const rights = grant?.rights ?? joined
  const glass = usesBreakGlass(context.school, rights, openedBy(entrance))
  const { session: fresh, refreshToken } = await newSession(context, rights, entrance.method, {
    until: entrance.sessionEnds,
    ...(entrance.proof ? { proof: entrance.proof } : {}),
    ...(entrance.strong ? { strong: entrance.strong } : {}),
    ...(entrance.confirmed ? { confirmed: entrance.confirmed } : {}),
    ...(glass ? { glass: context.tenant.key } : {}),
  })
  const noticed = entrance.birth ? [] : await notifyNewDevice(context, person, entrance.method)
  const steps: Step[] = [
    ...(entrance.birth
      ? [
          as('email', withHomeSchools(entrance.birth.emailPointer, rights)),
          ...entrance.birth.others.map((write) => as('other', write)),
        ]
      : []),
    ...joining,
    ...(member && !entrance.birth ? [as('other', homeSchoolsWrite(person.user, rights))] : []),
    ...rightsSteps(person, entrance, rights),
    ...(grant?.writes ?? []).map((write) => as('rights', write)),
    ...surplusSessions(person.sessions).map(({ id, globalUserId }) =>
      as('other', remove(session, { id, globalUserId })),
    ),
    ...guards.map((write) => as('other', write)),
    ...(entrance.also?.(fresh) ?? []).map((write) => as('other', write)),
    ...[...noticed, ...(glass ? notifyBreakGlassUse(context, person) : [])].map((write) =>
      as('other', write),
    ),
    as('other', put(session, fresh, { absent: true })),
    as('other', signInRecordWrite(fresh, rights)),
  ]
  const readAhead = entrance.known?.id === memberId ? entrance.known : undefined
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
      entrance.method === 'saml' ? tokens : { ...tokens, deviceProof: await deviceProof(context, fresh) },
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
 * Retries until there is no conflict with another device of the person. `ask` runs again with the person's current
 * data.
 */
const attemptSignIn = async <S extends SecondStep = never>(
  context: SignInContext,
  found: Person,
  entrance: SignInRequest,
  ask: (person: Person) => Promise<S | undefined> = async () => undefined,
): Promise<SignedIn | S> => {
  let person = found
  let names = 0
  const { globalUserId } = found.rights
  const failed = {
    globalUserId,
    rights: found.rights,
    tenantKey: context.tenant.key,
    method: entrance.method,
  }
  const entered = context.table.retryOnConflict(async () => {
    requireSignInPolicy(context, person.rights, openedBy(entrance))
    const secondStep = await ask(person)
    if (secondStep) return secondStep
    await refuseUnadmitted(context, person, entrance)
    const joins = !isMemberOrPlatform(context, person.rights)
    const username = joins ? await usernameOf(context, entrance, person.user.email, names) : ''
    const outcome = await trySignIn(context, person, entrance, username)
    if (typeof outcome === 'object') return outcome
    if (outcome === 'username taken') names += 1
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
  entrance: SignInRequest,
): Promise<SignedIn> => attemptSignIn<never>(context, found, entrance)

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
  entrance: SignInRequest,
): Promise<SignedIn | SecondStep> =>
  attemptSignIn(context, found, entrance, (person) => beginSecondStep(context, person, entrance))
