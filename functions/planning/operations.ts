import type { Context } from '../../lib/context.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import { type EventRecord, plannedView } from '../events/index.ts'
import { listCollaborationInvites } from './collaboration/invite-list.ts'
import { DeletionForbidden, PublishForbidden, UpdateForbidden } from './contract/failures.ts'
import type { contract } from './contract.ts'
import {
  acceptCollaboration,
  bulkAction,
  checkRoomAvailability,
  createEvent,
  createEventByForm,
  createEventFromTemplate,
  createEventTemplate,
  declineCollaboration,
  deleteEvent,
  deleteEventTemplate,
  editEvent,
  inviteCollaborators,
  listEventTemplates,
  moveEvent,
  previewApprovals,
  publishEvent,
  readFields,
  removeCollaborator,
  setEventStatus,
  updateEventTemplate,
  uploadEventImage,
} from './event-changes.ts'
import { hostGate, plannerGate } from './hosts/gates.ts'
import { getOrgEvent, listOrgEvents } from './managed-events.ts'
import { withEventAlias } from './views.ts'

const shown = (whole: EventRecord, { now }: Pick<Context, 'now'>) => ({
  ...withEventAlias(whole, now()),
  status: whole.card.status,
})

export const operations: Operations<typeof contract> = {
  async createEvent(input, context) {
    const made = await createEvent(input, context)
    return { eventId: made.card.eventId, data: { event: plannedView(made, context.now()) } }
  },

  async createEventByForm(input, context) {
    const made = await createEventByForm(input, context)
    const { eventId, hostingType, hostingId, host } = made.card
    const org = hostingType === 'Org' ? { orgId: hostingId, orgName: host.name } : {}
    return { eventId, ...org, ...withEventAlias(made, context.now()) }
  },

  async publishEvent({ eventId }, context) {
    const made = await publishEvent(eventId, context, plannerGate(context, PublishForbidden))
    const message =
      made.card.status === 'pending' ? 'Event submitted for approval.' : 'Event published successfully.'
    return answer(shown(made, context), { message })
  },

  async updateEvent({ event_id, scope, ...sent }, context) {
    const gate = plannerGate(context, UpdateForbidden)
    return withEventAlias(await editEvent(event_id, readFields(sent), context, gate, scope), context.now())
  },

  async withdrawEvent({ event_id }, context) {
    const gate = plannerGate(context, UpdateForbidden)
    return shown(await moveEvent(event_id, 'draft', context, gate), context)
  },

  async cancelEvent({ event_id, ...how }, context) {
    const gate = plannerGate(context, UpdateForbidden)
    return shown(await moveEvent(event_id, 'cancelled', context, gate, how), context)
  },

  async deleteEvent({ event_id, scope }, context) {
    await deleteEvent(event_id, context, plannerGate(context, DeletionForbidden), scope)
    return undefined
  },

  async uploadEventImage(input, context) {
    const { card } = await uploadEventImage(input, context)
    return { imageUrl: card.image ?? '' }
  },

  listOrgEvents: async (input, context) => listOrgEvents(input, context),
  getOrgEvent: async ({ orgId, eventId }, context) => getOrgEvent(orgId, eventId, context),

  async updateOrgEvent({ orgId, eventId, scope, ...sent }, context) {
    const changed = await editEvent(eventId, readFields(sent), context, hostGate(orgId), scope)
    return { event: plannedView(changed, context.now()) }
  },

  async deleteOrgEvent({ orgId, eventId, scope }, context) {
    await deleteEvent(eventId, context, hostGate(orgId), scope)
    return undefined
  },

  async setEventStatus({ orgId, eventId, ...wanted }, context) {
    const moved = await setEventStatus(eventId, wanted, context, hostGate(orgId))
    return { event: plannedView(moved, context.now()) }
  },

  bulkAction: async (input, context) => bulkAction(input, context),
  previewApprovals: async (input, context) => previewApprovals(input, context),
  checkRoomAvailability: async (input, context) => checkRoomAvailability(input, context),
  createEventTemplate: async (input, context) => createEventTemplate(input, context),
  listEventTemplates: async (input, context) => listEventTemplates(input, context),
  updateEventTemplate: async (input, context) => updateEventTemplate(input, context),

  async deleteEventTemplate(input, context) {
    await deleteEventTemplate(input, context)
    return undefined
  },

  async createEventFromTemplate(input, context) {
    return plannedView(await createEventFromTemplate(input, context), context.now())
  },

  async inviteCollaborators({ id, collaboratorOrgIds }, context) {
    return {
      invited: [...(await inviteCollaborators(id, [...new Set(collaboratorOrgIds)], context))],
    }
  },

  async removeCollaborator({ id, orgId }, context) {
    await removeCollaborator(id, orgId, context)
    return undefined
  },

  async acceptCollaboration({ inviteId }, context) {
    await acceptCollaboration(inviteId, context)
    return undefined
  },

  async declineCollaboration({ inviteId }, context) {
    await declineCollaboration(inviteId, context)
    return undefined
  },

  async listCollaborationInvites(input, context) {
    return listCollaborationInvites(input, context)
  },
}
