// All that makes and changes events, to be loaded as one when somebody first does: it brings along the rules of the school,
// approvals and rooms, which nobody who looks needs.
export { bulkAction } from './bulk.ts'
export { createBriefly, createByForm, uploadPicture } from './doors.ts'
export { editEvent } from './editing.ts'
export { deleteEvent, moveEvent } from './ending.ts'
export { acceptInvite, declineInvite, inviteHelpers, removeHelper } from './helping.ts'
export { checkRoom, previewApprovals } from './previewing.ts'
export { publish } from './publishing.ts'
export { setStatus } from './statuses.ts'
export { changeTemplate, dropTemplate, makeFromTemplate, makeTemplate, templatesPage } from './templates.ts'
