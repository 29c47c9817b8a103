import type { Tenant } from '../../context.ts'
import { Failure, fail } from '../../contract/failure.ts'
import { InvalidToken, TenantNotFound } from '../../contract/failures.ts'
import type { Row } from '../../contract/row.ts'
import { minuteMs } from '../../contract/time.ts'
import type { Caller } from '../../identity/person/caller.ts'
import {
  access,
  type Session,
  type SigningKey,
  session,
  signingKey,
  type TenantRecord,
  type TenantUser,
  tenantListing,
  tenantRecord,
  tenantUser,
} from '../../identity/person/records.ts'
import { proofSchoolKey } from '../../identity/school/provider-trust.ts'
import { syntheticKey, syntheticSchool } from '../../identity/school/synthetic.ts'
import { callerByRefreshToken } from '../../identity/session/renewal.ts'
import {
  type AccessClaims,
  type UnverifiedClaims,
  type Verified,
  verifyLegacy,
} from '../../identity/token/tokens.ts'
import type { Prefetch } from '../../operation.ts'
import type { Runtime } from '../../runtime.ts'
import { key, type Ref } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import type { Request } from '../request.ts'
import { isClosed, queueOrgRights, refuseClosedSchool } from './access.ts'
import {
  authenticate,
  authenticateLegacy,
  type Credential,
  credentialOf,
  missingToken,
  type PresentedPerson,
  signInPolicyOf,
} from './credential.ts'
import { tenantOfOrigin } from './origin.ts'

/** Facts that the pipeline has after its one read. `caller` authenticates: it returns the caller or refuses. */
export type RequestFacts = {
  caller(): Promise<Caller | undefined>
  /** The session and the claims of the caller's token, available after `caller`. */
  own(): OwnSession | undefined
  readonly school: TenantRecord | undefined
  /** The request's Origin is the address of a registered school. */
  readonly originRegistered: boolean
}

type OwnSession = { readonly session: Session; readonly claims: AccessClaims }

type FactsContext = {
  readonly request: Request
  readonly row: Row
  readonly tenant: Tenant
  readonly runtime: Runtime
  readonly table: Table
  readonly params: Readonly<Record<string, string>>
  /** The operation's own first reads. */
  readonly prefetch: Prefetch | undefined
  /** The operation is called by a page. */
  readonly isForPage: boolean
}

/** Collects refs for one BatchGet and returns each item to its own reader. */
const batch = (table: Table) => {
  const refs: Ref[] = []
  let items: readonly unknown[] = []
  return {
    queue<R extends Ref>(ref: R | undefined): () => unknown {
      if (!ref) return () => undefined
      const at = refs.push(ref) - 1
      return () => items[at]
    },
    async read(): Promise<void> {
      if (refs.length > 0) items = await table.batchGet(refs, { strong: true })
    },
  }
}

const schoolLife = 2000
const originLife = minuteMs
/** Names come from clients, so the cache is bounded. */
const maxCachedSchools = 2000

/** Keeps a strongly read row of a school for the requests of the next `life` milliseconds. */
export const keepSchool = (
  { schools, now }: Pick<Runtime, 'schools' | 'now'>,
  name: string,
  record: TenantRecord | undefined,
  life = schoolLife,
): void => {
  if (schools.size >= maxCachedSchools) schools.clear()
  schools.set(name, { record, until: now().getTime() + life })
}

/** Registry rows rarely change: a school is read again after two seconds, an origin after a minute. */
const queueSchools = ({ request, row, tenant, runtime }: FactsContext, reads: ReturnType<typeof batch>) => {
  const now = runtime.now().getTime()
  const cached = (name: string) => {
    const entry = runtime.schools.get(name)
    return entry && entry.until > now ? entry : undefined
  }
  const queueSchool = (name: string, life: number, ref: Ref) => {
    const entry = cached(name)
    if (entry) return () => entry.record
    const item = reads.queue(ref)
    return () => {
      const record = item() as TenantRecord | undefined
      keepSchool(runtime, name, record, life)
      return record
    }
  }
  const builtIn = tenant.key === syntheticKey ? syntheticSchool : undefined
  const school =
    tenant.platform || builtIn
      ? () => builtIn
      : queueSchool(`at ${tenant.key}`, schoolLife, key(tenantRecord, {}))
  const origin = request.headers.origin
  const label = origin && row.siblings ? tenantOfOrigin(origin, runtime.settings) : undefined
  return {
    school,
    /** The school that proved the caller, from the request's own school or from the registry. */
    proving: (provenBy: string | undefined) => {
      if (provenBy === undefined) return () => undefined
      return provenBy === tenant.key
        ? school
        : queueSchool(`proving ${provenBy}`, schoolLife, proofSchoolKey(provenBy))
    },
    origin: label
      ? queueSchool(`of ${label}`, originLife, key(tenantListing, { tenantKey: label }))
      : () => undefined,
  }
}

const queueSession = (reads: ReturnType<typeof batch>, globalUserId = '', sid = '') => {
  if (globalUserId === '' || sid === '')
    return (): PresentedPerson => ({ session: undefined, access: undefined })
  const item = reads.queue(key(session, { globalUserId, id: sid }))
  const rights = reads.queue(key(access, { globalUserId }))
  return (): PresentedPerson => ({
    session: item() as PresentedPerson['session'],
    access: rights() as PresentedPerson['access'],
  })
}

const isOpen = ({ access }: Row): boolean => access === 'anyone' || access === 'optional'

/**
 * Starts the operation's first reads with the caller's. This requires a token signed here, or an operation without
 * one.
 */
