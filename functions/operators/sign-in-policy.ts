import { createHash } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail, failureText } from '../../lib/contract/failure.ts'
import { ValidationError } from '../../lib/contract/failures.ts'
import { signInMethods } from '../../lib/contract/people.ts'
import { englishText, type PreparedText } from '../../lib/contract/text/prepared.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { isInMailDomain } from '../../lib/identity/person/addresses.ts'
import { identityOf, isAdminRole, isPlatformAdmin } from '../../lib/identity/person/caller.ts'
import { adminUserOf } from '../../lib/identity/person/people.ts'
import { findPerson, requireSelf } from '../../lib/identity/person/person.ts'
import {
  type Access,
  session,
  type TenantRecord,
  type TenantUser,
  tenantUser,
} from '../../lib/identity/person/records.ts'
import { unchangedAccess } from '../../lib/identity/person/roles.ts'
import { networkFlaw } from '../../lib/identity/school/campus-networks.ts'
import { trustOf } from '../../lib/identity/school/provider-trust.ts'
import { isLinkLive, schoolOfIssuer } from '../../lib/identity/school/saml-issuer.ts'
import {
  canBeBreakGlass,
  isMethodAllowed,
  satisfiesSignInPolicy,
} from '../../lib/identity/school/sign-in-policy.ts'
import { changeSchool, findOwnCopy } from '../../lib/identity/school/tenants.ts'
import { notifySignInChanged } from '../../lib/identity/session/sign-in-notifications.ts'
import type { Operation } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import { update, type Write } from '../../lib/table/write.ts'
import { signsPeopleIn } from '../saml/index.ts'
import type { contract } from './contract.ts'
import { BreakGlassUnfit, DoorUnseen, LocksYouOut, SchoolMissing } from './shapes.ts'
import {
  describePolicy,
  hashOfPolicy,
  policyOf,
  policyView,
  type SchoolSignInPolicy,
  type SignInPolicyRequest,
} from './sign-in-policy-fields.ts'

type Rows = (typeof contract)['rows']

type AdminContext = Context<'admin'>
type MethodRules = NonNullable<TenantRecord['door']>

const pageSize = 100

const requireSchool = async ({ table, tenant }: AdminContext): Promise<TenantRecord> =>
  (await findOwnCopy(table, tenant.key)) ?? fail(SchoolMissing)

const allowsAllMethods = ({ ways }: Pick<SignInPolicyRequest, 'ways'>): boolean =>
  signInMethods.every((way) => ways.includes(way))

/** Fails with the names of chosen people who have no second factor. */
const refuseWithoutFactor = (people: readonly { readonly name: string; readonly at: number }[]): never => {
  const texts = people.map(({ name }) =>
    failureText(
      '{name} has no second factor yet. They add one in their settings, under Two-step verification.',
      { name },
    ),
  )
  const details = people.map(({ at }, each) => ({
    field: `breakGlass.${at}`,
    message: englishText(texts[each] as PreparedText),
  }))
  return fail(BreakGlassUnfit, { details, texts })
}

/** Rights of the break-glass accounts: administrators in good standing with a second factor. */
const readBreakGlass = async ({ table, tenant }: AdminContext, ids: readonly string[]): Promise<Access[]> => {
  const users = await table.batchGet(
    ids.map((id) => key(tenantUser, { id })),
    { strong: true },
  )
  const people = await Promise.all(
    users.map(async (user) => ({ user, person: user && (await findPerson(table, user.globalUserId)) })),
  )
  const unprotected = people.flatMap(({ user, person }, at) =>
    user?.roles.some(isAdminRole) && person && (person.rights.factors ?? []).length === 0
      ? [{ name: user.name, at }]
      : [],
  )
  if (unprotected.length > 0) refuseWithoutFactor(unprotected)
  return people.map(({ user, person }) => {
    const isEligible = user?.roles.some(isAdminRole) && !user.accessSuspended
    return person && isEligible && canBeBreakGlass(person.rights, tenant.key)
      ? person.rights
      : fail(BreakGlassUnfit)
  })
}

type MethodRulesAndAccounts = { readonly door: MethodRules | undefined; readonly named: readonly Access[] }

/**
 * The method rules for the school's row, undefined for a policy that accepts every way, and the break-glass accounts.
 */
