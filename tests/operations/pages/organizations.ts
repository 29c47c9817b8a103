import { hosted } from '../../attendance/events.ts'
import { withRoles } from '../../support/administrators.ts'
import { type Person, registered } from '../../support/people.ts'
import { type Crowd as Copied, crowd } from '../list-crowds.ts'
import { type Cases, five, named, once } from './walk.ts'

/** Meetings of the club; the first of them has people in it. */
type Crowd = Copied & { readonly eventId: string; readonly dean: Person }

/** Lists of organizations and of what is in them. */
export const organizationLists: Cases<Crowd> = {
  'organizations.listOrganizations': [
    ({ guest }, asked) => guest.device.listOrganizations({ exhaustive: 'true', ...asked }),
    named('orgs'),
  ],
  'organizations.listFollowedOrganizations': [
    ({ guest }, asked) => guest.device.listFollowedOrganizations(asked),
    named('orgs'),
  ],
  'organizations.listOrganizationMembers': [
    ({ owner, club: { orgId } }, asked) => owner.device.listOrganizationMembers({ orgId, ...asked }),
    named('members'),
  ],
  'organizations.listForms': [
    ({ owner, club: { orgId } }, asked) => owner.device.listForms({ orgId, ...asked }),
    named('forms'),
  ],
  'organizations.listMeetings': [
    ({ owner, club: { name } }, asked) => owner.device.listMeetings({ name, ...asked }),
    named('events'),
  ],
  'members.listOrgMembers': [
    ({ owner, club: { orgId } }, asked) => owner.device.listOrgMembers({ orgId, ...asked }),
    named('members'),
  ],
  'members.exportOrgMembers': [
    ({ owner, club: { orgId } }, asked) => owner.device.exportOrgMembers({ orgId, format: 'json', ...asked }),
    named('members'),
  ],
  'members.listRoleMembers': [
    ({ owner, club: { orgId } }, asked) =>
      owner.device.listRoleMembers({ orgId, roleName: 'officer', ...asked }),
    named('members'),
  ],
  'members.listApplications': [
    ({ owner, club: { orgId } }, asked) =>
      owner.device.listApplications({ orgId, status: 'approved', ...asked }),
    named('applications'),
  ],
  'messages.listMessages': [
    ({ owner, club: { orgId } }, asked) => owner.device.listMessages({ orgId, ...asked }),
    named('messages'),
  ],
  'invites.listInvites': [
    ({ owner, club: { orgId } }, asked) => owner.device.listInvites({ orgId, ...asked }),
    named('data'),
  ],
  'forms.listFormResponses': [
    ({ owner, formId }, asked) => owner.device.listFormResponses({ formId, ...asked }),
    named('responses'),
  ],
  'forms.listEventForms': [
    ({ owner, club: { orgId } }, asked) => owner.device.listEventForms({ orgId, ...asked }),
    named('data'),
  ],
  'management.listManagedMembers': [
    ({ dean, club: { orgId } }, asked) => dean.device.listManagedMembers({ orgId, ...asked }),
    named('members'),
  ],
  'events.listFutureEvents': [({ guest }, asked) => guest.device.listFutureEvents(asked), named('events')],
  'events.listAllEvents': [({ guest }, asked) => guest.device.listAllEvents(asked), named('events')],
  'attendance.listAttendees': [
    ({ owner, eventId }, asked) => owner.device.listAttendees({ event_id: eventId, ...asked }),
    named('attendees'),
  ],
  'organizations.listOrganizationEvents': [
    ({ owner, club: { orgId } }, asked) => owner.device.listOrganizationEvents({ orgId, ...asked }),
    named('events'),
  ],
  'planning.listOrgEvents': [
    ({ owner, club: { orgId } }, asked) => owner.device.listOrgEvents({ orgId, ...asked }),
    (body) => body.data.events,
  ],
}

export const placeOfOrganizations = once(async (): Promise<Crowd> => {
  const size = 5
  const copied = await crowd(size)
  const { w, club } = copied
  const ids: string[] = []
  for (let at = 0; at < size; at += 1) ids.push((await hosted(w, club.orgId, { type: 'Meeting' })).eventId)
  const [eventId = ''] = ids
  await five(async (at) => (await registered(w, `going${at}`)).device.registerForEvent({ event_id: eventId }))
  const dean = await withRoles(w, await registered(w, 'dean'), ['user', 'admin'])
  return { ...copied, eventId, dean }
})
