import type { Reply } from '../support/agent.ts'
import type { Crowd } from './list-crowds.ts'

type Body = Reply['body']

/** A list: who asks for it, and what of its answer was looked for. */
export type ListCase = {
  ask(crowd: Crowd): Promise<Reply>
  rows(body: Body): readonly unknown[]
  /** Items that a query may examine for one that is answered; two unless said. */
  readonly most?: number
  /** Round trips behind the caller; two unless said. */
  readonly deep?: number
  /** It answers as much as there is, up to a hundred: compared from a hundred on. */
  readonly upToHundred?: true
}

const limit = '10'
const named = (name: string) => (body: Body) => body[name]

/** Every list of organizations, members, messages, forms and invitations; those of events are tested with events. */
export const listCases: Readonly<Record<string, ListCase>> = {
  directory: {
    ask: ({ guest }) => guest.device.listOrganizations({ limit, exhaustive: 'true' }),
    rows: named('orgs'),
  },
  'organizations that somebody follows': {
    ask: ({ guest }) => guest.device.listFollowedOrganizations({ limit }),
    rows: named('orgs'),
  },
  'the page of an organization': {
    ask: ({ guest, club: { name } }) => guest.device.getOrganizationByName({ name }),
    rows: ({ members, followers }) => [...members, ...followers],
    upToHundred: true,
  },
  'members, as members see them': {
    ask: ({ owner, club: { orgId } }) => owner.device.listOrganizationMembers({ orgId, limit }),
    rows: named('members'),
  },
  'members, with applications': {
    ask: ({ owner, club: { orgId } }) => owner.device.listOrgMembers({ orgId, limit }),
    rows: ({ members, applications }) => [...members, ...applications],
  },
  'members of a role, in the list of members': {
    ask: ({ owner, club: { orgId } }) => owner.device.listOrgMembers({ orgId, role: 'officer', limit }),
    rows: named('members'),
  },
  'members of a role': {
    ask: ({ owner, club: { orgId } }) => owner.device.listRoleMembers({ orgId, roleName: 'officer', limit }),
    rows: named('members'),
  },
  'the history of a member': {
    ask: ({ owner, guest, club: { orgId } }) =>
      owner.device.getMemberHistory({ orgId, userId: guest.user._id }),
    rows: named('membershipHistory'),
    upToHundred: true,
  },
  'pending applications': {
    ask: ({ owner, club: { orgId } }) => owner.device.listApplications({ orgId, status: 'pending', limit }),
    rows: named('applications'),
  },
  'approved applications': {
    ask: ({ owner, club: { orgId } }) => owner.device.listApplications({ orgId, status: 'approved', limit }),
    rows: named('applications'),
  },
  // Three lists, one for each status, of which the newest are shown; of each one row more, which says whether it goes on.
  'all applications': {
    ask: ({ owner, club: { orgId } }) => owner.device.listApplications({ orgId, limit }),
    rows: named('applications'),
    most: 3.3,
    upToHundred: true,
  },
  'messages, for members': {
    ask: ({ owner, club: { orgId } }) => owner.device.listMessages({ orgId, limit }),
    rows: named('messages'),
  },
  'messages, for followers': {
    ask: ({ follower, club: { orgId } }) => follower.device.listMessages({ orgId, limit }),
    rows: named('messages'),
  },
  'messages, for everybody': {
    ask: ({ guest, club: { orgId } }) => guest.device.listMessages({ orgId, limit }),
    rows: named('messages'),
  },
  // Who wrote the replies, and which of them the reader likes, shows only when they are there.
  'messages with replies': {
    deep: 3,
    ask: ({ owner, club: { orgId } }) => owner.device.listMessages({ orgId, limit, includeReplies: 'true' }),
    rows: ({ messages }) =>
      messages.flatMap(({ replies, ...one }: { replies: unknown[] }) => [one, ...replies]),
  },
  'replies to a message': {
    ask: ({ guest, club: { orgId }, messageId }) => guest.device.getMessage({ orgId, messageId }),
    rows: named('replies'),
    upToHundred: true,
  },
  'forms of members': {
    ask: ({ owner, club: { orgId } }) => owner.device.listForms({ orgId, limit }),
    rows: named('forms'),
  },
  'forms of events': {
    ask: ({ owner, club: { orgId } }) => owner.device.listEventForms({ orgId, limit }),
    rows: named('data'),
  },
  'responses to a form': {
    ask: ({ owner, formId }) => owner.device.listFormResponses({ formId, limit }),
    rows: named('responses'),
  },
  'invitations of an organization': {
    ask: ({ owner, club: { orgId } }) => owner.device.listInvites({ orgId, limit }),
    rows: named('data'),
  },
  'invitations of a person': {
    ask: ({ guest }) => guest.device.listPendingInvites(),
    rows: named('data'),
    upToHundred: true,
  },
}
