import { beforeAll, describe, expect, it } from 'vitest'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, password, registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

let w: World
let chess: Club
let stream: WholeStream

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' }, ownTable: true })
  chess = await club(w)
  stream = await wholeStream(w)
  await stream.drain()
})

type Shown = { readonly title: string; readonly message: string; readonly sender?: { readonly name: string } }

const inboxOf = async ({ device }: Person): Promise<Shown[]> =>
  (await device.listNotifications({ limit: '100' })).body.data

/** Each case: what the person does, whose inbox names them for it, and what it says once they are gone. */
const cases: readonly {
  readonly kind: string
  act(person: Person): Promise<{ readonly status: number }>
  reader(): Person
  readonly says: string
}[] = [
  {
    kind: 'a reply',
    act: async ({ device }) => {
      const { orgId } = chess
      expect((await device.applyToOrganization({ orgId })).status).toBe(201)
      const { body } = await chess.officer.device.postMessage({ orgId, content: 'Who plays?' })
      const messageId = body.data._id
      return device.replyToMessage({ orgId, messageId, content: 'Anyone for a game of Anagrams?' })
    },
    reader: () => chess.officer,
    says: 'Former member: Anyone for a game of Anagrams?',
  },
  {
    kind: 'an application',
    act: async ({ device }) => {
      const { orgId } = chess
      await chess.owner.device.editOrganization({ orgId, requireApprovalForJoin: 'true' })
      return device.applyToOrganization({ orgId })
    },
    reader: () => chess.owner,
    says: 'Former member applied to join',
  },
]

describe('notifications of other people', () => {
  // rules/notifications 23
  it.each(cases)('lose the name of a person who left: $kind', async ({ act, reader, says }) => {
    const name = 'An'
    const person = await registered(w, `an${reader().user.username}`, { name })
    await stream.drain()
    const acted = await act(person)
    expect(acted.status).toBeLessThan(300)
    await stream.drain()
    const own = (rows: Shown[]) =>
      rows.filter(({ message }) => message.startsWith(`${name} `) || message.startsWith(`${name}:`))
    expect(own(await inboxOf(reader()))).toHaveLength(1)
    expect((await person.device.deleteAccount({ password })).status).toBe(200)
    await stream.drain()
    const rows = await inboxOf(reader())
    expect(own(rows)).toEqual([])
    const shown = rows.filter(({ message }) => message.startsWith(says))
    expect(shown).toHaveLength(1)
    expect(JSON.stringify(shown)).not.toContain(`"name":"${name}"`)
    const [first] = shown as unknown as { _id: string }[]
    const { body } = await reader().device.getNotification({ id: first?._id })
    expect(body.data.message).toBe(shown[0]?.message)
    const exported = (await reader().device.getMyData()).body.data.schools[0].data.notifications.rows
    expect(own(exported)).toEqual([])
  })
})
