import { beforeAll, describe, expect, it } from 'vitest'
import { HostInactive } from '../../../functions/planning/contract/failures.ts'
import { OrgInactive } from '../../../lib/contract/org-rules.ts'
import { organization } from '../../../lib/identity/org/records.ts'
import { refused } from '../../support/agent.ts'
import { type Society, society } from '../../support/societies.ts'
import { clubEvent, type PlannedCampus, plannedCampus, usual } from '../people.ts'

let p: PlannedCampus
let rowing: Society

beforeAll(async () => {
  p = await plannedCampus()
  rowing = await society(p.w, 'rowing')
})

const invite = (id: string) =>
  p.c.owner.device.inviteCollaborators({ id, collaboratorOrgIds: [rowing.orgId] })

describe('an invitation to help', () => {
  it('is asked of nobody by an organization that is inactive', async () => {
    const eventId = await clubEvent(p.c)
    const { orgId } = p.c
    const inactive = { set: { lifecycleStatus: 'inactive' } }
    expect((await p.w.table().update(organization, { orgId }, inactive, { exists: true })).ok).toBe(true)
    expect(await invite(eventId)).toMatchObject(refused(OrgInactive))
    const active = { set: { lifecycleStatus: 'active' } }
    await p.w.table().update(organization, { orgId }, active, { exists: true })
    expect((await invite(eventId)).status).toBe(201)
  })

  it('comes with no new event of an organization that is inactive, though it may make some', async () => {
    const { orgId } = p.c
    const events = { inactiveOrgBlocksEventCreation: false }
    expect((await p.dean.device.updateManagementConfig({ atlasPolicy: { events } })).status).toBe(200)
    const inactive = { set: { lifecycleStatus: 'inactive' } }
    await p.w.table().update(organization, { orgId }, inactive, { exists: true })
    const make = (more: object) =>
      p.c.owner.device.createEventByForm({ ...usual, hostingType: 'Org', hostingId: orgId, ...more })
    expect(await make({ collaboratorOrgIds: [rowing.orgId] })).toMatchObject(refused(HostInactive))
    expect((await make({})).status).toBe(201)
    const active = { set: { lifecycleStatus: 'active' } }
    await p.w.table().update(organization, { orgId }, active, { exists: true })
    expect((await make({ collaboratorOrgIds: [rowing.orgId] })).status).toBe(201)
  })
})
