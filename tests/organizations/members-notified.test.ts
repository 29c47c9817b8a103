import { beforeAll, describe, expect, it } from 'vitest'
import { organization } from '../../lib/identity/org/records.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { admins } from '../support/administrators.ts'
import { listed } from '../support/inboxes.ts'
import type { Person } from '../support/people.ts'
import { society } from '../support/societies.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person
let stream: WholeStream

beforeAll(async () => {
  ;({ w, dean } = await admins())
  stream = await wholeStream(w)
})

const titles = async (person: Person): Promise<string[]> =>
  (await listed(person)).data.map(({ title }: { title: string }) => title)

const messagesTo = async (person: Person): Promise<string[]> =>
  (await listed(person)).data.map(({ message }: { message: string }) => message)

const mailsAbout = ({ email }: Person, subject: string): number =>
  w.mails.filter((mail) => mail.to === email && mail.subject === subject).length

describe('members of an organization', () => {
  // rules/organizations 40
  it('are notified once of each step when the school closes it, and the owner too', async () => {
    const { orgId, name, owner, member, outsider } = await society(w, 'closing')
    await stream.drain()
    for (const lifecycleStatus of ['sunset', 'inactive', 'inactive']) {
      const reason = lifecycleStatus === 'inactive' ? 'The charter has expired' : ''
      expect((await dean.device.moveManagedOrganization({ orgId, lifecycleStatus, reason })).status).toBe(200)
      await stream.drain(2)
    }
    for (const person of [owner, member]) {
      const closed = (await titles(person)).filter((title) => title.startsWith(name))
      expect(closed.sort()).toEqual([`${name} is closing down`, `${name} is inactive`])
      expect(mailsAbout(person, `${name} is inactive`)).toBe(1)
      const messages = await messagesTo(person)
      expect(messages.filter((message) => message.includes('Reason: The charter has expired'))).toHaveLength(
        1,
      )
      expect(messages.filter((message) => message.includes('Reason:'))).toHaveLength(1)
    }
    expect(await titles(outsider)).toEqual([])
  })

  // rules/organizations 41
  it('are notified once of its deletion, except for the person who deletes it', async () => {
    const { orgId, name, owner, admin, member, outsider } = await society(w, 'deleting')
    await stream.drain()
    expect((await owner.device.deleteOrganization({ orgId })).status).toBe(200)
    await stream.drain(2)
    for (const person of [admin, member]) {
      expect((await titles(person)).filter((title) => title === `${name} was deleted`)).toHaveLength(1)
      expect(mailsAbout(person, `${name} was deleted`)).toBe(1)
    }
    for (const person of [owner, outsider]) expect(await titles(person)).not.toContain(`${name} was deleted`)
  })

  // rules/organizations 41
  // rules/organizations 47
  it('include the owner when an administrator deletes it', async () => {
    const { orgId, name, owner } = await society(w, 'ended')
    await stream.drain()
    expect((await dean.device.deleteOrganization({ orgId, reason: 'Same as another' })).status).toBe(200)
    await stream.drain(2)
    expect(await titles(owner)).toContain(`${name} was deleted`)
    expect((await messagesTo(owner)).join()).toContain(`${name} was deleted. Reason: Same as another.`)
    expect(
      w.mails.find(({ to, subject }) => to === owner.email && subject === `${name} was deleted`)?.text,
    ).toContain('Reason: Same as another.')
    const restored = await dean.device.restoreOrganization({ orgId })
    expect(restored.status, JSON.stringify(restored.body)).toBe(200)
    const card = await w.table().get(organization, { orgId }, { strong: true })
    expect(card).toBeDefined()
    expect(card?.deletionReason).toBeUndefined()
  })
})
