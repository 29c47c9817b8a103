import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { Operation } from '../../lib/operation.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import { DomainInUse, DomainNotFound, TooManyDomains } from './contract/failures.ts'
import type { DomainChange, DomainDraft } from './contract/settings-shapes.ts'
import type { ShownDomain } from './contract/shown-shapes.ts'
import type { contract } from './contract.ts'
import { defaultDomainSettings, defaultGovernance } from './defaults.ts'
import {
  type Domain,
  domain,
  maxDomains,
  readSetup,
  type StakeholderRole,
  setupCountWrite,
} from './repository.ts'

type Rows = (typeof contract)['rows']

const defined = <T extends object>(given: T | undefined): Partial<T> =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>

/** Missing fields keep their value, part by part. */
const changed = (
  before: Domain,
  { domainSettings = {}, spaceGovernance = {}, ...plain }: DomainChange,
): Domain => {
  const { bookingRules, approvalWorkflow, ...settings } = domainSettings
  const { priorityRules: _, ...governance } = spaceGovernance
  const had = before.domainSettings
  return {
    ...before,
    ...defined(plain),
    domainSettings: {
      ...had,
      ...(defined(settings) as Partial<typeof had>),
      bookingRules: { ...had.bookingRules, ...(defined(bookingRules) as Partial<typeof had.bookingRules>) },
      approvalWorkflow: {
        ...had.approvalWorkflow,
        ...(defined(approvalWorkflow) as Partial<typeof had.approvalWorkflow>),
      },
    },
    spaceGovernance: {
      ...before.spaceGovernance,
      ...(defined(governance) as Partial<typeof before.spaceGovernance>),
    },
  }
}

const audited = (
  context: Context<'admin'>,
  change: 'create' | 'update' | 'delete',
  targetId: string,
): Write =>
  audit(context, {
    action: `approvals.domain.${change}`,
    actor: context.caller,
    targetType: 'domain',
    targetId,
  })

/** Existing clients count the entries of a list to get the number of holders. Names come with the role itself. */
const mostCounted = 100

/** A domain as administrators read it, with its roles. */
export const shownDomain = (of: Domain, roles: readonly StakeholderRole[]): ShownDomain => ({
  ...of,
  isActive: true,
  stakeholderRoles: roles
    .filter(({ domainId }) => domainId === of._id)
    .map(({ _id, stakeholderName, stakeholderType, description, permissions, isActive, activeMembers }) => ({
      _id,
      stakeholderName,
      stakeholderType,
      description,
      permissions,
      isActive,
      members: Array.from({ length: Math.min(activeMembers, mostCounted) }, () => ({ isActive: true })),
    })),
})

/** Creates a domain. Missing fields get their default. */
export const createDomain = async (draft: DomainDraft, context: Context<'admin'>): Promise<ShownDomain> => {
  const { table, now, newId } = context
  const at = now().toISOString()
  const empty: Domain = {
    _id: newId(),
    name: draft.name,
    type: draft.type,
    description: '',
    domainSettings: defaultDomainSettings,
    spaceGovernance: defaultGovernance,
    roles: 0,
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
  const made = changed(empty, draft)
  return table.retryOnConflict(async () => {
    const setup = await readSetup(table)
    if (setup.domains.length >= maxDomains) fail(TooManyDomains)
    const written = await table.write([
      put(domain, made, { absent: true }),
      setupCountWrite(setup),
      audited(context, 'create', made._id),
    ])
    return written.ok ? shownDomain(made, []) : conflicted
  })
}

export const updateDomain: Operation<Rows['updateDomain']> = async ({ domainId: id, ...change }, context) => {
  const { table, now } = context
  const plan = (before: Domain) => ({
    after: { ...changed(before, change), updatedAt: now().toISOString() },
    writes: [audited(context, 'update', id)],
  })
  const after = await table.change(domain, { _id: id }, plan, { missing: DomainNotFound })
  return shownDomain(after, (await readSetup(table, false)).roles)
}

/** Deletes a domain. Fails with 409 while it has roles. */
export const deleteDomain: Operation<Rows['deleteDomain']> = async ({ domainId: id }, context) => {
  await context.table.commit([
    remove(domain, { _id: id }, { exists: DomainNotFound, equals: { roles: 0 }, else: DomainInUse }),
    audited(context, 'delete', id),
  ])
}

export const listDomains: Operation<Rows['listDomains']> = async (_, { table }) => {
  const { domains, roles } = await readSetup(table, false)
  return domains.map((one) => shownDomain(one, roles))
}

export const getDomain: Operation<Rows['getDomain']> = async ({ domainId }, { table }) => {
  const { domains, roles } = await readSetup(table, false)
  return shownDomain(domains.find(({ _id }) => _id === domainId) ?? fail(DomainNotFound), roles)
}
