import { beforeAll, describe, expect, it } from 'vitest'
import type { contract } from '../../functions/notifications/contract.ts'
import { notification } from '../../functions/notifications/repository.ts'
import { put } from '../../lib/table/write.ts'
import { setRights } from '../security/rights.ts'
import type { Agent } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { founded } from '../support/societies.ts'
import { world } from '../support/world.ts'

type Operation = keyof typeof contract.rows
type Who = 'none' | 'guest' | 'student' | 'other' | 'admin' | 'platform'

/** `own`: answered, about the caller's own inbox alone. `foreign`: somebody else's is not found. */
const own = { none: 401, guest: 403, student: 200, other: 200, admin: 200, platform: 200 } as const
const foreign = { ...own, other: 404, admin: 404, platform: 404 } as const
const office = { none: 401, guest: 403, student: 403, other: 403, admin: 201, platform: 201 } as const
/** Of an organization that the student owns. */
const club = { ...office, student: 201 } as const
const open = { none: 404, guest: 404, student: 404, other: 404, admin: 404, platform: 404 } as const

const words = { title: 'T', message: 'M' }

let orgId: string

/** What each row answers to whom; the compiler asks for every row. Inputs name the student's notification. */
const table: Readonly<
  Record<
    Operation,
    { expected: Readonly<Record<Who, number>>; input?: (id: string, person: string) => object }
  >
> = {
  listNotifications: { expected: own },
  countUnreadNotifications: { expected: own },
  getNotificationStatistics: { expected: own },
  getNotificationPreferences: { expected: own },
  setNotificationPreferences: { expected: own, input: () => ({ preferences: { event: { push: true } } }) },
  showUnsubscribePage: { expected: open, input: () => ({ token: 'x.event.y' }) },
  unsubscribe: { expected: open, input: () => ({}) },
  readSeveralNotifications: { expected: own, input: (id) => ({ notificationIds: [id] }) },
  readAllNotifications: { expected: own },
  createNotification: { expected: office, input: (_, recipient) => ({ recipient, ...words }) },
  createNotificationBatch: { expected: office, input: (_, person) => ({ recipients: [person], ...words }) },
  createSystemNotification: { expected: office, input: () => words },
  createOrganizationNotification: { expected: club, input: () => ({ orgId, type: 'org', ...words }) },
  listOrganizationEntries: { expected: { ...own, other: 403 }, input: () => ({ orgId }) },
  cleanUpNotifications: { expected: { ...office, admin: 200, platform: 200 } },
  getNotification: { expected: foreign, input: (id) => ({ id }) },
  readNotification: { expected: foreign, input: (id) => ({ id }) },
  acknowledgeNotification: { expected: foreign, input: (id) => ({ id }) },
  archiveNotification: { expected: foreign, input: (id) => ({ id }) },
  restoreNotification: { expected: foreign, input: (id) => ({ id }) },
  performNotificationAction: { expected: foreign, input: (id) => ({ id, actionId: 'fill' }) },
  deleteNotification: { expected: foreign, input: (id) => ({ id }) },
}

const callers: readonly Who[] = ['none', 'guest', 'other', 'admin', 'platform', 'student']

describe('every operation of the inbox', () => {
  let agents: Record<Who, Agent>
  let student: string
  let write: (id: string) => Promise<unknown>
  let standing: (id: string) => Promise<unknown>

  beforeAll(async () => {
    const w = await world()
    const [ada, ben, dean, root] = [
      await registered(w, 'ada'),
      await registered(w, 'ben'),
      await registered(w, 'dean'),
      await registered(w, 'root'),
    ]
    const gil = await registered(w, 'gil', {}, w.sister)
    const person = ({ user }: typeof ada) =>
      ({ globalUserId: user.globalUserId, memberId: user._id }) as Parameters<typeof setRights>[1]
    await setRights(w, person(dean), { roles: ['user', 'admin'] })
    await setRights(w, person(root), { platformRoles: ['platform_admin'] })
    student = ada.user._id
    orgId = (await founded(ada)).orgId
    agents = {
      none: w.device(),
      guest: gil.device.on(w.home),
      student: ada.device,
      other: ben.device,
      admin: dean.device,
      platform: root.device,
    }
    const actions = [{ id: 'fill', label: 'Fill in', type: 'form' as const }]
    const row = { to: student, type: 'event' as const, title: 'T', message: 'M', actions }
    write = (id) =>
      w.table().write([put(notification, { ...row, id, expiresAt: '2027-01-01T00:00:00.000Z' })])
    standing = (id) => w.table().get(notification, { to: student, id })
  })

  const rows = (Object.keys(table) as Operation[]).flatMap((operation, at) =>
    callers.map((who) => ({ operation, who, status: table[operation].expected[who], at })),
  )

  // rules/notifications 1
  it.each(rows)('$operation answers $who with $status', async ({ operation, who, status, at }) => {
    const id = `01AAAAAAAAAAAAAAAAAAAAAA${String(at).padStart(2, '0')}`
    if (who === 'none') await write(id)
    const before = await standing(id)
    const input = table[operation].input?.(id, student) ?? {}
    const query = (operation === 'unsubscribe' ? { query: { token: 'x.event.y' } } : {}) as object
    const reply = await agents[who][operation](input, query)
    expect(reply.status, JSON.stringify(reply.body)).toBe(status)
    if (who !== 'student') expect(await standing(id)).toEqual(before)
    if (status >= 400) expect(JSON.stringify(reply.body)).not.toContain('"T"')
  })
})
