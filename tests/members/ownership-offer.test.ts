import { beforeAll, describe, expect, it } from 'vitest'
import {
  AlreadyOwner,
  NewOwnerNotMember,
  NoOwnershipOffer,
} from '../../functions/members/contract/failures.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { orgRoles } from '../../lib/identity/org/organizations.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { refused } from '../support/agent.ts'
import { listed } from '../support/inboxes.ts'
import type { Person } from '../support/people.ts'
import { society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

type Club = Awaited<ReturnType<typeof society>>

let w: World
let stream: Awaited<ReturnType<typeof attendanceStream>>

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  stream = await attendanceStream(w)
})

const ownerOf = async ({ orgId }: Club) => (await w.table().get(orgRoles, { orgId }, { strong: true }))?.owner

const idOf = ({ user }: Person): string => user._id
const offer = ({ orgId, owner }: Club, to: Person) =>
  owner.device.offerOrgOwnership({ orgId, newOwnerUserId: idOf(to) })
const answer = ({ orgId }: Club, person: Person, accept: boolean) =>
  person.device.answerOrgOwnershipOffer({ orgId, accept })

const inbox = async (person: Person) => {
  await stream.drain()
  return (await listed(person)).data
}

describe('an offer of the ownership', () => {
  // rules/members 50
  it('changes nothing until the member accepts, and then makes them the owner', async () => {
    const club = await society(w, 'accept')
    const { owner, officer } = club
    const made = await offer(club, officer)
    const expiresAt = new Date(w.clock.now().getTime() + 14 * 24 * 3600 * 1000).toISOString()
    expect(made.body.offer).toEqual({ userId: idOf(officer), expiresAt })
    expect(await ownerOf(club)).toBe(idOf(owner))
    expect((await answer(club, officer, true)).body).toMatchObject({ isOwner: true })
    expect(await ownerOf(club)).toBe(idOf(officer))
    expect(await answer(club, officer, true)).toMatchObject(refused(NoOwnershipOffer))
  })

  // rules/members 55
  it('of the same person again changes nothing and notifies nobody twice, also at the same moment', async () => {
    const club = await society(w, 'twice')
    const { officer } = club
    const first = await Promise.all([offer(club, officer), offer(club, officer)])
    w.clock.advance(60)
    const again = await offer(club, officer)
    expect([...first, again].map(({ status }) => status)).toEqual([200, 200, 200])
    expect(again.body.offer).toEqual(first[0].body.offer)
    expect(first[1].body.offer).toEqual(first[0].body.offer)
    const offered = (await inbox(officer)).filter(({ title }: { title: string }) => /offered/.test(title))
    expect(offered).toHaveLength(1)
  })

  // rules/members 52
  it('is shown to the owner and the offered member only', async () => {
    const club = await society(w, 'shown')
    const { owner, admin, officer, orgId } = club
    const { expiresAt } = (await offer(club, officer)).body.offer
    const shownTo = async ({ device }: Person) =>
      (await device.getMyPermissions({ orgId })).body.ownershipOffer
    expect(await shownTo(officer)).toEqual({ userId: idOf(officer), expiresAt })
    expect(await shownTo(owner)).toEqual({ userId: idOf(officer), expiresAt })
    expect(await shownTo(admin)).toBeUndefined()
    await answer(club, officer, false)
    expect(await shownTo(owner)).toBeUndefined()
  })

  // rules/members 50
  it('can be answered from the notification, and the owner is notified of a refusal', async () => {
    const club = await society(w, 'inbox')
    const { owner, officer, orgId, name } = club
    await offer(club, officer)
    const [found] = await inbox(officer)
    expect(found.title).toBe(`You are offered the ownership of ${name}`)
    const act = { id: found._id, actionId: 'decline' }
    expect((await officer.device.performNotificationAction(act)).status).toBe(200)
    expect(await ownerOf(club)).toBe(idOf(owner))
    expect((await inbox(owner))[0].message).toContain(`declined the ownership of ${name}`)
    await offer(club, officer)
    const again = (await inbox(officer)).find(
      ({ _id, title }: { _id: string; title: string }) => _id !== found._id && title === found.title,
    )
    const accepting = { id: again._id, actionId: 'accept' }
    expect((await officer.device.performNotificationAction(accepting)).status).toBe(200)
    expect(await ownerOf({ ...club, orgId })).toBe(idOf(officer))
  })

  // rules/members 51
  it('is made to an active member who is not the owner, and answered by nobody else', async () => {
    const club = await society(w, 'whom')
    const { owner, officer, member, outsider } = club
    expect(await offer(club, outsider)).toMatchObject(refused(NewOwnerNotMember))
    expect(await offer(club, owner)).toMatchObject(refused(AlreadyOwner))
    expect(await answer(club, officer, true)).toMatchObject(refused(NoOwnershipOffer))
    await offer(club, officer)
    for (const person of [member, outsider, owner])
      expect(await answer(club, person, true)).toMatchObject(refused(NoOwnershipOffer))
    await offer(club, member)
    expect(await answer(club, officer, true)).toMatchObject(refused(NoOwnershipOffer))
    const none = await officer.device.answerOrgOwnershipOffer({ orgId: 'none', accept: true })
    expect(none).toMatchObject(refused(OrganizationNotFound))
    await member.device.leaveOrganization({ orgId: club.orgId })
    expect(await answer(club, member, true)).toMatchObject(refused(NewOwnerNotMember))
    expect(await ownerOf(club)).toBe(idOf(owner))
  })

  // rules/members 51
  it('ends when it is withdrawn, when the ownership passes otherwise, and after 14 days', async () => {
    const club = await society(w, 'ends')
    const { orgId, owner, officer, member } = club
    await offer(club, officer)
    expect((await owner.device.withdrawOrgOwnershipOffer({ orgId })).status).toBe(200)
    expect(await owner.device.withdrawOrgOwnershipOffer({ orgId })).toMatchObject(refused(NoOwnershipOffer))
    expect(await answer(club, officer, true)).toMatchObject(refused(NoOwnershipOffer))
    await offer(club, officer)
    await owner.device.transferOrgOwnership({ orgId, newOwnerUserId: idOf(member) })
    expect(await answer(club, officer, true)).toMatchObject(refused(NoOwnershipOffer))
    await offer({ ...club, owner: member }, officer)
    w.clock.advance(14 * 24 * 3600)
    await officer.device.refreshToken()
    expect(await answer(club, officer, true)).toMatchObject(refused(NoOwnershipOffer))
    expect(await ownerOf(club)).toBe(idOf(member))
  })

  // rules/members 51
  it('is accepted or withdrawn at the same moment, never both', async () => {
    const club = await society(w, 'race')
    const { orgId, owner, officer } = club
    for (let round = 0; round < 3; round += 1) {
      await offer(club, officer)
      const [taken, withdrawn] = await Promise.all([
        answer(club, officer, true),
        owner.device.withdrawOrgOwnershipOffer({ orgId }),
      ])
      const lost = [ConcurrentChange.status, NoOwnershipOffer.status, 403]
      expect([taken.status, withdrawn.status].filter((status) => status === 200)).toHaveLength(1)
      expect(lost).toContain(taken.status === 200 ? withdrawn.status : taken.status)
      if (taken.status === 200)
        await officer.device.transferOrgOwnership({ orgId, newOwnerUserId: idOf(owner) })
    }
  })
})
