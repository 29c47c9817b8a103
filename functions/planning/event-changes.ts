// All that makes and changes events, to be loaded as one when somebody first does: it brings along the rules of the school,
// approvals and rooms, which nobody who looks needs.

export { acceptInvite, declineInvite, inviteHelpers, removeHelper } from './collaboration/collaborators.ts'
export { createBriefly, createByForm, uploadPicture } from './create/creation.ts'
export { editEvent } from './edit/edit.ts'
export { deleteEvent, moveEvent } from './edit/end.ts'
export { checkRoom, previewApprovals } from './submission/preview.ts'
export { bulkAction, publish, setStatus } from './submission/statuses.ts'
export {
  changeTemplate,
  dropTemplate,
  makeFromTemplate,
  makeTemplate,
  templatesPage,
} from './templates.ts'
