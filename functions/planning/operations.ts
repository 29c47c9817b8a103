import type { Operations } from '../../lib/operation.ts'
import {
  acceptCollaboration,
  declineCollaboration,
  inviteCollaborators,
  removeCollaborator,
} from './collaboration/collaborators.ts'
import { listCollaborationInvites } from './collaboration/invite-list.ts'
import type { contract } from './contract.ts'
import { createEvent, createEventByForm, uploadEventImage } from './create/creation.ts'
import { updateEvent, updateOrgEvent } from './edit/edit.ts'
import { cancelEvent, deleteEvent, deleteOrgEvent, withdrawEvent } from './edit/status-change.ts'
import { getOrgEvent, listOrgEvents } from './managed-events.ts'
import { checkRoomAvailability, previewApprovals } from './submission/preview.ts'
import { bulkAction, publishEvent, setEventStatus } from './submission/statuses.ts'
import {
  createEventFromTemplate,
  createEventTemplate,
  deleteEventTemplate,
  listEventTemplates,
  updateEventTemplate,
} from './templates.ts'

export const operations: Operations<typeof contract> = {
  createEvent,
  createEventByForm,
  publishEvent,
  updateEvent,
  withdrawEvent,
  cancelEvent,
  deleteEvent,
  uploadEventImage,
  listOrgEvents,
  getOrgEvent,
  updateOrgEvent,
  deleteOrgEvent,
  setEventStatus,
  bulkAction,
  previewApprovals,
  checkRoomAvailability,
  createEventTemplate,
  listEventTemplates,
  updateEventTemplate,
  deleteEventTemplate,
  createEventFromTemplate,
  inviteCollaborators,
  removeCollaborator,
  acceptCollaboration,
  declineCollaboration,
  listCollaborationInvites,
}