const readMethodRules = async (
  context: AdminContext,
  request: SignInPolicyRequest,
): Promise<MethodRulesAndAccounts> => {
  if (allowsAllMethods(request)) return { door: undefined, named: [] }
  const named = await readBreakGlass(context, [...new Set(request.breakGlass)])
  if (named.length === 0) fail(BreakGlassUnfit)
  const ways = signInMethods.filter((way) => request.ways.includes(way))
  return { door: { ways, breakGlass: named.map(({ globalUserId }) => globalUserId).sort() }, named }
}

/** Whether the school's identity provider signs people in at all. */
const hasIdentityProvider = async ({ table }: AdminContext): Promise<boolean> => signsPeopleIn(table)

type LockoutContext = {
  readonly school: TenantRecord
  readonly door: MethodRules
  readonly provider: boolean
}

/**
 * Whether a policy leaves a person no way to sign in. The platform cannot know whom the identity provider knows, so an
 * address in a school domain counts as known. A person who would first have to link an account counts as locked out.
 */
const isLockedOut = async (
  { table }: AdminContext,
  { school, door, provider }: LockoutContext,
  user: TenantUser,
): Promise<boolean> => {
  if (user.accessSuspended || door.breakGlass.includes(user.globalUserId)) return false
  // A mailed reset replaces a forgotten password.
  if (door.ways.includes('password')) return false
  const bySchool = provider && door.ways.includes('saml')
  if (bySchool && isInMailDomain(user.email, school.emailDomains)) return false
  const person = await findPerson(table, user.globalUserId)
  if (!person) return true
  const linked = person.links.some((link) =>
    schoolOfIssuer(link.issuer) === undefined
      ? (door.ways as readonly string[]).includes(link.issuer)
      : bySchool && schoolOfIssuer(link.issuer) === school.tenantKey && isLinkLive(link, trustOf(school)),
  )
  const passkey = door.ways.includes('passkey') && (person.rights.factors ?? []).includes('passkey')
  const operator = satisfiesSignInPolicy({ ...school, door }, person.rights, { authMethod: 'email' })
  return !linked && !passkey && !operator
}

const filterLockedOut = async (
  context: AdminContext,
  lockout: LockoutContext,
  users: readonly TenantUser[],
): Promise<TenantUser[]> => {
  const lockedOut = await Promise.all(users.map((user) => isLockedOut(context, lockout, user)))
  return users.filter((_, at) => lockedOut[at])
}

/**
 * Running hash over the policy and each listed person, in order. Only a caller who has read every page knows the last
 * value.
 */
const nextSeen = (before: string, users: readonly TenantUser[]): string =>
  users.reduce((seen, { id }) => createHash('sha256').update(`${seen} ${id}`).digest('base64url'), before)

type PreviewPosition = { readonly cursor?: string | undefined; readonly seen?: string | undefined }

/** A page of people whom a policy would lock out, with the `seen` value so far. */
const lockedOutPage = async (
  context: AdminContext,
  lockout: LockoutContext | undefined,
  { cursor, seen }: PreviewPosition,
  policy: SchoolSignInPolicy,
) => {
  const first = seen ?? hashOfPolicy(policy)
  if (!lockout) return { people: [], seen: first }
  const { items, cursor: next } = await context.table.list(tenantUser, {
    index: 'gsi1',
    keyParams: {},
    limit: pageSize,
    ...(cursor === undefined ? {} : { cursor }),
  })
  const people = await filterLockedOut(context, lockout, items)
  return { people, seen: nextSeen(first, people), ...(next === undefined ? {} : { cursor: next }) }
}

/** A planned policy, and the data that decides whom it locks out. */
type PolicyPlan = {
  readonly school: TenantRecord
  readonly policy: SchoolSignInPolicy
  readonly lockout: LockoutContext | undefined
  /** Rights of the break-glass accounts, as they were read. */
  readonly breakGlassRights: readonly Access[]
}

/** Fails with the first network that a school cannot name, and why. */
const requireNetworks = ({ campusNetworks = [] }: SignInPolicyRequest): void => {
  const details = campusNetworks.flatMap((network, at) => {
    const message = networkFlaw(network)
    return message === undefined ? [] : [{ field: `campusNetworks.${at}`, message }]
  })
  const [first] = details
  if (first) fail(ValidationError, { field: first.field, details })
}

