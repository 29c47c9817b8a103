import { usual } from '../planning/people.ts'
import type { Campus } from '../support/replay.ts'
import { founded } from '../support/societies.ts'

type Staged = Readonly<Record<string, string>>

const personOf = ({ ada }: Campus) => ({
  device: ada.agent,
  user: { _id: ada.id, username: 'ada', name: 'ada', globalUserId: ada.globalUserId },
  email: ada.email,
})

const organized = async (campus: Campus): Promise<Staged & { 'demo-org-chess': string }> => ({
  'demo-org-chess': (await founded(personOf(campus))).orgId,
})

/** An event of an organization of ada's, in the place of the sample's. */
const planned =
  (more: Readonly<Record<string, unknown>> = {}) =>
  async (campus: Campus): Promise<Staged & { 'demo-event': string; 'demo-org-chess': string }> => {
    const staged = await organized(campus)
    const hosted = { ...usual, hostingType: 'Org', hostingId: staged['demo-org-chess'], ...more }
    const { body } = await campus.ada.agent.createEventByForm(hosted)
    return { ...staged, 'demo-event': body.eventId }
  }

const patterned = async (campus: Campus): Promise<Staged> => {
  const staged = await organized(campus)
  const { body } = await campus.ada.agent.createEventTemplate({
    orgId: staged['demo-org-chess'],
    name: 'Club evening',
    templateData: { name: 'Club evening', type: 'meeting', location: 'Room 101' },
  })
  return { ...staged, 'demo-template': body.data._id }
}

/** Another organization of ada's is asked to help. */
const inviting = async (campus: Campus): Promise<Staged> => {
  const staged = await planned()(campus)
  const { orgId } = await founded(personOf(campus), { org_name: 'Rowing Club' })
  await campus.ada.agent.inviteCollaborators({ id: staged['demo-event'], collaboratorOrgIds: [orgId] })
  return { ...staged, 'demo-org-rowing': orgId }
}

const alone = async (campus: Campus): Promise<Staged> => {
  const staged = await planned()(campus)
  const { orgId } = await founded(personOf(campus), { org_name: 'Rowing Club' })
  return { ...staged, 'demo-org-rowing': orgId }
}

/** The list of the organization that is asked. */
const asked = async (campus: Campus): Promise<Staged> => {
  const staged = await inviting(campus)
  return { 'demo-org-chess': staged['demo-org-rowing'] ?? '' }
}

/** What has to have happened before a sample of planning can succeed. */
export const planningStages = {
  createEvent: organized,
  publishEvent: planned({ asDraft: true }),
  updateEvent: planned(),
  withdrawEvent: planned({ requiresApproval: true }),
  cancelEvent: planned(),
  deleteEvent: planned(),
  uploadEventImage: planned(),
  listOrgEvents: planned(),
  getOrgEvent: planned(),
  updateOrgEvent: planned(),
  deleteOrgEvent: planned(),
  checkRoomAvailability: planned({ classroom_id: 'demo-room' }),
  setEventStatus: planned(),
  bulkAction: planned(),
  createEventTemplate: organized,
  listEventTemplates: patterned,
  updateEventTemplate: patterned,
  deleteEventTemplate: patterned,
  createEventFromTemplate: patterned,
  inviteCollaborators: alone,
  removeCollaborator: inviting,
  acceptCollaboration: inviting,
  declineCollaboration: inviting,
  listCollaborationInvites: asked,
} as const
