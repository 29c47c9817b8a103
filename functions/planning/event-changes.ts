// All that makes and changes events, to be loaded as one when somebody first does: it brings along the rules of the school,
// approvals and rooms, which nobody who looks needs.

export {
  acceptCollaboration,
  declineCollaboration,
  inviteCollaborators,
  removeCollaborator,
} from './collaboration/collaborators.ts'
export { createEvent, createEventByForm, uploadEventImage } from './create/creation.ts'
export { readFields } from './create/fields.ts'
export { editEvent } from './edit/edit.ts'
export { deleteEvent, moveEvent } from './edit/status-change.ts'
export { checkRoomAvailability, previewApprovals } from './submission/preview.ts'
export { bulkAction, publishEvent, setEventStatus } from './submission/statuses.ts'
export {
  createEventFromTemplate,
  createEventTemplate,
  deleteEventTemplate,
  listEventTemplates,
  updateEventTemplate,
} from './templates.ts'
