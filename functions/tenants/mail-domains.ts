import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { normalDomain } from '../../lib/contract/fields.ts'
import { answer } from '../../lib/contract/reply.ts'
import { dayMs } from '../../lib/contract/time.ts'
import type { AuditAction } from '../../lib/identity/audit/actions.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import { trustOf } from '../../lib/identity/school/provider-trust.ts'
import { changeSchool, findSchool, type SchoolChange } from '../../lib/identity/school/tenants.ts'
import { notifySignInChanged } from '../../lib/identity/session/sign-in-notifications.ts'
import type { Operation } from '../../lib/operation.ts'
import { preparedText } from '../../lib/prepared-text.ts'
import type { Write } from '../../lib/table/write.ts'
import type { contract } from './contract.ts'
import { claimLimits, proofLimits } from './contract.ts'
import { domainFailure } from './mail-domain-rule.ts'
import { createClaim, type DomainClaim, findClaim, listClaims, removeClaim } from './repository.ts'
import {
  LastActiveTenant,
  type MailDomain,
  MailDomainListed,
  MailDomainMissing,
  MailDomainUnproven,
  maxMailDomains,
  NamesUnavailable,
  TenantMissing,
  TooManyMailDomains,
} from './shapes.ts'

type Rows = (typeof contract)['rows']

/** A mail domain as it is stored, in lower case. 400 for any domain that a school cannot own. */
const requireMailDomain = (given: string): string => {
  const domain = normalDomain(given)
  const kind = domainFailure(domain)
  return kind ? fail(kind, { field: 'domain' }) : domain
}

/** Mail domains as they are stored. 400 with the first that a school cannot own; `details` has all of them. */
export const requireMailDomains = (given: readonly string[]): string[] => {
  const domains = given.map(normalDomain)
  const mistakes = domains.flatMap((domain, at) => {
    const kind = domainFailure(domain)
    return kind ? [{ kind, field: `emailDomains.${at}`, message: kind.message }] : []
  })
  const [first] = mistakes
  if (first === undefined) return [...new Set(domains)]
  const details = mistakes.map(({ field, message }) => ({ field, message }))
  return fail(first.kind, { field: first.field, details })
}

/** Days for a school to publish its record. */
const claimDays = 30

const requireSchool = async ({ table, tenant }: Context<'admin'>): Promise<TenantRecord> =>
  (await findSchool(table, tenant.key)) ?? fail(TenantMissing)

// The value contains the school's key, so that another school's record cannot stand in for it.
const pendingView = (
  { tenant }: Context<'admin'>,
  { domain, token, expiresAt }: DomainClaim,
): MailDomain => ({
  domain,
  status: 'pending',
  record: { type: 'TXT', name: `_quad.${domain}`, value: `quad-domain=${tenant.key}.${token}` },
  expiresAt,
})

const verifiedView = (domain: string): MailDomain => ({ domain, status: 'verified' })

/** The mail to all administrators of a school when its mail domains change, with the current domains. */
export const mailDomainNotifications = (
  context: Pick<Context<'admin'>, 'now' | 'newId'>,
  before: TenantRecord,
  after: TenantRecord,
): Write[] => {
  if (isDeepStrictEqual(before.emailDomains, after.emailDomains)) return []
  const domains = after.emailDomains.length > 0 ? after.emailDomains : preparedText('none')
  const change = preparedText(
    'The mail domains that your identity provider can vouch for were changed. They are: {domains}.',
    { domains },
  )
  return [notifySignInChanged(context, change, { ended: trustOf(before) !== trustOf(after) })]
}

const auditDomain = (context: Context<'admin'>, action: AuditAction, domain: string): Write => {
  const { tenant, caller } = context
  return audit(context, {
    action,
    actor: caller,
    targetType: 'tenant',
    targetId: tenant.key,
    detail: { domain },
  })
}

