import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { normalForm } from '../../lib/contract/text/normal-form.ts'
import type { Operation } from '../../lib/operation.ts'
import { unchanged } from '../../lib/table/condition.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove } from '../../lib/table/write.ts'
import { RoleNameTaken, TemplateNotFound } from './contract/failures.ts'
import type { contract } from './contract.ts'
import { runSteps, type WriteStep } from './membership.ts'
import { type OrgEventRole, orgEventRole, orgEventRoleName } from './repository.ts'

type Rows = (typeof contract)['rows']

type OrgContext = Context<OrgAccess>

/** The actor: the tenant user, or the global id of an administrator from outside the school. */
export const actorIdOf = ({
  caller: { tenantUserId, globalUserId },
}: Pick<Context<'caller'>, 'caller'>): string => tenantUserId ?? globalUserId ?? 'unknown'

/** Names that look alike have the same key. */
const nameKeyOf = (name: string): string => normalForm(name, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

export const orgRoleViewOf = ({
  roleId: _id,
  nameKey: _,
  version: __,
  ...role
}: OrgEventRole): Omit<OrgEventRole, 'roleId' | 'nameKey' | 'version'> & { _id: string } => ({ _id, ...role })

/** Lists active templates by name. */
export const listOrgEventRoles = async (
  { orgId, ...asked }: { orgId: string } & Parameters<typeof pageOf>[0],
  { table }: OrgContext,
) => {
  const { limit, cursor: from } = pageOf({ limit: '100', ...asked })
  const { items, cursor } = await table.list(orgEventRole, {
    index: 'gsi1',
    keyParams: { orgId },
    limit,
    cursor: from,
  })
  return { roles: items.map(orgRoleViewOf), nextCursor: cursor }
}

export const findOrgRole = (table: Table, orgId: string, roleId: string): Promise<OrgEventRole | undefined> =>
  table.get(orgEventRole, { orgId, roleId }, { strong: true })

const nameStep = ({ orgId, nameKey, roleId }: OrgEventRole): WriteStep => ({
  write: put(orgEventRoleName, { orgId, nameKey, roleId }, { absent: true }),
  refused: () => fail(RoleNameTaken),
})

type Draft = {
  readonly name: string
  readonly description?: string | null | undefined
  readonly isActive?: boolean | undefined
}

/** Fails with 409 when the organization has a template of the same name in any spelling. */
export const createOrgEventRole: Operation<Rows['createOrgEventRole']> = async (
  { orgId, name, description, isActive = true },
  context,
) => {
  const at = context.now().toISOString()
  const role: OrgEventRole = {
    orgId,
    roleId: context.newId(),
    name,
    nameKey: nameKeyOf(name),
    ...(description ? { description } : {}),
    isActive,
    createdBy: actorIdOf(context),
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
  await runSteps(context.table, async () => [
    nameStep(role),
    { write: put(orgEventRole, role, { absent: true }) },
  ])
  return { role: orgRoleViewOf(role) }
}

const changed = (
  before: OrgEventRole,
  { name, description, isActive }: Partial<Draft>,
  at: string,
): OrgEventRole => ({
  ...before,
  ...(name === undefined ? {} : { name, nameKey: nameKeyOf(name) }),
  ...(description === undefined ? {} : { description: description || undefined }),
  ...(isActive === undefined ? {} : { isActive }),
  updatedAt: at,
  version: before.version + 1,
})

/** Jobs that were created from the template keep their name. */
export const updateOrgEventRole: Operation<Rows['updateOrgEventRole']> = async (
  { orgId, roleId, ...change },
  { table, now },
) => {
  let before = await findOrgRole(table, orgId, roleId)
  let after: OrgEventRole | undefined
  await runSteps(table, async () => {
    if (!before) return fail(TemplateNotFound)
    const read = before
    after = changed(read, change, now().toISOString())
    const saved: WriteStep = {
      write: put(orgEventRole, after, unchanged(read)),
      refused: (found) => {
        before = found as OrgEventRole | undefined
      },
    }
    if (after.nameKey === read.nameKey) return [saved]
    return [saved, { write: remove(orgEventRoleName, read) }, nameStep(after)]
  })
  return { role: after ? orgRoleViewOf(after) : fail(TemplateNotFound) }
}

export const deleteOrgEventRole: Operation<Rows['deleteOrgEventRole']> = async (
  { orgId, roleId },
  { table },
) => {
  let before = await findOrgRole(table, orgId, roleId)
  await runSteps(table, async () => {
    if (!before) return fail(TemplateNotFound)
    const { nameKey } = before
    return [
      {
        write: remove(orgEventRole, { orgId, roleId }, unchanged(before)),
        refused: (found) => {
          before = found as OrgEventRole | undefined
        },
      },
      { write: remove(orgEventRoleName, { orgId, nameKey }) },
    ]
  })
}