const planPolicy = async (context: AdminContext, request: SignInPolicyRequest): Promise<PolicyPlan> => {
  requireNetworks(request)
  const [school, { door, named }] = await Promise.all([
    requireSchool(context),
    readMethodRules(context, request),
  ])
  const policy = policyOf(school, request, door)
  const lockout = door && { school, door, provider: await hasIdentityProvider(context) }
  return { school, policy, lockout, breakGlassRights: named }
}

/** Returns the current sign-in policy. */
export const readDoor = async (context: AdminContext) => {
  const found = await requireSchool(context)
  const people = await Promise.all((found.door?.breakGlass ?? []).map((id) => findPerson(context.table, id)))
  const { key: school } = context.tenant
  const ids = people.flatMap((person) => person?.rights.memberships[school]?.tenantUserId ?? [])
  const users = await context.table.batchGet(ids.map((id) => key(tenantUser, { id })))
  return {
    ...policyView(found),
    breakGlass: users.flatMap((user) => (user ? [adminUserOf(user as TenantUser)] : [])),
  }
}

/** Lists the people whom a policy would lock out, page by page, without changing it. */
export const previewDoor: Operation<Rows['previewDoor']> = async ({ cursor, seen, ...request }, context) => {
  const position = { cursor, seen }
  const { lockout, policy } = await planPolicy(context, request)
  const { people, ...rest } = await lockedOutPage(context, lockout, position, policy)
  return { people: people.map(adminUserOf), ...rest }
}

/** The `seen` value after all pages, as of now. */
const seenAfterAllPages = async (context: AdminContext, { lockout, policy }: PolicyPlan): Promise<string> => {
  let position: PreviewPosition = {}
  for (;;) {
    const { seen, ...page } = await lockedOutPage(context, lockout, position, policy)
    if (!('cursor' in page) || page.cursor === undefined) return seen
    position = { cursor: page.cursor, seen }
  }
}

/**
 * An administrator who saves a policy must be able to sign in under it. Otherwise saving fails: the session's own way
 * must stay accepted, or the account must be break-glass. In that case the session becomes a break-glass session.
 */
const ownSessionWrites = async (context: AdminContext, door: MethodRules | undefined): Promise<Write[]> => {
  const { caller, table, tenant } = context
  if (!door || isPlatformAdmin(caller)) return []
  const { person, own } = await requireSelf(context, identityOf(caller))
  const school: Pick<TenantRecord, 'door' | 'trust' | 'tenantKey'> = {
    ...(await findOwnCopy(table, tenant.key)),
    door,
    tenantKey: tenant.key,
  }
  if (isMethodAllowed(school, own)) return []
  // A provider's statement about a second factor does not count as the person's own.
  if (!door.breakGlass.includes(person.user.id) || own.strong === undefined) fail(LocksYouOut)
  const { globalUserId, id } = own
  return [update(session, { globalUserId, id }, { set: { glass: tenant.key } }, { exists: true })]
}

/** Stores a policy whose consequences were previewed (rules/auth 37). Notifies all administrators. */
export const setDoor: Operation<Rows['setDoor']> = async ({ seen, ...request }, context) => {
  const { table, tenant, now, caller } = context
  const plan = await planPolicy(context, request)
  const { policy, school, breakGlassRights } = plan
  const [all, own] = await Promise.all([
    seenAfterAllPages(context, plan),
    ownSessionWrites(context, policy.door),
  ])
  if (all !== seen) fail(DoorUnseen)
  const { ways, ...further } = policyView(policy)
  const changed = await changeSchool(table, {
    tenantKey: tenant.key,
    at: now(),
    // The preview was made from the school's policy, mail domains and identity provider at that version.
    change: (before) => (before.version === school.version ? policy : fail(DoorUnseen)),
    also: () => [
      ...own,
      // Without this check, a factor removed in parallel could leave a break-glass account without one.
      ...breakGlassRights.map(unchangedAccess),
      audit(context, {
        action: 'tenant.door',
        actor: caller,
        targetType: 'tenant',
        targetId: tenant.key,
        detail: {
          ways: ways.join(' '),
          breakGlass: (policy.door?.breakGlass ?? []).join(' '),
          ...Object.fromEntries(Object.entries(further).map(([name, part]) => [name, String(part)])),
        },
      }),
      notifySignInChanged(context, describePolicy(policy), { ended: false }),
    ],
  })
  if (changed === 'absent') fail(SchoolMissing)
  return readDoor(context)
}

export const getDoor: Operation<Rows['getDoor']> = (_, context) => readDoor(context)
