// All that makes and changes events, to be loaded as one when somebody first does: it brings along the rules of the school,
// approvals and rooms, which nobody who looks needs.

export { acceptInvite, declineInvite, inviteHelpers, removeHelper } from './collaboration/collaborators.ts'
export { createBriefly, createByForm, uploadPicture } from './create/operations.ts'
export { bulkAction } from './edit/bulk.ts'
export { editEvent } from './edit/edit.ts'
export { deleteEvent, moveEvent } from './edit/end.ts'
export { checkRoom, previewApprovals } from './submission/preview.ts'
export { publish } from './submission/publication.ts'
export { setStatus } from './submission/statuses.ts'
export {
  changeTemplate,
  dropTemplate,
  makeFromTemplate,
  makeTemplate,
  templatesPage,
} from './templates/templates.ts'
