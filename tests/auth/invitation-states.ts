import { decisionWrites, mailHashOf, type OrgInvite, orgInvite } from '../../lib/identity/org/invites.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { globalUser } from '../../lib/identity/person/records.ts'
import { withTotp } from '../mfa/factors.ts'
import type { Agent, Reply } from '../support/agent.ts'
import { invitationIn } from '../support/outbox.ts'
import { type Person, password, registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'
import type { World } from '../support/world.ts'
import { orgRightsOf, type Stage } from './closed-doors.ts'

/** An organization with one officer who invites, and somebody whom they have invited. */
export type InviteCase = {
  readonly w: World
  readonly dean: Agent
  readonly orgId: string
  readonly inviter: Person
  readonly invitee: Invitee
  readonly token: string
}

/** Somebody with an address, and the way in which they come to the school with the invitation. */
export type Invitee = {
  readonly email: string
  come(token: string): Promise<Reply>
}

type InviteState = {
  /** Whether an invitation in this state admits its addressee. */
  readonly admits?: true
  arrange(found: InviteCase): Promise<unknown>
}

const placeIn = ({ orgId, invitee }: InviteCase) => ({ orgId, mailHash: mailHashOf(invitee.email) })

export const inviteIn = async (found: InviteCase): Promise<OrgInvite> => {
  const invite = await found.w.table().get(orgInvite, placeIn(found), { strong: true })
  if (!invite) throw new Error('there is no such invitation')
  return invite
}

const decide = (status: OrgInvite['status']) => async (found: InviteCase) =>
  found.w.table().write(decisionWrites(await inviteIn(found), status, found.w.clock.now().toISOString()))

const revoke = async (found: InviteCase) => {
  const { id: inviteId } = await inviteIn(found)
  return found.dean.revokeInvite({ orgId: found.orgId, inviteId })
}

const rolesOf = (roles: readonly string[]) => (found: InviteCase) =>
  found.dean.assignOrgRole({ orgId: found.orgId, userId: found.inviter.user._id, roles })

const before = ({ w }: InviteCase) => new Date(w.clock.now().getTime() - 1000).toISOString()

/** Every state of an invitation, of who sent it, and of the organization that it is to. */
export const inviteStates: Readonly<Record<string, InviteState>> = {
  open: { admits: true, arrange: async () => undefined },
  revoked: { arrange: revoke },
  accepted: { arrange: decide('accepted') },
  declined: { arrange: decide('declined') },
  'used at the school before': {
    arrange: (found) =>
      found.w.table().update(orgInvite, placeIn(found), { set: { admittedAt: before(found) } }),
  },
  expired: {
    arrange: async (found) =>
      found.w.table().put(orgInvite, { ...(await inviteIn(found)), expiresAt: before(found) }),
  },
  'replaced by a new one': {
    arrange: async (found) => {
      await revoke(found)
      await found.dean.invite({ orgId: found.orgId, email: found.invitee.email })
    },
  },
  'of an inviter with another role that may invite': { admits: true, arrange: rolesOf(['admin', 'officer']) },
  'of an inviter without the role': { arrange: rolesOf(['member']) },
  'of an inviter whose term is over': {
    arrange: (found) => {
      const member = { orgId: found.orgId, userId: found.inviter.user._id }
      return found.w.table().update(orgMember, member, { set: { roleTermEnd: before(found) } })
    },
  },
  'of an inviter who was removed': {
    arrange: ({ dean, orgId, inviter }) => dean.removeOrgMember({ orgId, userId: inviter.user._id }),
  },
  'of a suspended inviter': {
    arrange: ({ dean, inviter }) => dean.setUserAccess({ userId: inviter.user._id, accessSuspended: true }),
  },
  'of an inviter who has left the school': {
    arrange: ({ inviter }) => inviter.device.deleteAccount({ password }),
  },
  'of a deleted organization': { arrange: ({ dean, orgId }) => dean.deleteOrganization({ orgId }) },
  'of an inactive organization': {
    arrange: ({ w, orgId }) =>
      w.table().update(organization, { orgId }, { set: { lifecycleStatus: 'inactive' } }),
  },
}

let cases = 0

const registering = (w: World, email: string) => (invite_token: string) =>
  w.device().register({ email, password, invite_token })

/** Whoever may come with the link of an invitation. */
export const invitees: Readonly<Record<string, (w: World, name: string) => Promise<Invitee>>> = {
  'somebody new': async (w, name) => {
    const email = w.email(name)
    return { email, come: registering(w, email) }
  },
  'somebody of another school': async (w, name) => {
    const { email } = await registered(w, name, {}, w.sister)
    return { email, come: registering(w, email) }
  },
  'somebody of another school with a second factor': async (w, name) => {
    const { email, device, user } = await registered(w, name, {}, w.sister)
    // Factors are for those who have proven their address.
    await w.table().update(globalUser, { id: user.globalUserId }, { set: { emailVerified: true } })
    const app = await withTotp(w, device)
    const come = async (invite_token: string) => {
      const half = w.device()
      await half.register({ email, password, invite_token })
      return half.verifyTotp({ code: app.code() })
    }
    return { email, come }
  },
}

/** A fresh organization, whose officer has invited somebody. */
export const inviteCase = async ({ w, dean }: Stage, of: (typeof invitees)[string]): Promise<InviteCase> => {
  cases += 1
  // The clock moves on with every case, and access tokens end.
  await dean.refreshToken()
  const club = await founded({ device: dean } as Parameters<typeof founded>[0])
  const officer = await registered(w, `officer${cases}`)
  const inviter = await joined({ ...club, owner: { ...officer, device: dean } }, officer, ['admin'])
  const invitee = await of(w, `invited${cases}`)
  const sent = await inviter.device.invite({ orgId: club.orgId, email: invitee.email })
  if (sent.status !== 201) throw new Error(`nobody was invited: ${JSON.stringify(sent.body)}`)
  await w.deliver()
  const token = invitationIn(w.mails, invitee.email)
  return { w, dean, orgId: club.orgId, inviter, invitee, token }
}

export const isMember = async ({ w, invitee: { email } }: InviteCase): Promise<boolean> => {
  const { person } = await orgRightsOf({ w, email } as Parameters<typeof orgRightsOf>[0])
  return person?.rights.memberships[w.home]?.status === 'active'
}
