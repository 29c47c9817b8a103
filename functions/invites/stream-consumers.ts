import * as z from 'zod/mini'
import { type ChangeContext, on } from '../../lib/consumer.ts'
import { days } from '../../lib/contract/time.ts'
import { decisionWrites, type OrgInvite, orgInvite } from '../../lib/identity/org/invites.ts'
import { type OrgRoles, orgRoles, roleNamesOf } from '../../lib/identity/org/organizations.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { readNames } from './repository.ts'

/** Schedules one page of invitations to update after the organization was renamed or deleted. */
const InviteSweep = z.object({
  orgId: z.string(),
  /** The organization's version that started this run. */
  run: z.string(),
  cursor: z.string(),
  round: z.string(),
  expiresAt: z.string(),
})
export type InviteSweep = z.infer<typeof InviteSweep>
export const inviteSweep = entity('InviteSweep', InviteSweep, {
  scope: 'tenant',
  pk: 'INVSWEEP#{orgId}',
  sk: '{run}#{round}',
  ttl: 'expiresAt',
})

const keptSeconds = 7 * days

const inviteSweepWrite = (due: Omit<InviteSweep, 'expiresAt'>, now: Date): Write =>
  put(inviteSweep, { ...due, expiresAt: new Date(now.getTime() + keptSeconds * 1000).toISOString() })

/** Invitations per change event. */
const pageSize = 25

/** The organization's data that invitations repeat. */
export const copiesOf = ({ org_name, org_profile_image }: Organization): OrgInvite['org'] => ({
  org_name,
  org_profile_image,
})

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** An invitation that was decided meanwhile stays as it is. */
const rename = async (table: Table, invite: OrgInvite, card: Organization, roles: OrgRoles) => {
  const fresh = { org: copiesOf(card), roleNames: roleNamesOf(invite, roles) }
  if (isSame(fresh, { org: invite.org, roleNames: invite.roleNames })) return
  const { orgId, mailHash, id } = invite
  await table.update(orgInvite, { orgId, mailHash }, { set: fresh }, { equals: { id, status: 'pending' } })
}

/**
 * Updates organization and role names in one page of open invitations, or revokes them when the organization was
 * deleted. The next page has its own row. Repeating it changes nothing.
 */
const sweepInvites = async (
  { orgId, run, cursor, round }: Omit<InviteSweep, 'expiresAt'>,
  { table, now }: ChangeContext,
): Promise<void> => {
  const [{ card, roles }, page] = await Promise.all([
    readNames(table, orgId),
    table.list(orgInvite, {
      keyParams: { orgId },
      limit: pageSize,
      strong: true,
      ...(cursor === '' ? {} : { cursor }),
    }),
  ])
  const gone = !card || !roles || roles.deletedAt !== undefined
  const pending = page.items.filter(({ status }) => status === 'pending')
  await Promise.all(
    pending.map((invite) =>
      gone
        ? table.write(decisionWrites(invite, 'revoked', now().toISOString()))
        : rename(table, invite, card, roles),
    ),
  )
  if (page.cursor === undefined) return
  const next = { orgId, run, cursor: page.cursor, round: String(Number(round) + 1).padStart(6, '0') }
  await table.write([inviteSweepWrite(next, now())])
}

const namesIn = ({ roles, deletedAt }: OrgRoles): string =>
  JSON.stringify([deletedAt, roles.map(({ _id, name }) => [_id, name])])

const first = { cursor: '', round: '000000' } as const

/** Open invitations repeat the current names of the organization and its roles. They end with the organization. */
export const streamConsumers = [
  on(orgRoles, ['changed'], async ({ before, after }, context) => {
    if (after && (!before || namesIn(before) !== namesIn(after)))
      await sweepInvites({ ...first, orgId: after.orgId, run: `roles.${after.version}` }, context)
  }),
  on(organization, ['changed'], async ({ before, after }, context) => {
    if (after && before && JSON.stringify(copiesOf(before)) !== JSON.stringify(copiesOf(after)))
      await sweepInvites({ ...first, orgId: after.orgId, run: `card.${after.version}` }, context)
  }),
  on(inviteSweep, ['made'], async ({ after }, context) => {
    if (after) await sweepInvites(after, context)
  }),
]
