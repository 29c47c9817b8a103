import { beforeAll, describe, expect, it } from 'vitest'
import { schoolAdmin } from '../../support/administrators.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded, joined } from '../../support/societies.ts'
import { type World, world } from '../../support/world.ts'
import { type Browser, signedIn } from '../browser.ts'

let w: World
let ada: Person
let ben: Person
let eva: Person
let orgId: string
let desk: string
let owner: Browser
let member: Browser

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  ben = await registered(w, 'ben', { username: 'ben', name: 'Ben Miller' })
  eva = await registered(w, 'eva', { username: 'eva', name: 'Eva Stone' })
  const club = await founded(ada)
  orgId = club.orgId
  desk = `/club-dashboard/${orgId}`
  await joined(club, ben)
  owner = await signedIn(w, ada.email, password)
  member = await signedIn(w, ben.email, password)
})

const rolesOf = async (person: Person): Promise<readonly string[]> => {
  const { body } = await ada.device.listOrgMembers({ orgId })
  return body.members.find((one: { user_id: { _id: string } }) => one.user_id._id === person.user._id)?.roles
}
const at = (person: Person, more = ''): string => `${desk}?part=members&person=${person.user._id}${more}`

describe('inviting many people', () => {
  it('shows what will happen to each line before it sends anything', async () => {
    await owner.open(`${desk}?part=invites`)
    const emails = `new@students.example.edu\n${ben.email}\nno address`
    const asked = await owner.send(desk, { do: 'batch-check', emails, inviteRole: 'officer' })
    expect(asked.headers['cache-control']).toBe('private, no-cache')
    expect(asked.text).toMatch(/Invite 1 person with the role Officer ?\?/)
    expect(asked.text).toMatch(/Will be invited 1 new@students.example.edu/)
    expect(asked.text).toMatch(
      new RegExp(`Already members 1 ${ben.email} Not a valid email address 1 no address`),
    )
    expect((await ada.device.listInvites({ orgId })).body.data).toEqual([])
    const sent = await owner.send(desk, { do: 'batch-send' })
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('on their way')])
    const shown = await owner.open(`${desk}?part=invites`)
    expect(shown.text).toMatch(/new@students.example.edu Officer Pending/)
    await owner.send(desk, { do: 'batch-revoke' })
    expect((await ada.device.listInvites({ orgId })).body.data[0].status).toBe('revoked')
  })

  it('keeps the addresses that were refused, and says why', async () => {
    await owner.open(`${desk}?part=invites`)
    const many = Array.from({ length: 31 }, (_, index) => `p${index}@example.edu`).join('\n')
    const wrong = await owner.send(desk, { do: 'batch-check', emails: many })
    expect([wrong.status, wrong.html.includes('p30@example.edu')]).toEqual([400, true])
    const mixed = `other@example.edu\n${ben.email}`
    const some = await owner.post(desk, { do: 'batch-send', emails: mixed, inviteRole: 'member' })
    expect([some.status, some.text]).toEqual([409, expect.stringContaining('1 invitation was sent, 1 not.')])
    expect(some.html).toContain(ben.email)
  })

  it('invites nobody who has applied, and leads to their application', async () => {
    const { orgId: other } = await founded(ada)
    await ada.device.editOrganization({ orgId: other, requireApprovalForJoin: true })
    const noor = await registered(w, 'noor', { username: 'noor', name: 'Noor Lo' })
    expect((await noor.device.applyToOrganization({ orgId: other })).status).toBeLessThan(300)
    const path = `/club-dashboard/${other}`
    await owner.open(`${path}?part=invites`)
    const emails = `new@students.example.edu\n${noor.email}`
    const asked = await owner.send(path, { do: 'batch-check', emails })
    expect(asked.text).toContain(`Will be invited 1 new@students.example.edu Have applied 1 ${noor.email}`)
    expect(asked.html).toContain('name="emails" value="new@students.example.edu"')
    expect((await owner.follow('Accept their applications instead')).text).toContain('Noor Lo')
  })

  it('is for people who manage members', async () => {
    const shown = await member.open(`${desk}?part=invites`)
    expect(shown.links.map(({ text }) => text)).not.toContain('Invitations')
    expect(shown.text).not.toContain('Check addresses')
    const sent = await member.post(desk, { do: 'batch-send', emails: 'x@example.edu' })
    expect(sent.status).toBe(403)
  })
})

