import type { NoticeWorld } from '../../../lib/consumer.ts'
import { approvalGroup } from '../../../lib/identity/org/approval-groups.ts'
import { orgRoles } from '../../../lib/identity/org/organizations.ts'
import { engagement, participation } from '../../../lib/identity/org/participation.ts'
import {
  decidedApplication,
  organization,
  organizationBody,
  orgHistory,
  orgRoleCount,
} from '../../../lib/identity/org/records.ts'
import type { Entity, HoleValues } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { remove } from '../../../lib/table/write.ts'
import { purgeBudgets } from '../../budgets/index.ts'
import { purgeForms } from '../../forms/index.ts'
import { withdrawals } from '../../members/index.ts'
import { purgeMessages } from '../../messages/index.ts'
import { purgeRequests } from '../../verification/index.ts'
import { dropImage, folderOf } from '../images.ts'
import { due, sweepPage } from './sweep.ts'

/** Rows of each kind that one notice removes. */
const pageSize = 50

/** One page of the rows of one kind; whether there was any. */
const purgeRows = async <E extends Entity>(table: Table, of: E, orgId: string): Promise<boolean> => {
  const { items } = await table.list(of, { holes: { orgId }, limit: pageSize, strong: true })
  if (items.length > 0) await table.write(items.map((row) => remove(of, row as HoleValues<E>)))
  return items.length > 0
}

/** What ends before the organization itself: each removes one page, and says whether there may be more. */
const remains: readonly ((orgId: string, world: NoticeWorld) => Promise<boolean>)[] = [
  sweepPage,
  (orgId, { table }) => purgeRows(table, decidedApplication, orgId),
  async (orgId, { table }) => purgeRows(table, (await withdrawals()).withdrawnApplication, orgId),
  (orgId, { table }) => purgeRows(table, orgHistory, orgId),
  (orgId, { table }) => purgeRows(table, participation, orgId),
  (orgId, { table }) => purgeMessages(table, orgId),
  (orgId, { table }) => purgeForms(table, orgId),
  (orgId, { table }) => purgeRequests(table, orgId),
  (orgId, { table }) => purgeBudgets(table, orgId),
]

const purgePictures = async (orgId: string, profile: string, { table, gateways }: NoticeWorld) => {
  const folder = folderOf(table.tenant ?? '', orgId)
  const body = await table.get(organizationBody, { orgId })
  await Promise.all(
    [profile, body?.org_banner_image].map((address) => dropImage(gateways.media, folder, address)),
  )
}

/**
 * Ends an organization that was deleted 30 days ago, page by page: what members, applicants and answers left, messages,
 * forms and histories first, the record last. Invitations have ended by then. Repeating a page removes nothing twice; a live organization stays.
 */
export const purgeOrganization = async (orgId: string, round: number, world: NoticeWorld): Promise<void> => {
  const { table } = world
  const card = await table.get(organization, { orgId }, { strong: true })
  if (card?.deletedAt === undefined) return
  const left = await Promise.all(remains.map((purge) => purge(orgId, world)))
  if (left.includes(true)) return due('purge', orgId, round, world)
  await purgePictures(orgId, card.org_profile_image, world)
  const { items } = await table.list(orgRoleCount, { holes: { orgId }, limit: pageSize, strong: true })
  await table.write([
    ...items.map((count) => remove(orgRoleCount, count)),
    remove(approvalGroup, { orgId }),
    remove(engagement, { orgId }),
    remove(orgRoles, { orgId }),
    remove(organizationBody, { orgId }),
    remove(organization, { orgId }),
  ])
}
