import type { Context } from '../../lib/context.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import type { WholeEvent } from '../events/service.ts'
import { bulkAction } from './bulk.ts'
import type { contract } from './contract.ts'
import { createBriefly, createByForm, uploadPicture } from './doors.ts'
import { editEvent } from './editing.ts'
import { deleteEvent, moveEvent } from './ending.ts'
import { DeletionForbidden, PublishForbidden, UpdateForbidden } from './failures.ts'
import { readFields } from './fields.ts'
import { acceptInvite, declineInvite, inviteHelpers, removeHelper } from './helping.ts'
import { openInvites } from './invite-list.ts'
import { managedEvent, managedPage } from './managing.ts'
import { checkRoom, previewApprovals } from './previewing.ts'
import { publish } from './publishing.ts'
import { hostOnly, plannersOnly } from './rights.ts'
import { setStatus } from './statuses.ts'
import { changeTemplate, dropTemplate, makeFromTemplate, makeTemplate, templatesPage } from './templates.ts'
import { plannedView, twice } from './views.ts'

export { changeEvent, type Decision } from './changing.ts'
export { editEvent } from './editing.ts'
export { moveEvent } from './ending.ts'
export { factsOf } from './facts.ts'
export { readFields } from './fields.ts'
export { hostOnly, plannersOnly } from './rights.ts'

const shown = (whole: WholeEvent, { now }: Pick<Context, 'now'>) => ({
  ...twice(whole, now()),
  status: whole.card.status,
})

export const operations: Operations<typeof contract> = {
  async createEvent(input, context) {
    const made = await createBriefly(input, context)
    return { eventId: made.card.eventId, data: { event: plannedView(made, context.now()) } }
  },

  async createEventByForm(input, context) {
    const made = await createByForm(input, context)
    const { eventId, hostingType, hostingId, host } = made.card
    const org = hostingType === 'Org' ? { orgId: hostingId, orgName: host.name } : {}
    return { eventId, ...org, ...twice(made, context.now()) }
  },

  async publishEvent({ eventId }, context) {
    const made = await publish(eventId, context, plannersOnly(context, PublishForbidden))
    const message =
      made.card.status === 'pending' ? 'Event submitted for approval.' : 'Event published successfully.'
    return answer(shown(made, context), { message })
  },

  async updateEvent({ event_id, scope, ...sent }, context) {
    const gate = plannersOnly(context, UpdateForbidden)
    return twice(await editEvent(event_id, readFields(sent), context, gate, scope), context.now())
  },

  async withdrawEvent({ event_id }, context) {
    const gate = plannersOnly(context, UpdateForbidden)
    return shown(await moveEvent(event_id, 'draft', context, gate), context)
  },

  async cancelEvent({ event_id, scope }, context) {
    const gate = plannersOnly(context, UpdateForbidden)
    return shown(await moveEvent(event_id, 'cancelled', context, gate, scope), context)
  },

  async deleteEvent({ event_id, scope }, context) {
    await deleteEvent(event_id, context, plannersOnly(context, DeletionForbidden), scope)
    return undefined
  },

  async uploadEventImage(input, context) {
    const { card } = await uploadPicture(input, context)
    return { imageUrl: card.image ?? '' }
  },

  listOrgEvents: managedPage,
  getOrgEvent: ({ orgId, eventId }, context) => managedEvent(orgId, eventId, context),

  async updateOrgEvent({ orgId, eventId, scope, ...sent }, context) {
    const changed = await editEvent(eventId, readFields(sent), context, hostOnly(orgId), scope)
    return { event: plannedView(changed, context.now()) }
  },

  async deleteOrgEvent({ orgId, eventId, scope }, context) {
    await deleteEvent(eventId, context, hostOnly(orgId), scope)
    return undefined
  },

  async setEventStatus({ orgId, eventId, ...wanted }, context) {
    const moved = await setStatus(eventId, wanted, context, hostOnly(orgId))
    return { event: plannedView(moved, context.now()) }
  },

  bulkAction,
  previewApprovals,
  checkRoomAvailability: checkRoom,
  createEventTemplate: makeTemplate,
  listEventTemplates: templatesPage,
  updateEventTemplate: changeTemplate,

  async deleteEventTemplate(input, context) {
    await dropTemplate(input, context)
    return undefined
  },

  async createEventFromTemplate(input, context) {
    return plannedView(await makeFromTemplate(input, context), context.now())
  },

  async inviteCollaborators({ id, collaboratorOrgIds }, context) {
    return { invited: [...(await inviteHelpers(id, [...new Set(collaboratorOrgIds)], context))] }
  },

  async removeCollaborator({ id, orgId }, context) {
    await removeHelper(id, orgId, context)
    return undefined
  },

  async acceptCollaboration({ inviteId }, context) {
    await acceptInvite(inviteId, context)
    return undefined
  },

  async declineCollaboration({ inviteId }, context) {
    await declineInvite(inviteId, context)
    return undefined
  },

  listCollaborationInvites: openInvites,
}