describe('the page of one member', () => {
  it('gives several roles with a last day, and shows the history', async () => {
    await owner.open(`${desk}?part=members`)
    const shown = await owner.follow('Ben Miller')
    expect(shown.text).toMatch(/History of the membership Joined/)
    const wrong = await owner.send(desk, { do: 'member-roles', 'role-officer': 'yes', ends: '2001-01-01' })
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('id="ends-wrong"')])
    expect(wrong.html).toContain('value="2001-01-01"')
    const day = new Date(w.clock.now().getTime() + 90 * 24 * 3_600_000).toISOString().slice(0, 10)
    const saved = await owner.send(desk, { do: 'member-roles', 'role-officer': 'yes', ends: day })
    expect(saved.text).toContain('roles end on')
    expect(saved.html).toContain(`value="${day}"`)
    expect(await rolesOf(ben)).toEqual(['officer', 'member'])
    expect(saved.text).toContain('Roles changed: Officer')
    await owner.send(desk, { do: 'member-roles', 'role-officer': '', ends: '' })
  })

  it('removes a member after a question that names the person and what they lose', async () => {
    await ada.device.assignOrgRole({ orgId, userId: eva.user._id, role: 'member' })
    const asked = await owner.open(at(eva, '&confirm=remove'))
    expect(asked.text).toMatch(/Remove Eva Stone ?\? Eva Stone loses every role/)
    const gone = await owner.send(desk, { do: 'member-remove', reason: 'Moved away' })
    expect(gone.text).toContain('Removed.')
    expect(await rolesOf(eva)).toBeUndefined()
  })

  it('is for people who manage members', async () => {
    const shown = await member.open(at(ada, '&confirm=remove'))
    expect(shown.text).not.toContain('History of the membership')
    const sent = await member.post(desk, { do: 'member-remove', person: ada.user._id })
    expect(sent.status).toBe(403)
  })
})

describe('roles of a club', () => {
  it('are listed with their members, and change places', async () => {
    await ada.device.assignOrgRole({ orgId, userId: ben.user._id, role: 'officer' })
    const shown = await owner.open(`${desk}?part=roles&id=officer`)
    expect(shown.text).toMatch(/Members with this role Ben Miller|Members with this role . Ben Miller/)
    const names = async () =>
      (await ada.device.listRoles({ orgId })).body.roles.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['owner', 'admin', 'officer', 'member'])
    await owner.open(`${desk}?part=roles`)
    await owner.send(desk, { do: 'order-up', role: 'officer' })
    expect(await names()).toEqual(['owner', 'officer', 'admin', 'member'])
    await owner.send(desk, { do: 'order-down', role: 'officer' })
    expect(await names()).toEqual(['owner', 'admin', 'officer', 'member'])
    // Nobody moves a role above the owner.
    const { version } = (await ada.device.listRoles({ orgId })).body
    const refused = await owner.post(desk, { do: 'order-up', role: 'owner', version: String(version) })
    expect([refused.status, await names()]).toEqual([200, ['owner', 'admin', 'officer', 'member']])
  })

  it('have names of their own, which the form says at its field', async () => {
    await owner.open(`${desk}?part=roles`)
    const taken = await owner.send(desk, { do: 'save-role', displayName: 'Officer' })
    expect([taken.status, taken.html]).toEqual([
      409,
      expect.stringContaining('id="displayName-wrong">A role with this name already exists.'),
    ])
    expect(taken.html).not.toContain('class="tell bad"')
  })

  it('are deleted when nobody holds them', async () => {
    await ada.device.createRole({ orgId, name: 'helper', displayName: 'Helper', permissions: [] })
    await ada.device.assignOrgRole({ orgId, userId: ben.user._id, role: 'helper' })
    await owner.open(`${desk}?part=roles`)
    const held = await owner.send(desk, { do: 'delete-role', role: 'helper' })
    expect(held.text).toContain('1 member has this role. Remove it from them first.')
    expect((await owner.follow('Members with this role')).text).toContain('Ben Miller')
    await ada.device.assignOrgRole({ orgId, userId: ben.user._id, role: 'member' })
    await owner.open(`${desk}?part=roles`)
    const deleted = await owner.send(desk, { do: 'delete-role', role: 'helper', named: 'Helper' })
    expect(deleted.text).toMatch(/The role Helper is deleted\./)
    expect(deleted.html).not.toContain('id=helper')
  })
})

