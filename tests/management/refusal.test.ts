import { beforeAll, describe, expect, it } from 'vitest'
import { NotPending, NotRefused } from '../../functions/management/failures.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { OrgInactive } from '../../lib/contract/org-rules.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { listed } from '../support/inboxes.ts'
import { type Person, registered } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person
let founder: Person
let student: Person
let stream: Awaited<ReturnType<typeof attendanceStream>>

const reason = 'Same as another club'
const allowedActions = ['view_page', 'edit_profile', 'manage_members', 'create_events', 'post_messages']

beforeAll(async () => {
  ;({ w, dean } = await admins())
  founder = await registered(w, 'founder', { username: 'founder' })
  student = await registered(w, 'student', { username: 'student' })
  const orgApproval = { mode: 'manual', pendingOrgLimits: { allowedActions } }
  expect((await dean.device.updateManagementConfig({ orgApproval })).status).toBe(200)
  stream = await attendanceStream(w)
})

const idsIn = async (status: string): Promise<readonly string[]> => {
  const { body } = await dean.device.listManagedOrganizations({ status, limit: '100' })
  return body.data.map(({ _id }: { _id: string }) => _id)
}

const refusedClub = async () => {
  const club = await founded(founder)
  const reply = await dean.device.refuseManagedOrganization({ orgId: club.orgId, reason })
  expect(reply.status).toBe(200)
  expect(reply.body.data).toMatchObject({ approvalStatus: 'rejected', refusalReason: reason })
  return club
}

const messagesOf = async (person: Person): Promise<string> => {
  await stream.drain()
  return (await listed(person)).data.map(({ message }: { message: string }) => message).join('\n')
}

describe('a new organization that the school refuses', () => {
  // rules/management 32
  it('leaves the list of pending ones, and starts nothing, whatever pending ones may do', async () => {
    const { orgId, name } = await refusedClub()
    await stream.drain()
    expect(await idsIn('pending')).not.toContain(orgId)
    expect(await idsIn('rejected')).toContain(orgId)
    const found = await dean.device.listManagedOrganizations({ search: name, status: 'rejected' })
    expect(found.body.data).toHaveLength(1)
    expect((await student.device.listOrganizations({ search: name })).body.orgs).toEqual([])
    const { device } = founder
    const event = { orgId, name: 'Party', type: 'meeting', location: 'Hall', visibility: 'public' }
    const times = { start_time: '2026-04-01T18:00:00.000Z', end_time: '2026-04-01T20:00:00.000Z' }
    expect((await device.createEventByForm({ ...event, ...times, expectedAttendance: 4 })).status).toBe(403)
    expect(await student.device.applyToOrganization({ orgId })).toMatchObject(refused(OrgInactive))
    expect(await student.device.followOrganization({ orgId })).toMatchObject(refused(OrgInactive))
    expect(await device.postMessage({ orgId, content: 'Hello' })).toMatchObject(refused(OrgInactive))
    const added = { orgId, userId: student.user._id }
    expect(await dean.device.addManagedMember(added)).toMatchObject(refused(OrgInactive))
  })

  // rules/management 33
  it('tells its owner the reason, by notification and on its page, and nobody else', async () => {
    const { name } = await refusedClub()
    expect(await messagesOf(founder)).toContain(`The school did not approve ${name}. Reason: ${reason}.`)
    const page = await founder.device.getOrganizationByName({ name })
    expect(page.body.overview.refusal).toMatchObject({ reason })
    const other = await student.device.getOrganizationByName({ name })
    expect(JSON.stringify(other.body)).not.toContain(reason)
  })

  // rules/management 34
  it('can be changed and submitted again, and approved then', async () => {
    const { orgId } = await refusedClub()
    expect((await founder.device.editOrganization({ orgId, org_description: 'Another one' })).status).toBe(
      200,
    )
    expect(await student.device.resubmitOrganization({ orgId })).toMatchObject({ status: 403 })
    const again = await founder.device.resubmitOrganization({ orgId })
    expect(again.body.data).toEqual({ _id: orgId, approvalStatus: 'pending' })
    expect(await founder.device.resubmitOrganization({ orgId })).toMatchObject(refused(NotRefused))
    await stream.drain()
    expect(await idsIn('pending')).toContain(orgId)
    expect((await student.device.applyToOrganization({ orgId })).status).toBe(201)
    expect((await dean.device.approveManagedOrganization({ orgId })).status).toBe(200)
  })

  // rules/management 34
  it('can be approved after all, and is free to start anything then', async () => {
    const { orgId } = await refusedClub()
    expect((await dean.device.approveManagedOrganization({ orgId })).status).toBe(200)
    expect((await student.device.applyToOrganization({ orgId })).status).toBe(201)
  })

  // rules/management 32
  it('is refused or approved, never both, and only while it is pending', async () => {
    const { orgId } = await founded(founder)
    const [yes, no] = await Promise.all([
      dean.device.approveManagedOrganization({ orgId }),
      dean.device.refuseManagedOrganization({ orgId, reason }),
    ])
    const { body } = await dean.device.getManagedOrganization({ orgId })
    // An approval may follow a refusal; a refusal never follows an approval.
    expect(body.data.approvalStatus).toBe(yes.status === 200 ? 'approved' : 'rejected')
    expect([200, NotPending.status, ConcurrentChange.status]).toContain(no.status)
    const late = await dean.device.refuseManagedOrganization({ orgId, reason })
    expect(late).toMatchObject(refused(NotPending))
    const none = await dean.device.refuseManagedOrganization({ orgId: 'none', reason })
    expect(none).toMatchObject(refused(OrganizationNotFound))
    expect((await dean.device.refuseManagedOrganization({ orgId, reason: ' ' })).status).toBe(400)
  })
})
