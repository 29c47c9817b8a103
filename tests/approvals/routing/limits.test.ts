import { beforeAll, describe, expect, it } from 'vitest'
import { TooManyDomains, TooManyRoles } from '../../../functions/stakeholders/contract.ts'
import { type Domain, emptyRole, stakeholderRole } from '../../../functions/stakeholders/index.ts'
import { domain } from '../../../functions/stakeholders/repository.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import { admins } from '../../support/administrators.ts'
import { refused } from '../../support/agent.ts'
import type { Person } from '../../support/people.ts'
import { setupOf } from '../cast-of-approvals.ts'

let dean: Person
let domainId: string

beforeAll(async () => {
  const place = await admins()
  dean = place.dean
  domainId = (await dean.device.createDomain({ name: 'Halls', type: 'facility' })).body.data._id
  const { domains } = setupOf({ domains: Array.from({ length: 98 }, () => ({ rooms: [] })) })
  const roles = Array.from({ length: 195 }, (_, at) => ({
    ...emptyRole(`role ${at}`, 'notifiee'),
    version: 1,
  }))
  const rows: Write[] = [
    ...domains.map((one: Domain) => put(domain, one)),
    ...roles.map((one) => put(stakeholderRole, one)),
  ]
  for (let at = 0; at < rows.length; at += 100) await place.w.table().write(rows.slice(at, at + 100))
})

describe('what routing reads', () => {
  // rules/stakeholders 11
  it('is at most a hundred domains', async () => {
    const make = () => dean.device.createDomain({ name: 'One more', type: 'facility' })
    const replies = await Promise.all([make(), make(), make()])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await make()).toMatchObject(refused(TooManyDomains))
  })

  // rules/stakeholders 15
  it('is at most two hundred stakeholder roles, however they are made', async () => {
    const make = (stakeholderId: string) =>
      dean.device.createStakeholderRole({
        stakeholderId,
        stakeholderName: stakeholderId,
        stakeholderType: 'approver',
        domainId,
      })
    const replies = await Promise.all([
      ...['usher', 'porter'].map(make),
      dean.device.addApproval({ role: 'warden' }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await make('caterer')).toMatchObject(refused(TooManyRoles))
    expect(await dean.device.addApproval({ role: 'caterer' })).toMatchObject(refused(TooManyRoles))
    expect((await dean.device.addApproval({ role: 'facilities manager' })).status).toBe(201)
  })
})
