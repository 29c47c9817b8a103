import * as z from 'zod/mini'
import { dayMs } from '../../../lib/contract/time.ts'
import {
  decidedApplication,
  type OrgApplication,
  type Organization,
  orgApplication,
  organization,
} from '../../../lib/identity/org/records.ts'
import { entity, key } from '../../../lib/table/entity.ts'
import type { Numbered } from '../../../lib/table/lists/numbered.ts'
import { joinedPage } from '../../../lib/table/lists/pages.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, remove, type Write } from '../../../lib/table/write.ts'

const text = z.string()

/**
 * Records a withdrawn application. Only that person sees it. It expires after ninety days and holds nothing of the
 * application's content.
 */
export const WithdrawnApplication = z.object({
  id: text,
  orgId: text,
  userId: text,
  createdAt: text,
  withdrawnAt: text,
  expiresAt: text,
})
export type WithdrawnApplication = z.infer<typeof WithdrawnApplication>
export const withdrawnApplication = entity('WithdrawnApplication', WithdrawnApplication, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'APPW#{id}',
  gsi1: { pk: 'U#{userId}', sk: 'APPW#{createdAt}#{id}' },
  ttl: 'expiresAt',
})

/** Finds one of the person's applications, in whichever state. */
export const readOwnApplication = async (table: Table, orgId: string, id: string, userId: string) => {
  const [pending, decided, withdrawn] = await table.batchGet(
    [
      key(orgApplication, { orgId, userId }),
      key(decidedApplication, { orgId, id }),
      key(withdrawnApplication, { orgId, id }),
    ],
    { strong: true },
  )
  return { pending: pending?.id === id ? pending : undefined, decided, withdrawn }
}

export const isWithdrawn = async (table: Table, orgId: string, id: string): Promise<boolean> =>
  (await table.get(withdrawnApplication, { orgId, id }, { strong: true })) !== undefined

const retentionMs = 90 * dayMs

/** Removes an application from the organization. The person keeps a record of it for a while. */
export const withdrawalWrites = (
  { id, orgId, userId, createdAt }: OrgApplication,
  now: Date,
): readonly Write[] => {
  const expiresAt = new Date(now.getTime() + retentionMs).toISOString()
  const row = { id, orgId, userId, createdAt, withdrawnAt: now.toISOString(), expiresAt }
  return [
    remove(orgApplication, { orgId, userId }, { equals: { id } }),
    put(withdrawnApplication, row, { absent: true }),
  ]
}

type ApplicationRow = Pick<OrgApplication, 'id' | 'orgId' | 'createdAt'> &
  Partial<Pick<OrgApplication, 'approvedAt' | 'reason'>> & {
    readonly status: OrgApplication['status'] | 'withdrawn'
    readonly withdrawnAt?: string
  }

/** One page of a person's applications at the school, newest first: pending, decided and withdrawn ones. */
export const findOwnApplications = (table: Table, userId: string, numbered: Numbered) => {
  const listing = { index: 'gsi1', keyParams: { userId } } as const
  return joinedPage<ApplicationRow>({
    lists: [
      (part) => table.list(orgApplication, { ...listing, ...part }),
      (part) => table.list(decidedApplication, { ...listing, ...part }),
      async (part) => {
        const { items, ...rest } = await table.list(withdrawnApplication, { ...listing, ...part })
        return { ...rest, items: items.map((row) => ({ ...row, status: 'withdrawn' as const })) }
      },
    ],
    placeOf: ({ createdAt, id }) => `${createdAt}#${id}`,
    descending: true,
    numbered,
    scope: `applications by ${userId}`,
  })
}

/** Cards of at most 100 organizations, without deleted ones. */
export const findOrgCards = async (
  table: Table,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, Organization>> => {
  const refs = [...new Set(orgIds)].map((orgId) => key(organization, { orgId }))
  const cards = refs.length === 0 ? [] : await table.batchGet(refs)
  return new Map(
    cards.flatMap((card) => (card && card.deletedAt === undefined ? [[card.orgId, card] as const] : [])),
  )
}
