import type { Context } from '../../lib/context.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import { plannedView, type WholeEvent } from '../events/index.ts'
import { DeletionForbidden, PublishForbidden, UpdateForbidden } from './contract/failures.ts'
import type { contract } from './contract.ts'
import { hostOnly, plannersOnly } from './hosts/rights.ts'
import { inBothPlaces } from './views.ts'

const shown = (whole: WholeEvent, { now }: Pick<Context, 'now'>) => ({
  ...inBothPlaces(whole, now()),
  status: whole.card.status,
})

export const operations: Operations<typeof contract> = {
  async createEvent(input, context) {
    const made = await (await changes()).createEvent(input, context)
    return { eventId: made.card.eventId, data: { event: plannedView(made, context.now()) } }
  },

  async createEventByForm(input, context) {
    const made = await (await changes()).createEventByForm(input, context)
    const { eventId, hostingType, hostingId, host } = made.card
    const org = hostingType === 'Org' ? { orgId: hostingId, orgName: host.name } : {}
    return { eventId, ...org, ...inBothPlaces(made, context.now()) }
  },

  async publishEvent({ eventId }, context) {
    const made = await (await changes()).publishEvent(
      eventId,
      context,
      plannersOnly(context, PublishForbidden),
    )
    const message =
      made.card.status === 'pending' ? 'Event submitted for approval.' : 'Event published successfully.'
    return answer(shown(made, context), { message })
  },

  async updateEvent({ event_id, scope, ...sent }, context) {
    const gate = plannersOnly(context, UpdateForbidden)
    const { editEvent, readFields } = await changes()
    return inBothPlaces(await editEvent(event_id, readFields(sent), context, gate, scope), context.now())
  },

  async withdrawEvent({ event_id }, context) {
    const gate = plannersOnly(context, UpdateForbidden)
    return shown(await (await changes()).moveEvent(event_id, 'draft', context, gate), context)
  },

  async cancelEvent({ event_id, ...how }, context) {
    const gate = plannersOnly(context, UpdateForbidden)
    return shown(await (await changes()).moveEvent(event_id, 'cancelled', context, gate, how), context)
  },

  async deleteEvent({ event_id, scope }, context) {
    await (await changes()).deleteEvent(event_id, context, plannersOnly(context, DeletionForbidden), scope)
    return undefined
  },

  async uploadEventImage(input, context) {
    const { card } = await (await changes()).uploadEventImage(input, context)
    return { imageUrl: card.image ?? '' }
  },

  listOrgEvents: async (input, context) => (await managed()).listOrgEvents(input, context),
  getOrgEvent: async ({ orgId, eventId }, context) => (await managed()).getOrgEvent(orgId, eventId, context),

  async updateOrgEvent({ orgId, eventId, scope, ...sent }, context) {
    const { editEvent, readFields } = await changes()
    const changed = await editEvent(eventId, readFields(sent), context, hostOnly(orgId), scope)
    return { event: plannedView(changed, context.now()) }
  },

  async deleteOrgEvent({ orgId, eventId, scope }, context) {
    await (await changes()).deleteEvent(eventId, context, hostOnly(orgId), scope)
    return undefined
  },

  async setEventStatus({ orgId, eventId, ...wanted }, context) {
    const moved = await (await changes()).setEventStatus(eventId, wanted, context, hostOnly(orgId))
    return { event: plannedView(moved, context.now()) }
  },

  bulkAction: async (input, context) => (await changes()).bulkAction(input, context),
  previewApprovals: async (input, context) => (await changes()).previewApprovals(input, context),
  checkRoomAvailability: async (input, context) => (await changes()).checkRoomAvailability(input, context),
  createEventTemplate: async (input, context) => (await changes()).createEventTemplate(input, context),
  listEventTemplates: async (input, context) => (await changes()).listEventTemplates(input, context),
  updateEventTemplate: async (input, context) => (await changes()).updateEventTemplate(input, context),

  async deleteEventTemplate(input, context) {
    await (await changes()).deleteEventTemplate(input, context)
    return undefined
  },

  async createEventFromTemplate(input, context) {
    return plannedView(await (await changes()).createEventFromTemplate(input, context), context.now())
  },

  async inviteCollaborators({ id, collaboratorOrgIds }, context) {
    return {
      invited: [
        ...(await (await changes()).inviteCollaborators(id, [...new Set(collaboratorOrgIds)], context)),
      ],
    }
  },

  async removeCollaborator({ id, orgId }, context) {
    await (await changes()).removeCollaborator(id, orgId, context)
    return undefined
  },

  async acceptCollaboration({ inviteId }, context) {
    await (await changes()).acceptCollaboration(inviteId, context)
    return undefined
  },

  async declineCollaboration({ inviteId }, context) {
    await (await changes()).declineCollaboration(inviteId, context)
    return undefined
  },

  async listCollaborationInvites(input, context) {
    const { listCollaborationInvites } = await import('./collaboration/invite-list.ts')
    return listCollaborationInvites(input, context)
  },
}

const changes = () => import('./event-changes.ts')
const managed = () => import('./managed-events.ts')
