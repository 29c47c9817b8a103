// Loads all code that creates and changes events on first use. It includes the school's rules, approvals and rooms,
// which readers do not need.

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
