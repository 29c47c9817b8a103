import { beforeAll, describe, expect, it } from 'vitest'
import { attendanceStream } from '../../attendance/stream.ts'
import { admins, withRoles } from '../../support/administrators.ts'
import { type Person, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded, joined } from '../../support/societies.ts'
import type { World } from '../../support/world.ts'
import { type Browser, browser } from '../browser.ts'

let w: World
let dean: Person
let ada: Person
let ben: Person
let eva: Person
let page: Browser
let chess: string
let drain: () => Promise<unknown>

const at = (id: string, more = ''): string => `/admin?part=orgs&id=${id}${more}`
const names = (): (string | undefined)[] =>
  [...page.page().html.matchAll(/<th scope="row"><a [^>]*><bdi>([^<]*)/g)].map(([, name]) => name)
const club = async (orgId: string) => (await dean.device.getManagedOrganization({ orgId })).body.data
const pending = async (name: string): Promise<string> => {
  await dean.device.updateManagementConfig({ 'orgApproval.mode': 'manual' })
  const { orgId } = await founded(ada, { org_name: name })
  await dean.device.updateManagementConfig({ 'orgApproval.mode': 'none' })
  return orgId
}

beforeAll(async () => {
  const found = await admins()
  w = found.w
  const stream = await attendanceStream(w)
  drain = () => stream.drain()
  dean = found.dean
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  ben = await registered(w, 'ben', { username: 'ben', name: 'Ben Miller' })
  eva = await registered(w, 'eva', { username: 'eva', name: 'Eva Stone' })
  const made = await founded(ada, { org_name: 'Chess Club' })
  chess = made.orgId
  await joined(made, ben)
  await founded(ada, { org_name: 'Art Circle' })
  page = browser(w, { jar: dean.device.jar })
  await drain()
})

