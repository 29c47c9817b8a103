import { type ChangeContext, on } from '../../lib/consumer.ts'
import { fold } from '../../lib/fold.ts'
import {
  isJoining,
  memberCountChange,
  memberCountWrite,
  personCopiesOf,
} from '../../lib/identity/org/membership.ts'
import { memberRole, orgMember } from '../../lib/identity/org/organizations.ts'
import {
  orgApplication,
  organization,
  orgFollower,
  orgRoleCount,
  orgRoleHolder,
} from '../../lib/identity/org/records.ts'
import { memberWords, orgWords, personWords } from '../../lib/identity/person/names.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { indexOnChange } from '../../lib/search/rows.ts'
import type { Outcome, Table } from '../../lib/table/table.ts'
import { update } from '../../lib/table/write.ts'
import { type OrgTombstone, orgTombstone, sweepDue } from './deletion/records.ts'
import { restorePage } from './deletion/restoration.ts'
import { purgeOrganization, sweepOrganization, sweepPerson } from './deletion/sweep.ts'

/** Rows of each kind with a copy of one person's data. Memberships have the same limit. */
const maxCopies = 200

type Copies = ReturnType<typeof personCopiesOf>

const differs = (before: Copies, after: Copies): boolean =>
  (['name', 'username', 'picture', 'email'] as const).some((field) => before[field] !== after[field])

/** Sets the fields that have values and removes the others. */
const changeTo = ({ name, username, picture, email }: Copies, withEmail: boolean) => {
  const set = { name, username, ...(withEmail ? { email } : {}), ...(picture ? { picture } : {}) }
  return picture ? { set } : { set, remove: ['picture'] as const }
}

const updateMemberCopies = async (
  userId: string,
  copies: Copies,
  table: Table,
): Promise<Outcome<unknown>[]> => {
  const { items } = await table.list(orgMember, { index: 'gsi1', keyParams: { userId }, limit: maxCopies })
  const change = changeTo(copies, true)
  return Promise.all(
    items.flatMap(({ orgId, roles }) => [
      // A concurrent writer of the row conflicts on the version and retries with the new copies.
      table.update(orgMember, { orgId, userId }, { ...change, add: { version: 1 } }, { exists: true }),
      ...roles.map((roleId) =>
        table.update(orgRoleHolder, { orgId, roleId, userId }, change, { exists: true }),
      ),
    ]),
  )
}

const updateOtherCopies = async (
  userId: string,
  copies: Copies,
  table: Table,
): Promise<Outcome<unknown>[]> => {
  const page = { index: 'gsi1' as const, keyParams: { userId }, limit: maxCopies }
  const [followed, pending] = await Promise.all([
    table.list(orgFollower, page),
    table.list(orgApplication, page),
  ])
  return Promise.all([
    ...followed.items.map(({ orgId }) =>
      table.update(orgFollower, { orgId, userId }, changeTo(copies, false), { exists: true }),
    ),
    ...pending.items.map(({ orgId }) =>
      table.update(orgApplication, { orgId, userId }, changeTo(copies, true), { exists: true }),
    ),
  ])
}

/** Lists show people's current names: updates the copies in their memberships and applications. */
const refreshCopies = async (
  before: TenantUser,
  after: TenantUser,
  { table }: ChangeContext,
): Promise<void> => {
  const copies = personCopiesOf(after)
  if (!differs(personCopiesOf(before), copies)) return
  await Promise.all([updateMemberCopies(after.id, copies, table), updateOtherCopies(after.id, copies, table)])
}

const sweeps = { organization: sweepOrganization, person: sweepPerson, purge: purgeOrganization } as const

const isOver = ({ expiresAt }: OrgTombstone, now: Date): boolean => !(Date.parse(expiresAt) > now.getTime())

/** Consumers for renames, deleted organizations, and people who change or leave. */
export const streamConsumers = [
  indexOnChange(orgWords),
  indexOnChange(personWords),
  indexOnChange(memberWords),
  fold(orgMember, ['made', 'changed', 'gone'], ({ before, after }) => {
    const add = memberCountChange(before, after)
    const { orgId, userId, joinedAt } = after ?? before ?? {}
    if (!add || orgId === undefined || (isJoining(before, after) && after?.counted)) return undefined
    return {
      item: orgId,
      counter: `member.${orgId}.${userId}.${joinedAt}.${before?.version ?? 0}.${after?.version ?? 0}`,
      add,
      writes: (sum) => [memberCountWrite(orgId, sum)],
      // The person joined while the organization was being deleted.
      ...(after ? { refused: (context) => sweepOrganization(orgId, 0, context) } : {}),
    }
  }),
  fold(orgRoleHolder, ['made', 'gone'], ({ kind, before, after }) => {
    const { orgId, userId, roleId, joinedAt } = after ?? before ?? {}
    if (orgId === undefined || roleId !== memberRole) return undefined
    return {
      item: orgId,
      counter: `holder.${orgId}.${userId}.${joinedAt}`,
      add: { count: kind === 'made' ? 1 : -1 },
      writes: (add) => [update(orgRoleCount, { orgId, roleId }, { add }, { exists: true })],
    }
  }),
  fold(orgFollower, ['made', 'gone'], ({ kind, before, after }) => {
    const { orgId, entryId } = after ?? before ?? {}
    if (orgId === undefined) return undefined
    return {
      item: orgId,
      counter: `followed.${entryId}`,
      add: { followerCount: kind === 'made' ? 1 : -1, version: 1 },
      writes: (add) => [update(organization, { orgId }, { add }, { exists: true, without: ['deletedAt'] })],
    }
  }),
  on(organization, ['changed'], async ({ before, after }, context) => {
    if (after?.deletedAt !== undefined && before?.deletedAt === undefined)
      await sweepOrganization(after.orgId, 0, context)
  }),
  // An organization that is deleted again writes rows that may still exist.
  on(sweepDue, ['made', 'changed'], async ({ after }, context) => {
    if (!after) return
    if (after.kind === 'restore') await restorePage(after, context)
    else await sweeps[after.kind](after.subject, Number(after.round), context)
  }),
  on(orgTombstone, ['gone'], async ({ before }, context) => {
    // A restoration removes the row early.
    if (before && isOver(before, context.now())) await purgeOrganization(before.orgId, 0, context)
  }),
  on(tenantUser, ['changed'], async ({ before, after }, context) => {
    if (before && after) await refreshCopies(before, after, context)
  }),
  on(tenantUser, ['gone'], async ({ before }, context) => {
    if (before) await sweepPerson(before.id, 0, context)
  }),
]
