import * as z from 'zod/mini'
import type { ChangeContext } from '../../../lib/consumer.ts'
import type { Organization } from '../../../lib/identity/org/records.ts'
import type { ChangeEvent } from '../../../lib/table/change-event.ts'
import { entity } from '../../../lib/table/entity.ts'
import { remove } from '../../../lib/table/write.ts'

/** Administrators filter organizations by these fields. An absent field matches everything. */
export type OrgStatusFilter = {
  readonly verified?: string | undefined
  readonly lifecycleStatus?: string | undefined
  readonly status?: string | undefined
}

/**
 * Places an organization in one of the administrators' lists, by any combination of verification, lifecycle status and
 * approval. Written by the stream consumer. An organization that leaves a list keeps its row there, so that an older
 * change event cannot put it back.
 */
export const OrgShelf = z.object({
  orgId: z.string(),
  shelf: z.string(),
  nameKey: z.string(),
  createdAt: z.string(),
  live: z.boolean(),
  version: z.number(),
})
export type OrgShelf = z.infer<typeof OrgShelf>

const isLive = ({ live }: { readonly live: boolean }): boolean => live

export const orgShelf = entity('OrgShelf', OrgShelf, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'SHELF#{shelf}',
  gsi1: { pk: 'ORGSHELF#{shelf}', sk: '{createdAt}#{orgId}', when: isLive },
  gsi2: { pk: 'ORGNAMES#{shelf}', sk: '{nameKey}#{orgId}', when: isLive },
})

const any = '*'
const verdicts = ['true', 'false'] as const
const states = ['active', 'sunset', 'inactive'] as const
const approvals = ['approved', 'pending', 'rejected'] as const

/** The shelf that a filter selects. */
export const shelfOf = ({ verified, lifecycleStatus, status }: OrgStatusFilter): string =>
  [verified ?? any, lifecycleStatus ?? any, status ?? any].join('.')

type OrgStatus = Pick<Organization, 'verified' | 'lifecycleStatus' | 'approvalStatus'>

/** The one shelf that combines all three fields of an organization. */
export const ownShelfOf = ({ verified, lifecycleStatus, approvalStatus }: OrgStatus): string =>
  shelfOf({ verified: String(verified), lifecycleStatus, status: approvalStatus })

/** All combined shelves that match a filter. Every organization is in one of eighteen. */
export const ownShelvesFor = ({ verified, lifecycleStatus, status }: OrgStatusFilter): readonly string[] =>
  (verified === undefined ? verdicts : [verified]).flatMap((one) =>
    (lifecycleStatus === undefined ? states : [lifecycleStatus]).flatMap((state) =>
      (status === undefined ? approvals : [status]).map((approval) =>
        shelfOf({ verified: one, lifecycleStatus: state, status: approval }),
      ),
    ),
  )

/** The eight shelves of an organization. */
const shelvesOf = ({ verified, lifecycleStatus, approvalStatus }: OrgStatus): readonly string[] =>
  [String(verified), undefined].flatMap((one) =>
    [lifecycleStatus, undefined].flatMap((state) =>
      [approvalStatus, undefined].map((approval) =>
        shelfOf({ verified: one, lifecycleStatus: state, status: approval }),
      ),
    ),
  )

const shelvesFor = (card: Organization | undefined): readonly string[] =>
  card === undefined || card.deletedAt !== undefined ? [] : shelvesOf(card)

const isUnchanged = (before: Organization | undefined, after: Organization): boolean =>
  before !== undefined &&
  before.nameKey === after.nameKey &&
  before.createdAt === after.createdAt &&
  shelvesFor(before).join() === shelvesFor(after).join()

/** An organization has been in at most 48 shelves. */
const maxShelves = 50

/**
 * Updates the shelves after a change of a card. The newest version wins, so late or repeated change events are
 * harmless.
 */
export const updateShelves = async (
  { before, after }: ChangeEvent<Organization>,
  { table }: Pick<ChangeContext, 'table'>,
): Promise<void> => {
  if (after === undefined) {
    if (before === undefined) return
    const { items } = await table.list(orgShelf, {
      keyParams: { orgId: before.orgId },
      limit: maxShelves,
      strong: true,
    })
    if (items.length > 0)
      await table.write(items.map(({ orgId, shelf }) => remove(orgShelf, { orgId, shelf })))
    return
  }
  if (isUnchanged(before, after)) return
  const { orgId, nameKey, createdAt, version } = after
  const is = shelvesFor(after)
  const left = shelvesFor(before).filter((shelf) => !is.includes(shelf))
  const rowOf = (shelf: string, live: boolean): OrgShelf => ({
    orgId,
    shelf,
    nameKey,
    createdAt,
    live,
    version,
  })
  const rows = [...is.map((shelf) => rowOf(shelf, true)), ...left.map((shelf) => rowOf(shelf, false))]
  await Promise.all(rows.map((row) => table.put(orgShelf, row, { orAbsent: true, below: { version } })))
}
