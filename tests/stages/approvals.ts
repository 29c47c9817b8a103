import { withRoles } from '../support/administrators.ts'
import type { Agent } from '../support/agent.ts'
import type { Campus } from '../support/replay.ts'

type Staged = Readonly<Record<string, string>>

/** An administrator: that of the platform where a sample is sent by them, or one of the school whom no sample names. */
const admin = async ({ w, people, addressOf }: Campus): Promise<Agent> => {
  if (people.root) return people.root.agent
  const device = w.device()
  const email = addressOf('dean@demo.example.edu')
  const { body } = await device.register({ email, password: 'demo password', username: 'dean' })
  await withRoles(w, { device, user: body.data.user, email }, ['user', 'admin'])
  return device
}

type Governed = Staged & { 'demo-domain': string }

const governed = async (campus: Campus, dean?: Agent): Promise<Governed> => {
  const device = dean ?? (await admin(campus))
  const { body } = await device.createDomain({ name: 'Laboratories', type: 'facility' })
  return { 'demo-domain': body.data._id }
}

const staffed = async (campus: Campus, dean?: Agent): Promise<Staged> => {
  const device = dean ?? (await admin(campus))
  const staged = await governed(campus, device)
  await device.createStakeholderRole({
    stakeholderId: 'safety-officer-demo',
    stakeholderName: 'Safety officer',
    stakeholderType: 'approver',
    domainId: staged['demo-domain'],
  })
  return staged
}

const held = async (campus: Campus, dean?: Agent): Promise<Staged> => {
  const device = dean ?? (await admin(campus))
  const staged = await staffed(campus, device)
  await device.assignStakeholderRole({ id: 'safety-officer-demo', userId: campus.ada.id })
  return staged
}

const stepped = async (campus: Campus): Promise<Staged> => {
  await (await admin(campus)).addApproval({ role: 'safety officer' })
  return {}
}

const event = {
  name: 'Spring Open',
  type: 'Competition',
  start_time: '2026-04-01T18:00:00.000Z',
  end_time: '2026-04-01T20:00:00.000Z',
  location: 'Main hall',
  visibility: 'public',
  expectedAttendance: 40,
}

/** An event of ada's that waits for a role of the domain, of which ben is the backup. */
const waiting = async (campus: Campus): Promise<Staged> => {
  const dean = await admin(campus)
  const staged = await staffed(campus, dean)
  const { ben } = campus.people
  const id = 'safety-officer-demo'
  if (ben) await dean.updateStakeholderRole({ id, backupAssignees: [{ userId: ben.id }] })
  await dean.saveApprovalFlow({ steps: [{ role: id, always: true }] })
  const { body } = await campus.ada.agent.createEventByForm(event)
  return { ...staged, 'demo-event': body.eventId }
}

/** An event of somebody else's that ada is to take note of. */
const noted = async (campus: Campus): Promise<Staged> => {
  const dean = await admin(campus)
  const staged = await held(campus, dean)
  const steps = [{ role: 'safety-officer-demo', kind: 'acknowledger', always: true }]
  await dean.saveApprovalFlow({ steps })
  const { body } = await dean.createEventByForm(event)
  return { ...staged, 'demo-event': body.eventId }
}

const said = async (campus: Campus): Promise<Staged> => {
  const staged = await waiting(campus)
  const sent = { event_id: staged['demo-event'], comment: 'We have a fire marshal now' }
  const { body } = await campus.ada.agent.addApprovalComment(sent)
  return { ...staged, 'demo-comment': body.comment._id }
}

/** What has to have happened before a sample of stakeholders and their flow can succeed. */
export const approvalStages = {
  updateStepCriteria: stepped,
  listDomainRoles: (campus: Campus) => governed(campus),
  createStakeholderRole: (campus: Campus) => governed(campus),
  updateStakeholderRole: (campus: Campus) => staffed(campus),
  deactivateStakeholderRole: (campus: Campus) => staffed(campus),
  assignStakeholderRole: (campus: Campus) => staffed(campus),
  unassignStakeholderRole: (campus: Campus) => held(campus),
  getDomain: (campus: Campus) => governed(campus),
  updateDomain: (campus: Campus) => governed(campus),
  deleteDomain: (campus: Campus) => governed(campus),
  approveEvent: waiting,
  rejectEvent: waiting,
  requestEventChanges: waiting,
  acknowledgeEvent: noted,
  delegateApproval: waiting,
  approveDomainEvent: waiting,
  rejectDomainEvent: waiting,
  getApproval: waiting,
  addApprovalComment: waiting,
  deleteApprovalComment: said,
  listDomainApprovals: (campus: Campus) => governed(campus),
} as const
