import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import {
  defaultMessageSettings,
  type MessageSettings,
  organizationBody,
} from '../../lib/identity/org-records.ts'
import { UnknownRole } from './failures.ts'

type InOrg = Context<OrgAccess>

export const readSettings = async ({ table }: InOrg, orgId: string): Promise<MessageSettings> =>
  (await table.get(organizationBody, { orgId }))?.messageSettings ?? defaultMessageSettings

const defined = (change: object): Partial<MessageSettings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

const attempts = 8

/** Changes some settings. Posting is permitted to roles that exist, by their names. */
export const changeSettings = async (
  {
    orgId,
    ...change
  }: { readonly orgId: string } & Readonly<Partial<Record<keyof MessageSettings, unknown>>>,
  { table, caller }: InOrg,
): Promise<MessageSettings> => {
  const wanted = defined(change)
  const names = caller.org.roles.roles.map(({ name }) => name)
  if (wanted.postingPermissions?.some((name) => !names.includes(name)))
    fail(UnknownRole, { field: 'postingPermissions' })
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const body = await table.get(organizationBody, { orgId }, { strong: true })
    if (!body) break
    const messageSettings = { ...body.messageSettings, ...wanted }
    const { version } = body
    const changed = { ...body, messageSettings, version: version + 1 }
    if ((await table.put(organizationBody, changed, { equals: { version } })).ok) return messageSettings
  }
  return fail(ConcurrentChange)
}
