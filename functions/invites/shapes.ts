import * as z from 'zod/mini'
import { PublicUser } from '../../lib/contract/people.ts'

/** Far above the limit of a call, so that too many addresses get the specific failure. */
export const address = z.string().check(z.maxLength(1000))
const roleName = z.string().check(z.maxLength(50))

export const InviteRequest = z.strictObject({
  email: z.optional(address),
  role: z.optional(roleName),
  roles: z.optional(z.array(roleName).check(z.maxLength(20))),
})

export const InviteOutcome = z.object({
  email: z.string(),
  status: z.enum(['sent', 'skipped', 'failed']),
  inviteId: z.optional(z.string()),
  message: z.optional(z.string()),
})

const named = z.object({ name: z.string(), username: z.string() })

export const InviteView = z.object({
  _id: z.string(),
  org_id: z.string(),
  email: z.string(),
  role: z.string(),
  roles: z.array(z.string()),
  status: z.enum(['pending', 'accepted', 'declined', 'expired', 'revoked']),
  invited_by: z.object({ ...named.shape, _id: z.string() }),
  user_id: z.nullable(PublicUser),
  created_at: z.string(),
  expires_at: z.string(),
})
export type InviteView = z.infer<typeof InviteView>

/** An invitation as the invitee sees it. */
export const PendingInvite = z.object({
  _id: z.string(),
  org: z.object({ _id: z.string(), org_name: z.string(), org_profile_image: z.string() }),
  role: z.string(),
  roles: z.array(z.string()),
  invitedBy: named,
})
export type PendingInvite = z.infer<typeof PendingInvite>

export const InviteToken = z.strictObject({ token: z.optional(z.string().check(z.maxLength(256))) })
