import { beforeAll, describe, expect, it } from 'vitest'
import { asAdmin, listed } from '../support/inboxes.ts'
import type { Person } from '../support/people.ts'
import { society } from '../support/societies.ts'
import { streamOf } from '../support/streamed.ts'
import { type World, world } from '../support/world.ts'

let w: World
let club: Awaited<ReturnType<typeof society>>

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  club = await society(w, 'news')
})

const told = async (person: Person): Promise<readonly string[]> => {
  await streamOf(w).drain()
  return (await listed(person)).data.map(({ message }: { message: string }) => message)
}

const idOf = ({ user }: Person): string => user._id

describe('a member whose membership others change', () => {
  // rules/members 42
  it('is notified of their roles, and not when nothing changed', async () => {
    const { orgId, name, owner, member } = club
    const give = (roles: string[]) => owner.device.assignOrgRole({ orgId, userId: idOf(member), roles })
    await give(['officer', 'member'])
    await give(['member', 'officer'])
    await give(['member'])
    expect([...(await told(member))].sort()).toEqual([
      `Your roles in ${name} are now: Member.`,
      `Your roles in ${name} are now: Officer, Member.`,
    ])
    expect(await told(owner)).toEqual([])
  })

  // rules/members 42
  it('is notified of the end, with the reason', async () => {
    const { orgId, name, admin, member } = club
    const reply = await admin.device.removeOrgMember({ orgId, userId: idOf(member), reason: 'Moved away' })
    expect(reply.status).toBe(200)
    expect(await told(member)).toContain(`You are no longer a member of ${name}. Reason: Moved away.`)
  })

  // rules/members 42
  it('is notified of ownership, and so is the former owner when others transferred it', async () => {
    const { orgId, name, owner, admin, officer } = club
    await owner.device.transferOrgOwnership({ orgId, newOwnerUserId: idOf(admin) })
    expect(await told(admin)).toContain(`You are now the owner of ${name}.`)
    expect(await told(owner)).toEqual([])
    const dean = await asAdmin(w)
    const reply = await dean.device.transferOrgOwnership({ orgId, newOwnerUserId: idOf(officer) })
    expect(reply.status).toBe(200)
    expect(await told(admin)).toContain(`${officer.user.name} is now the owner of ${name}.`)
    expect(await told(officer)).toContain(`You are now the owner of ${name}.`)
  })
})
