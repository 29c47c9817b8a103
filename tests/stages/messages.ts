import type { Campus } from '../support/replay.ts'
import { founded } from '../support/societies.ts'

type Staged = Readonly<Record<string, string>>

const personOf = ({ ada }: Campus) => ({
  device: ada.agent,
  user: { _id: ada.id, username: 'ada', name: 'ada', globalUserId: ada.globalUserId },
  email: ada.email,
})

/** An organization of ada's, in the place of the sample's. */
const organized = async (campus: Campus): Promise<Staged & { 'demo-org-chess': string }> => ({
  'demo-org-chess': (await founded(personOf(campus))).orgId,
})

const posted = async (campus: Campus): Promise<Staged> => {
  const staged = await organized(campus)
  const { body } = await campus.ada.agent.postMessage({ orgId: staged['demo-org-chess'], content: 'Hello' })
  return { ...staged, 'demo-message': body.data._id }
}

const formed = async (campus: Campus): Promise<Staged> => {
  const staged = await organized(campus)
  const questions = [{ _id: 'demo-question', type: 'short', question: 'Your name?', required: true }]
  const { body } = await campus.ada.agent.createEventForm({
    orgId: staged['demo-org-chess'],
    form: { title: 'Sign-up', questions },
  })
  return { ...staged, 'demo-form': body.data._id }
}

const answered = async (campus: Campus): Promise<Staged> => {
  const staged = await formed(campus)
  const responses = [{ referenceId: 'demo-question', answer: 'Ada' }]
  await campus.ada.agent.submitFormResponse({ formId: staged['demo-form'], responses })
  return staged
}

/** An invitation from somebody else to ada, with the token of its mail. */
const invited = async (campus: Campus): Promise<Staged> => {
  const { w, ada } = campus
  const owner = w.device()
  const email = campus.addressOf('owner@demo.example.edu')
  const { body } = await owner.register({ email, password: 'demo password', username: 'owner' })
  const { orgId } = await founded({ device: owner, user: body.data.user, email })
  const reply = await owner.invite({ orgId, email: ada.email })
  await w.deliver()
  const token = /landing\/([0-9a-f]{64})/.exec(w.mails.at(-1)?.text ?? '')?.[1] ?? ''
  return { 'demo-invite': reply.body.data.inviteId, ['0'.repeat(64)]: token }
}

const inviting = async (campus: Campus): Promise<Staged> => {
  const staged = await organized(campus)
  const email = campus.addressOf('somebody@students.example.edu')
  const { body } = await campus.ada.agent.invite({ orgId: staged['demo-org-chess'], email })
  return { ...staged, 'demo-invite': body.data.inviteId }
}

/** What has to have happened before a sample of messages, forms or invitations can succeed. */
export const messageStages = {
  postMessage: organized,
  listMessages: posted,
  getMessage: posted,
  likeMessage: posted,
  replyToMessage: posted,
  editMessage: posted,
  deleteMessage: posted,
  listForms: formed,
  createForm: organized,
  updateForm: formed,
  deleteForm: formed,
  getForm: formed,
  submitFormResponse: formed,
  listFormResponses: answered,
  listEventForms: formed,
  createEventForm: organized,
  updateEventForm: formed,
  deleteEventForm: formed,
  invite: organized,
  previewInvites: organized,
  inviteBatch: organized,
  listInvites: inviting,
  revokeInvite: inviting,
  listPendingInvites: invited,
  validateInvite: invited,
  landOnInvite: invited,
  acceptInviteByToken: invited,
  declineInviteByToken: invited,
  acceptInvite: invited,
  declineInvite: invited,
} as const