describe('the page of all clubs', () => {
  it('lists the members of a club by role and name, and sorts and searches them by the address', async () => {
    const members = () =>
      [...page.page().html.matchAll(/<th scope="row"><bdi>([^<]*)/g)].map(([, name]) => name)
    const found = async (more = '') => {
      await page.open(at(chess, more))
      return members()
    }
    expect(await found()).toEqual(['Ada', 'Ben Miller'])
    expect(await found('&sort=-name')).toEqual(['Ben Miller', 'Ada'])
    expect(await found('&search=mill')).toEqual(['Ben Miller'])
    expect(await found('&search=nobody')).toEqual([])
    expect(page.page().text).toContain('No matches')
    // A question about a person is asked where the search found the person.
    const { links } = await page.open(at(chess, '&search=mill'))
    const remove = links.find(({ text }) => text === 'Remove member')?.href ?? ''
    expect(remove).toContain('search=mill')
    expect((await page.open(remove)).text).toMatch(/Remove Ben Miller from Chess Club ?\?/)
  })

  it('says that one of several approvals of a request is recorded, and lists it until the last', async () => {
    const one = { requireMultipleApprovers: false, minApprovers: 1 }
    const reviewWorkflow = { requireMultipleApprovers: true, minApprovers: 2 }
    await dean.device.updateManagementConfig({ reviewWorkflow })
    await ada.device.submitVerificationRequest({ orgId: chess, requestType: 'verification' })
    await drain()
    await page.open('/admin?part=clubs')
    const first = await page.send('/admin', { do: 'verify' })
    expect(first.text).toMatch(/Your approval of Chess Club ?'s request is recorded\./)
    expect(first.text).toContain('1 approval so far')
    const second = browser(w, {
      jar: (await withRoles(w, await registered(w, 'dora', { username: 'dora' }), ['user', 'admin'])).device
        .jar,
    })
    await second.open('/admin?part=clubs')
    const last = await second.send('/admin', { do: 'verify' })
    expect(last.text).toMatch(/Chess Club ?'s request is approved\./)
    expect(last.text).toContain('No verification requests')
    await dean.device.updateManagementConfig({ reviewWorkflow: one })
  })

  it('sorts, filters and searches by the address', async () => {
    const sorted = await page.open('/admin?part=orgs&sort=name')
    expect(sorted.html).not.toContain('org-approve-picked')
    expect(names()).toEqual(['Art Circle', 'Chess Club'])
    await page.open('/admin?part=orgs&sort=-name')
    expect(names()).toEqual(['Chess Club', 'Art Circle'])
    await page.open('/admin?part=orgs&search=chess')
    expect(names()).toEqual(['Chess Club'])
    const none = await page.open('/admin?part=orgs&filter=inactive')
    expect(none.text).toContain('No clubs found')
  })

  it('closes a club after naming it and the consequence, and reopens it', async () => {
    await page.open(at(chess, '&confirm=sunset'))
    await page.send('/admin', { do: 'org-sunset' })
    const asked = await page.open(at(chess, '&confirm=close'))
    expect(asked.text).toMatch(/Close Chess Club ?\? Its upcoming events are cancelled/)
    expect((await club(chess)).lifecycleStatus).toBe('sunset')
    expect(asked.text).toContain('Reason for the members')
    const closed = await page.send('/admin', { do: 'org-close', reason: 'No officers' })
    expect([closed.text.includes('You can reopen it'), (await club(chess)).lifecycleStatus]).toEqual([
      true,
      'inactive',
    ])
    await drain()
    await page.open('/admin?part=orgs&filter=inactive')
    expect(names()).toEqual(['Chess Club'])
    await page.open(at(chess, '&confirm=reopen'))
    await page.send('/admin', { do: 'org-reopen' })
    expect((await club(chess)).lifecycleStatus).toBe('active')
  })

  it('refuses a pending club with a reason only, and approves several at once', async () => {
    const id = await pending('Night Owls')
    await page.open(at(id, '&confirm=refuse'))
    const without = await page.send('/admin', { do: 'org-refuse', reason: '' })
    expect([without.status, without.text.includes('Refuse Night Owls')]).toEqual([400, true])
    await page.send('/admin', { do: 'org-refuse', reason: 'Too late' })
    expect((await club(id)).approvalStatus).toBe('rejected')
    const more = [await pending('Hikers'), await pending('Bakers')]
    await drain()
    // Only clubs that can be approved have a check box.
    const listed = await page.open('/admin?part=orgs')
    expect(listed.html).not.toContain(`name="pick-${chess}"`)
    // The tab of requests and its section say how many wait.
    expect(listed.text).toContain('Requests (2)')
    expect(listed.html).toContain('aria-label="2 open">2</span>')
    expect(more.every((one) => listed.html.includes(`name="pick-${one}"`))).toBe(true)
    await page.open('/admin?part=orgs&filter=pending')
    const picked = Object.fromEntries(more.map((one) => [`pick-${one}`, 'yes']))
    await page.send('/admin', { do: 'org-approve-picked', ...picked })
    expect(await Promise.all(more.map(async (one) => (await club(one)).approvalStatus))).toEqual([
      'approved',
      'approved',
    ])
  })

  // rules/notifications 30
  it('takes requests of several clubs as read up to the first that is refused', async () => {
    const [first = '', second = ''] = [await pending('Rowers'), await pending('Divers')]
    await drain()
    await dean.device.readAllNotifications()
    for (const orgId of [first, second])
      await dean.device.createNotification({
        recipient: dean.user._id,
        title: 'Decide',
        message: 'A new club waits.',
        template: { name: 'org_pending_approval', variables: {} },
        metadata: { orgId },
      })
    await page.open('/admin?part=orgs&filter=pending')
    await dean.device.approveManagedOrganization({ orgId: second })
    const picked = { [`pick-${first}`]: 'yes', [`pick-${second}`]: 'yes' }
    expect((await page.send('/admin', { do: 'org-approve-picked', ...picked })).status).toBe(400)
    expect((await club(first)).approvalStatus).toBe('approved')
    const unread = (await dean.device.listNotifications({ status: 'unread' })).body.data
    expect(unread.map(({ metadata }: { metadata: { orgId: string } }) => metadata.orgId)).toEqual([second])
  })

  it('adds a person with the role of the fewest rights, changes the role, and names who is removed', async () => {
    await page.open(at(chess, '&find=stone'))
    await page.send('/admin', { do: 'org-add', person: eva.user._id })
    const shown = await page.open(at(chess))
    expect(shown.text).toMatch(/Eva Stone @ eva Member/)
    const roles = shown.forms.find(({ fields }) => fields.person === eva.user._id)?.html ?? ''
    expect(/<option value="([^"]*)"/.exec(roles)?.[1]).toBe('member')
    await page.send('/admin', { do: 'org-role', person: eva.user._id, role: 'officer' })
    expect((await page.open(at(chess))).text).toMatch(/Eva Stone @ eva Officer/)
    const spanish = await page.open(at(chess), { 'accept-language': 'es' })
    expect(spanish.html).toContain('<span class="tag"><bdi>Propietario')
    const asked = await page.open(at(chess, `&person=${eva.user._id}&confirm=remove`))
    expect(asked.text).toMatch(/Remove Eva Stone from Chess Club ?\?/)
    await page.send('/admin', { do: 'org-remove' })
    expect((await page.open(at(chess))).text).not.toContain('Eva Stone')
  })

  it('transfers the ownership, and edits the club with notes of administrators', async () => {
    const asked = await page.open(at(chess, `&person=${ben.user._id}&confirm=owner`))
    expect(asked.text).toMatch(/Make Ben Miller the owner of Chess Club ?\?/)
    await page.send('/admin', { do: 'org-owner' })
    expect((await page.open(at(chess))).text).toContain('Owner: Ben Miller')
    await page.send('/admin', { do: 'org-edit', name: 'Chess Society', verified: 'yes', notes: 'Met in May' })
    const { org_name, verified, adminNotes } = await club(chess)
    expect([org_name, verified, adminNotes]).toEqual(['Chess Society', true, 'Met in May'])
  })

  it('refuses a new club with a reason, which its owner reads', async () => {
    const id = await pending('Go Club')
    await drain()
    const shown = await page.open('/admin?part=clubs')
    expect(shown.text).toContain('Go Club')
    const sent = await page.post('/admin', { do: 'refuse-club', id, note: 'Same as another' })
    expect(sent.text).toContain('The club is rejected.')
    expect((await club(id)).approvalStatus).toBe('rejected')
  })

  it('deletes a club after a question, and leads to where it is restored', async () => {
    await drain()
    const [circle] = (await dean.device.listManagedOrganizations({ search: 'art' })).body.data
    const asked = await page.open(at(circle._id, '&confirm=delete'))
    expect(asked.text).toMatch(/Delete Art Circle ?\?/)
    const gone = await page.send('/admin', { do: 'org-delete' })
    expect(gone.text).toContain('You can restore it below within 30 days.')
    expect(gone.text).toMatch(/Deleted clubs .*Art Circle Deleted just now Restore/)
    await drain()
    await page.open('/admin?part=clubs')
    const back = await page.send('/admin', { do: 'restore-club' })
    expect(back.text).toContain('Art Circle is restored. It is under All clubs.')
    expect(back.text).not.toContain('Art Circle Deleted')
    expect((await page.open('/admin?part=orgs')).text).toContain('Art Circle')
  })
})
