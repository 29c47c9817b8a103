import { notificationDue } from '../../lib/outbox.ts'
import type { Write } from '../../lib/table/write.ts'

type World = { now(): Date; newId(): string }
type Applicant = {
  readonly userId: string
  readonly name: string
  readonly username: string
  readonly picture?: string | undefined
}

/** Tells who manages members that somebody wants to join. */
export const applied = (world: World, orgId: string, orgName: string, applicant: Applicant): Write => {
  const { userId, name, username, picture } = applicant
  return notificationDue(world, {
    template: 'org_member_applied',
    to: { kind: 'permission', orgId, permission: 'manage_members' },
    params: { senderName: name || username, orgName },
    metadata: { orgId },
    sender: { _id: userId, name, username, picture },
  })
}

/** Tells somebody that they were made a member, with a way to say no. */
export const added = (world: World, orgId: string, orgName: string, userId: string, by: string): Write =>
  notificationDue(world, {
    template: 'org_member_added',
    to: { kind: 'users', ids: [userId] },
    params: { orgName, senderName: by },
    metadata: { orgId },
    actions: [
      {
        id: 'refuse',
        label: 'No, thank you',
        type: 'api_call',
        operation: 'members.refuse',
        payload: { orgId },
      },
    ],
  })

/** Tells an applicant that they are in. */
export const approved = (world: World, orgId: string, orgName: string, userId: string): Write =>
  notificationDue(world, {
    template: 'org_application_approved',
    to: { kind: 'users', ids: [userId] },
    params: { orgName },
    metadata: { orgId },
  })

/** Tells an applicant that they are not. */
export const rejected = (
  world: World,
  orgId: string,
  orgName: string,
  userId: string,
  reason: string,
): Write =>
  notificationDue(world, {
    template: 'org_application_rejected',
    to: { kind: 'users', ids: [userId] },
    params: { orgName, reason },
    metadata: { orgId },
  })
