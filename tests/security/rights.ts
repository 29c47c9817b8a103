import { access, type Membership, tenantUser } from '../../lib/identity/person/records.ts'
import type { World } from '../support/world.ts'
import type { Person } from './watched.ts'

type Rights = { readonly platformRoles?: readonly string[]; readonly epoch?: number } & Partial<
  Pick<Membership, 'roles' | 'suspended'>
>

/** Changes what a person may do at the home school, as an administrator's operation would: access and copy together. */
export const setRights = async (
  w: World,
  { globalUserId, memberId }: Person,
  { platformRoles, epoch, ...membership }: Rights,
): Promise<void> => {
  const rights = await w.table().get(access, { globalUserId }, { strong: true })
  const user = await w.table().get(tenantUser, { id: memberId }, { strong: true })
  const current = rights?.memberships[w.home]
  if (!rights || !user || !current) throw new Error('this person is no member')
  await w.table().put(access, {
    ...rights,
    platformRoles: platformRoles ? [...platformRoles] : rights.platformRoles,
    memberships: { ...rights.memberships, [w.home]: { ...current, ...membership } },
    epoch: epoch ?? rights.epoch,
    version: rights.version + 1,
  })
  await w.table().put(tenantUser, {
    ...user,
    roles: membership.roles ?? user.roles,
    accessSuspended: membership.suspended ?? user.accessSuspended,
    version: user.version + 1,
  })
}
