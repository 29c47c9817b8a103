import * as z from 'zod/mini'
import { fail } from '../../../lib/contract/failure.ts'
import { pageOf } from '../../../lib/contract/paging.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { type Organization, organization } from '../../../lib/identity/org/records.ts'
import { findZone, type ZoneContext } from '../../../lib/identity/school/zone.ts'
import type { Operation } from '../../../lib/operation.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import { onDue, scheduleTask, type TaskPlace } from '../../../lib/scheduled/task.ts'
import { entity, key } from '../../../lib/table/entity.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { replace, type Write } from '../../../lib/table/write.ts'
import type { contract } from '../contract.ts'
import { CharterRequired, NoOpenRenewal, RenewalTooSoon } from '../failures.ts'
import { orgShelf, shelfOf } from '../organizations/status-lists.ts'

type Rows = (typeof contract)['rows']

/** The school's latest renewal. Organizations refer to it by `id`, so a new one asks all of them again. */
const RenewalCampaign = z.object({
  id: z.string(),
  title: z.string(),
  dueAt: z.string(),
  requiresCharter: z.boolean(),
  startedAt: z.string(),
  version: z.number(),
})
type RenewalCampaign = z.infer<typeof RenewalCampaign>
export const renewalCampaign = entity('RenewalCampaign', RenewalCampaign, {
  scope: 'tenant',
  pk: 'MANAGEMENT',
  sk: 'RENEWAL',
})

const findCampaign = (table: Table) => table.get(renewalCampaign, {}, { strong: true })

const campaignViewOf = ({ id: _id, title, dueAt, requiresCharter, startedAt }: RenewalCampaign) => {
  return { _id, title, dueAt, requiresCharter, startedAt }
}

/** Pending, refused and deleted organizations take no part. */
const isIncluded = ({ approvalStatus, deletedAt }: Organization): boolean =>
  approvalStatus === 'approved' && deletedAt === undefined

const stateOf = ({ renewal }: Organization, { id }: RenewalCampaign) =>
  renewal?.campaign === id ? renewal.state : ('open' as const)

const kind = 'management.renewal'
/** Days before the due time at which organizations that have not confirmed are reminded. */
const reminderDays = [14, 3, 1]
const startStep = 'start'
const dueStep = 'due'
/** Each organization takes at most two writes of the page's transaction. */
const pageSize = 40

type Step = { readonly step: string; readonly at: string; readonly page?: number; readonly cursor?: string }

const stepWrite = (place: TaskPlace, id: string, { step, at, page = 0, cursor }: Step): Write =>
  scheduleTask(place, {
    kind,
    subject: id,
    version: `${step}.${page}`,
    at,
    params: { step, page: String(page), ...(cursor === undefined ? {} : { cursor }) },
  })

/** The first request, the reminders that are still ahead, and the end. */
const scheduleWrites = (place: TaskPlace, { id, dueAt }: RenewalCampaign): readonly Write[] => {
  const now = place.now()
  const reminders = reminderDays
    .map((days) => ({ step: `${days}`, at: new Date(Date.parse(dueAt) - days * dayMs).toISOString() }))
    .filter(({ at }) => Date.parse(at) > now.getTime())
  const all = [{ step: startStep, at: now.toISOString() }, ...reminders, { step: dueStep, at: dueAt }]
  return all.map((step) => stepWrite(place, id, step))
}

/** Starts a renewal (rules/management 36). The tasks of an earlier one find that it is no longer the latest. */
export const startOrgRenewal: Operation<Rows['startOrgRenewal']> = async (
  { title, dueAt, requiresCharter = false },
  context,
) => {
  const { table, caller, now, newId } = context
  const due = new Date(dueAt)
  if (due.getTime() < now().getTime() + dayMs) fail(RenewalTooSoon, { field: 'dueAt' })
  const before = await findCampaign(table)
  const startedAt = now().toISOString()
  const campaign = { id: newId(), title, dueAt: due.toISOString(), requiresCharter, startedAt, version: 1 }
  await table.commit([
    replace(renewalCampaign, before, campaign),
    ...scheduleWrites(context, campaign),
    audit(context, {
      action: 'organization.renewal',
      actor: caller,
      targetType: 'renewal',
      targetId: campaign.id,
      detail: { dueAt: campaign.dueAt },
    }),
  ])
  return campaignViewOf(campaign)
}

export const getOrgRenewal: Operation<Rows['getOrgRenewal']> = async (_, { table }) => {
  const campaign = await findCampaign(table)
  return campaign ? campaignViewOf(campaign) : null
}