describe('the order of roles', () => {
  // rules/members 54
  it('is not changed from an outdated page', async () => {
    await owner.open(`${desk}?part=roles`)
    const { roles, version } = (await ada.device.listRoles({ orgId })).body
    const positions = roles.map(({ _id }: { _id: string }) => ({ _id }))
    expect((await ada.device.replaceRoles({ orgId, positions, version })).status).toBe(200)
    const refused = await owner.send(desk, { do: 'order-up', role: 'officer' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('This was changed by someone else at the same moment')
    expect(refused.text).toContain('Create role')
    expect((await owner.post(desk, { do: 'order-up', role: 'officer' })).status).toBe(409)
    const late = await ada.device.replaceRoles({ orgId, positions: positions.toReversed(), version })
    expect([late.status, late.body.code]).toEqual([409, 'CONCURRENT_CHANGE'])
    const after = (await ada.device.listRoles({ orgId })).body.roles
    expect(after.map(({ _id }: { _id: string }) => ({ _id }))).toEqual(positions)
  })
})

describe('the ownership', () => {
  const ownerId = async () => (await ada.device.getOrganization({ id: orgId })).body.org[0].owner

  it('is offered, withdrawn, offered again and accepted', async () => {
    const asked = await owner.open(at(ben, '&confirm=offer'))
    expect(asked.text).toMatch(/Offer the ownership to Ben Miller ?\?/)
    const offered = await owner.send(desk, { do: 'member-offer' })
    expect(offered.text).toMatch(/The ownership is offered to Ben Miller ?,/)
    const withdrawn = await owner.send(desk, { do: 'alert-withdraw' })
    expect(withdrawn.text).not.toContain('The ownership is offered')
    await owner.open(at(ben, '&confirm=offer'))
    await owner.send(desk, { do: 'member-offer' })
    // rules/members 52
    const other = await registered(w, 'kim', { username: 'kim', name: 'Kim' })
    await other.device.applyToOrganization({ orgId })
    const bystander = await signedIn(w, other.email, password)
    expect((await bystander.open(desk)).text).not.toContain('ownership')
    const shown = await member.open(desk)
    expect(shown.text).toMatch(/You are offered the ownership of/)
    const accepted = await member.send(desk, { do: 'alert-accept' })
    expect(accepted.text).toContain('You are the owner now.')
    expect(await ownerId()).toBe(ben.user._id)
  })

  it('is transferred at once after a question, by the owner only', async () => {
    const sent = await owner.post(desk, { do: 'member-transfer', person: ada.user._id })
    expect([sent.status, await ownerId()]).toEqual([403, ben.user._id])
    await member.open(at(ada, '&confirm=transfer'))
    await member.send(desk, { do: 'member-transfer' })
    expect(await ownerId()).toBe(ada.user._id)
  })
})

describe('a membership that others created', () => {
  // rules/members 52
  it('is shown to the person, who refuses it there', async () => {
    const lee = await registered(w, 'lee', { username: 'lee', name: 'Lee' })
    await ada.device.assignOrgRole({ orgId, userId: lee.user._id, role: 'member' })
    const added = await signedIn(w, lee.email, password)
    const shown = await added.open(desk)
    expect(shown.text).toMatch(/Somebody else made you a member of/)
    const gone = await added.send(desk, { do: 'alert-refuse' })
    expect(gone.address).toContain('/clubs?mine=yes')
    expect(await rolesOf(lee)).toBeUndefined()
    // People who joined by themselves are not asked.
    expect((await member.open(desk)).text).not.toContain('Somebody else made you')
  })
})

describe('a club that the school refused', () => {
  it('shows the reason, and is submitted again by its owner', async () => {
    const dean = await schoolAdmin(w)
    await dean.device.updateManagementConfig({ 'orgApproval.mode': 'manual' })
    const { orgId: id } = await founded(ada)
    const place = `/club-dashboard/${id}`
    expect((await owner.open(place)).text).toContain('The school has not approved this club yet')
    await dean.device.refuseManagedOrganization({ orgId: id, reason: 'Too like the Chess Club' })
    const shown = await owner.open(place)
    expect(shown.text).toMatch(/The school refused this club\. Reason: Too like the Chess Club/)
    const again = await owner.send(place, { do: 'alert-resubmit' })
    expect(again.text).toContain('Submitted again.')
    expect(again.text).toContain('The school has not approved this club yet')
    const twice = await owner.post(place, { do: 'alert-resubmit' })
    expect([twice.status, twice.html.includes('class="tell bad" role="alert"')]).toEqual([400, true])
    await dean.device.updateManagementConfig({ 'orgApproval.mode': 'none' })
  })
})