const runPrefetch = async (
  { prefetch, params, table, tenant }: FactsContext,
  unproven: UnverifiedClaims | undefined,
): Promise<void> => {
  if (!prefetch) return
  const userId = unproven?.school === tenant.key ? unproven.tenantUserId : undefined
  const { strong = [], late = [] } = await prefetch({ params, userId, globalUserId: unproven?.globalUserId })
  table.prefetch(strong, { strong: true })
  table.prefetch(late)
}

type Verdict = Verified<AccessClaims> | undefined

/** Authenticates after the read. Verification comes first if the key is known, so that a bad token costs no read. */
const queueCaller = async (
  context: FactsContext,
  credential: Credential,
  reads: ReturnType<typeof batch>,
  schools: ReturnType<typeof queueSchools>,
  judged: (own: OwnSession) => void,
) => {
  const { runtime, tenant } = context
  const { token, via, unproven } = credential
  const now = runtime.now()
  const doorstep = () => ({ school: signInPolicyOf(context.row, schools.school()), now })
  const { LEGACY_TOKEN_SECRET: oldSecret, LEGACY_TOKENS_UNTIL: until } = runtime.settings
  if (unproven?.alg === 'HS256' && oldSecret && until && now < new Date(until)) {
    const legacy = await verifyLegacy(token, oldSecret, now)
    if (typeof legacy === 'string')
      return async () => authenticate(legacy, { session: undefined, access: undefined }, tenant, via)
    const { userId: id, iat } = legacy.claims
    const named = reads.queue(key(tenantUser, { id }))
    return async () => {
      const user = named() as TenantUser | undefined
      const { globalUserId } = user ?? fail(InvalidToken)
      const rights = await context.table.get(access, { globalUserId }, { strong: true })
      return authenticateLegacy({ user, rights, iat }, tenant, via, doorstep())
    }
  }
  const kid = unproven?.kid
  if (unproven?.alg !== 'EdDSA' || !kid) return async () => fail(InvalidToken)
  const known = runtime.verifier.knows(kid, now)
  const early: Verdict = known ? await runtime.verifier.access(credential, now) : undefined
  if (typeof early === 'string')
    return async () => authenticate(early, { session: undefined, access: undefined }, tenant, via)
  const signing = known ? () => undefined : reads.queue(key(signingKey, { kid }))
  const person = queueSession(reads, unproven.globalUserId, unproven.sid)
  const administrator = queueSession(reads, unproven.impersonatedBy, unproven.impersonatorSid)
  const provenBy = schools.proving(unproven.provenBy)
  if (early) await runPrefetch(context, unproven)
  return async () => {
    const found = signing() as SigningKey | undefined
    if (found) runtime.verifier.learn(found, now)
    const verdict = early ?? (await runtime.verifier.access(credential, now))
    const known = { ...person(), administrator: administrator(), provenBy: provenBy() }
    const caller = authenticate(verdict, known, tenant, via, doorstep())
    if (known.session && typeof verdict === 'object')
      judged({ session: known.session, claims: verdict.claims })
    return caller
  }
}

/** For an optional caller without a valid access token: the session of the refresh cookie, or no caller. */
const renewedCallerOr = async (
  context: FactsContext,
  school: TenantRecord | undefined,
  error: unknown,
): Promise<Caller | undefined> => {
  if (context.row.access !== 'optional' || !(error instanceof Failure) || error.kind.status >= 500)
    throw error
  const { request, runtime, table, tenant } = context
  const renewing = { table, verifier: runtime.verifier, now: runtime.now }
  const door = signInPolicyOf(context.row, school)
  const caller = await callerByRefreshToken(renewing, request.device, tenant, door)
  return caller && { ...caller, at: runtime.now().toISOString() }
}

/** Outside production, programs need no enrolled school: the API has no operation for programs that enrols one. */
const mustBeEnrolled = ({ runtime: { settings }, isForPage }: FactsContext): boolean =>
  settings.production || (isForPage && !settings.PAGES_OF_ANY_SCHOOL)

/**
 * Reads all that the pipeline needs in one strongly consistent round trip: the caller's session and access item, the
 * signing key if new to this process, and the school's row if older than two seconds.
 */
export const readRequestFacts = async (context: FactsContext): Promise<RequestFacts> => {
  const { request, row, tenant, runtime, table } = context
  if (row.standalone)
    return { caller: async () => undefined, own: () => undefined, school: undefined, originRegistered: false }
  let own: OwnSession | undefined
  const reads = batch(table)
  const schools = queueSchools(context, reads)
  const credential = credentialOf(request, row, runtime.verifier)
  const caller = credential
    ? await queueCaller(context, credential, reads, schools, (judged) => {
        own = judged
      })
    : undefined
  const inOrg = queueOrgRights(context, credential?.unproven, reads)
  if (!credential && isOpen(row)) await runPrefetch(context, undefined)
  await reads.read()
  const school = schools.school()
  if (!school && !tenant.platform && mustBeEnrolled(context)) fail(TenantNotFound)
  // A closed school admits administrators, so it authenticates callers even where nobody has to sign in.
  if (row.access === 'anyone' && isClosed(row, school))
    return readRequestFacts({ ...context, row: { ...row, access: 'optional' } })
  const originRegistered = schools.origin() !== undefined
  const nobody = () => {
    // A client that can renew its access token gets that failure; other clients learn that the school is closed.
    if (request.device.refreshToken === undefined) refuseClosedSchool(row, school, undefined)
    return missingToken(row)
  }
  const judged = async () => {
    try {
      return caller ? await inOrg({ ...(await caller()), at: runtime.now().toISOString() }) : nobody()
    } catch (error) {
      return renewedCallerOr(context, school, error)
    }
  }
  return { caller: judged, own: () => own, school, originRegistered }
}
