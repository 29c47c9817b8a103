import { hostedBy, stored } from '../events/cards.ts'
import type { Campus } from '../support/replay.ts'
import { founded } from '../support/societies.ts'

type Staged = Readonly<Record<string, string>>

const personOf = ({ ada }: Campus) => ({
  device: ada.agent,
  user: { _id: ada.id, username: 'ada', name: 'ada', globalUserId: ada.globalUserId },
  email: ada.email,
})

/** An event of an organization of ada's, in the place of the sample's. */
const hosted = async (campus: Campus) => {
  const club = await founded(personOf(campus))
  const { eventId } = await stored(campus.w, { ...hostedBy(club), eventId: campus.w.runtime.newId() })
  const at = { orgId: club.orgId, eventId }
  return { at, staged: { 'demo-org-chess': club.orgId, 'demo-event': eventId } as Staged }
}

const begun = async (campus: Campus) => {
  const place = await hosted(campus)
  const [startTime, endTime] = ['2026-04-01T10:00:00.000Z', '2026-04-01T10:30:00.000Z']
  const items = [{ id: 'demo-item', title: 'Doors open', startTime, endTime }]
  await campus.ada.agent.saveAgenda({ ...place.at, items })
  return place
}

const templated = async (campus: Campus): Promise<Staged> => {
  const { staged, at } = await hosted(campus)
  const { body } = await campus.ada.agent.createOrgEventRole({ orgId: at.orgId, name: 'Steward' })
  return { ...staged, 'demo-org-role': body.data.role._id }
}

const working = async (campus: Campus) => {
  const { at, staged } = await hosted(campus)
  const { body } = await campus.ada.agent.createEventJob({ ...at, name: 'Usher', requiredCount: 2 })
  const roleId: string = body.data.role._id
  return { at, roleId, staged: { ...staged, 'demo-job': roleId } as Staged }
}

const assigned = async (campus: Campus): Promise<Staged> => {
  const { at, roleId, staged } = await working(campus)
  const { body } = await campus.ada.agent.createAssignment({ ...at, roleId, memberId: campus.ada.id })
  return { ...staged, 'demo-assignment': body.data.assignment._id }
}

const offered = async (campus: Campus): Promise<Staged> => {
  const { at, roleId, staged } = await working(campus)
  const { body } = await campus.ada.agent.createVolunteerSignup({ ...at, roleId })
  return { ...staged, 'demo-signup': body.data.signup._id }
}

const only =
  (stage: (campus: Campus) => Promise<{ readonly staged: Staged }>) =>
  async (campus: Campus): Promise<Staged> =>
    (await stage(campus)).staged

const own = async ({ w, ada }: Campus): Promise<Staged> => {
  const { eventId } = await stored(w, { eventId: w.runtime.newId(), hostingId: ada.id, createdBy: ada.id })
  return { 'demo-event': eventId }
}

const published = async (campus: Campus): Promise<Staged> => {
  const { at, staged } = await begun(campus)
  await campus.ada.agent.publishAgenda(at)
  return staged
}

/** What has to have happened before a sample of agendas or jobs can succeed. */
export const agendaStages = {
  getAgenda: only(begun),
  saveAgenda: only(hosted),
  createAgendaItem: only(hosted),
  updateAgendaItem: only(begun),
  deleteAgendaItem: only(begun),
  publishAgenda: only(begun),
  updateEventAgenda: own,
  getPublicAgenda: published,
  listOrgEventRoles: templated,
  createOrgEventRole: only(hosted),
  updateOrgEventRole: templated,
  deleteOrgEventRole: templated,
  listEventJobs: assigned,
  createEventJob: only(hosted),
  updateEventJob: only(working),
  deleteEventJob: only(working),
  listAssignments: assigned,
  createAssignment: only(working),
  updateAssignment: assigned,
  deleteAssignment: assigned,
  listMyAssignments: assigned,
  createVolunteerSignup: only(working),
  listVolunteerSignups: offered,
  decideVolunteerSignup: offered,
} as const