/** Lists one page of approved organizations by state, newest first. A filtered page may be short. */
export const listOrgRenewals: Operation<Rows['listOrgRenewals']> = async (
  { state: stateFilter, ...query },
  { table },
) => {
  const { limit, cursor: startAt } = pageOf(query)
  const keyParams = { shelf: shelfOf({ status: 'approved' }) }
  const [campaign, { items, cursor }] = await Promise.all([
    findCampaign(table),
    table.list(orgShelf, { index: 'gsi1', keyParams, limit, descending: true, cursor: startAt }),
  ])
  if (!campaign) return fail(NoOpenRenewal)
  const cards = await table.batchGet(items.map(({ orgId }) => key(organization, { orgId })))
  const included = cards.filter((card) => card !== undefined).filter(isIncluded)
  const rows = included.map((card) => ({
    _id: card.orgId,
    org_name: card.org_name,
    owner: card.owner,
    state: stateOf(card, campaign),
    ...(card.renewal?.campaign === campaign.id ? { renewal: card.renewal } : {}),
  }))
  return {
    data: rows.filter(({ state }) => stateFilter === undefined || state === stateFilter),
    nextCursor: cursor,
  }
}

/** Confirms for the latest renewal, by its due time or later (rules/management 37). */
export const confirmOrgRenewal: Operation<Rows['confirmOrgRenewal']> = async (
  { orgId, charterUrl },
  { table, caller, now },
) => {
  const campaign = (await findCampaign(table)) ?? fail(NoOpenRenewal)
  if (campaign.requiresCharter && charterUrl === undefined) fail(CharterRequired, { field: 'charterUrl' })
  const renewal = {
    campaign: campaign.id,
    state: 'confirmed' as const,
    at: now().toISOString(),
    by: caller.tenantUserId ?? caller.globalUserId ?? 'unknown',
    ...(charterUrl === undefined ? {} : { charterUrl }),
  }
  return table.retryOnConflict(async () => {
    const card = await table.get(organization, { orgId }, { strong: true })
    if (!card || card.deletedAt !== undefined) return fail(OrganizationNotFound)
    if (!isIncluded(card)) return fail(NoOpenRenewal)
    return (await table.write([replace(organization, card, { ...card, renewal })])).ok ? renewal : conflicted
  })
}

type NotifyContext = Pick<ZoneContext, 'table'> & { now(): Date; newId(): string }

const notifyOwner = (
  { orgId, org_name: orgName, owner }: Organization,
  { id, title, dueAt }: RenewalCampaign,
  step: string,
  zone: string,
  context: NotifyContext,
): Write =>
  notificationDue(context, {
    template: step === dueStep ? 'org_renewal_lapsed' : 'org_renewal_due',
    cause: `${orgId}#${id}#${step}`,
    to: { kind: 'users', ids: [owner] },
    params: { orgName, title, moment: dueAt, zone },
    metadata: { orgId },
  })

const lapseWrite = (card: Organization, { id }: RenewalCampaign, at: string): Write =>
  replace(organization, card, { ...card, renewal: { campaign: id, state: 'lapsed', at } })

/**
 * Asks, reminds or marks one page of the organizations that have not confirmed, and schedules the next page. The cards
 * are read strongly, and a lapse is written under the card's version, so a confirmation at the same moment counts.
 */
export const taskHandlers = [
  onDue(kind, async ({ subject: id, params }, context) => {
    const { step = startStep, page = '0', cursor } = params
    const { table, now } = context
    const campaign = await findCampaign(table)
    if (campaign?.id !== id) return []
    const listing = { index: 'gsi2' as const, keyParams: {}, limit: pageSize, cursor }
    const [listed, zone] = await Promise.all([table.list(organization, listing), findZone(context)])
    const cards = await Promise.all(
      listed.items.map(({ orgId }) => table.get(organization, { orgId }, { strong: true })),
    )
    const open = cards
      .filter((card) => card !== undefined)
      .filter((card) => isIncluded(card) && stateOf(card, campaign) === 'open')
    const at = now().toISOString()
    return [
      ...open.flatMap((card) => [
        ...(step === dueStep ? [lapseWrite(card, campaign, at)] : []),
        notifyOwner(card, campaign, step, zone, context),
      ]),
      ...(listed.cursor === undefined
        ? []
        : [stepWrite(context, id, { step, at, page: Number(page) + 1, cursor: listed.cursor })]),
    ]
  }),
]
