import { memberRows } from '../../lib/identity/org/membership.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { type Person, password } from '../support/people.ts'
import type { Society } from '../support/societies.ts'
import type { World } from '../support/world.ts'

export type Stage = {
  readonly w: World
  readonly club: Society
  readonly dean: Person
}

const expectDone = ({ status, body }: { status: number; body: unknown }): void => {
  if (status >= 300) throw new Error(JSON.stringify(body))
}

/** No operation gives a membership another status, yet the records allow it. */
export const withStatus =
  (status: 'suspended' | 'inactive' | 'active') =>
  async ({ w, club: { orgId } }: Pick<Stage, 'w' | 'club'>, { user }: Person): Promise<void> => {
    const before = await w.table().get(orgMember, { orgId, userId: user._id }, { strong: true })
    if (!before) throw new Error('there is no such member')
    const since = status === 'active' ? { joinedAt: w.clock.now().toISOString() } : {}
    const after = { ...before, ...since, status, version: before.version + 1 }
    await w.table().write(memberRows(after, before).map(({ write }) => write))
  }

/** Every way in which somebody ceases to belong to an event for members of an organization. */
export const ways: Readonly<Record<string, (stage: Stage, person: Person) => Promise<void>>> = {
  'leaves the organization': async ({ club }, { device }) =>
    expectDone(await device.leaveOrganization({ orgId: club.orgId })),
  'is removed from it': async ({ club }, { user }) =>
    expectDone(await club.owner.device.removeOrgMember({ orgId: club.orgId, userId: user._id })),
  'is removed by the school': async ({ club, dean }, { user }) =>
    expectDone(await dean.device.removeManagedMember({ orgId: club.orgId, userId: user._id })),
  'is suspended in it': withStatus('suspended'),
  'is no active member of it': withStatus('inactive'),
  'is suspended at the school': async ({ dean }, { user }) =>
    expectDone(await dean.device.setUserAccess({ userId: user._id, accessSuspended: true })),
  'deletes the account': async (_, { device }) => expectDone(await device.deleteAccount({ password })),
}