const changeDomains = async (
  context: Context<'admin'>,
  domain: string,
  change: (current: TenantRecord) => SchoolChange,
  { action, also }: { action: AuditAction; also: readonly Write[] },
): Promise<void> => {
  const { table, tenant, now } = context
  const changed = await changeSchool(table, {
    tenantKey: tenant.key,
    at: now(),
    change,
    also: (after, before) => [
      auditDomain(context, action, domain),
      ...mailDomainNotifications(context, before, after),
      ...also,
    ],
  })
  if (changed === 'absent') fail(TenantMissing)
  if (changed === 'last active') fail(LastActiveTenant)
}

/** Proven domains first, then those that wait for their proof. */
export const listEmailDomains: Operation<Rows['listEmailDomains']> = async (_, context) => {
  const [school, claims] = await Promise.all([requireSchool(context), listClaims(context.table)])
  return {
    domains: [
      ...school.emailDomains.map(verifiedView),
      ...claims.map((claim) => pendingView(context, claim)),
    ],
  }
}

/** Returns the record to publish. A repeated call returns the same record, so that a published one stays valid. */
export const claimEmailDomain: Operation<Rows['claimEmailDomain']> = async ({ domain: given }, context) => {
  const domain = requireMailDomain(given)
  const { table, tenant, caller, now, newId } = context
  const school = await requireSchool(context)
  if (school.emailDomains.includes(domain)) fail(MailDomainListed)
  await spend(context, 'mail-domain-claim', claimLimits.school, tenant.key)
  const at = now()
  const claim: DomainClaim = {
    domain,
    token: newId().toLowerCase(),
    requestedBy: caller.globalUserId ?? caller.tenantUserId ?? '',
    requestedAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + claimDays * dayMs).toISOString(),
  }
  const storedClaim = await createClaim(table, claim, [
    auditDomain(context, 'tenant.email_domain.claim', domain),
  ])
  const shown = pendingView(context, storedClaim)
  const fresh = storedClaim === claim
  return answer(shown, { status: fresh ? 201 : 200 })
}

/** Adds a domain to the list once its record is visible. A full list or a missing record changes nothing. */
export const verifyEmailDomain: Operation<Rows['verifyEmailDomain']> = async ({ domain: given }, context) => {
  const domain = normalDomain(given)
  const { table, tenant, gateways } = context
  const [school, claim] = await Promise.all([requireSchool(context), findClaim(table, domain)])
  if (school.emailDomains.includes(domain)) return verifiedView(domain)
  if (!claim) return fail(MailDomainMissing)
  if (school.emailDomains.length >= maxMailDomains) fail(TooManyMailDomains)
  await spend(context, 'mail-domain-proof', proofLimits.school, tenant.key)
  const { record } = pendingView(context, claim)
  const txtValues = record && (await gateways.names.txt(record.name))
  if (!txtValues) return fail(NamesUnavailable, { headers: { 'retry-after': '10' } })
  if (!txtValues.some((value) => value.trim() === record.value)) fail(MailDomainUnproven)
  await changeDomains(
    context,
    domain,
    ({ emailDomains }) => ({ emailDomains: [...new Set([...emailDomains, domain])] }),
    { action: 'tenant.email_domain.verify', also: [removeClaim(domain)] },
  )
  return verifiedView(domain)
}

/** From then on, the school's identity provider vouches for no address of this domain. */
export const removeEmailDomain: Operation<Rows['removeEmailDomain']> = async ({ domain: given }, context) => {
  const domain = normalDomain(given)
  const { table } = context
  const [school, claim] = await Promise.all([requireSchool(context), findClaim(table, domain)])
  if (!claim && !school.emailDomains.includes(domain)) fail(MailDomainMissing)
  if (!school.emailDomains.includes(domain)) {
    await table.write([removeClaim(domain), auditDomain(context, 'tenant.email_domain.remove', domain)])
    return
  }
  await changeDomains(
    context,
    domain,
    ({ emailDomains }) => ({ emailDomains: emailDomains.filter((one) => one !== domain) }),
    { action: 'tenant.email_domain.remove', also: [removeClaim(domain)] },
  )
}
