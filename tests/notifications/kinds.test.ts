import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  EssentialNotMutable,
  TooManyMutedOrganizations,
} from '../../functions/notifications/contract/failures.ts'
import { inbox } from '../../functions/notifications/repository.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { clubEvent } from '../planning/people.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, registered } from '../support/people.ts'
import { joined } from '../support/societies.ts'
import type { World } from '../support/world.ts'
import { click, tokenIn } from './unsubscribing.ts'

let w: World
let dean: Person
let [chess, go] = [{} as Club, {} as Club]
let stream: WholeStream
let people = 0

beforeAll(async () => {
  ;({ w, dean } = await admins())
  chess = await club(w, 'chess')
  go = await club(w, 'go')
  stream = await wholeStream(w)
})

const someone = () => {
  people += 1
  return registered(w, `reader${people}`)
}

const eventOf = (c: Club) => clubEvent(c, { registrationEnabled: true, maxAttendees: 50 })

/** Subjects of the mails that an action sends to a person. */
const mailsTo = async ({ email }: Person, act: () => Promise<unknown>) => {
  const before = w.mails.length
  await act()
  await stream.drain()
  return w.mails.slice(before).filter(({ to }) => to === email)
}

const announce = async (c: Club, eventId: string, subject = 'Snacks') => {
  const sent = { orgId: c.orgId, eventId, subject, content: 'Bring snacks.' }
  expect((await c.owner.device.announce(sent)).status).toBe(201)
}

const register = async ({ device }: Person, eventId: string) =>
  expect((await device.registerForEvent({ event_id: eventId })).status).toBe(201)

const preferencesOf = async ({ device }: Person) => (await device.getNotificationPreferences()).body.data

/** The mute of one organization's announcements by mail, and nothing else. */
const muted = (orgId: string) => ({
  [orgId]: {
    announcements: { in_app: true, email: false, push: true },
    messages: { in_app: true, email: true, push: true },
  },
})

describe('the mail about a membership', () => {
  it('leads to the club, and says that its mails end, not the membership', async () => {
    const { orgId } = go
    const eva = await someone()
    await go.owner.device.editOrganization({ orgId, requireApprovalForJoin: true })
    expect((await eva.device.applyToOrganization({ orgId })).status).toBeLessThan(300)
    const { applications } = (await go.owner.device.listApplications({ orgId, status: 'pending' })).body
    const [mail] = await mailsTo(eva, () =>
      go.owner.device.approveApplication({ orgId, applicationId: applications[0]._id }),
    )
    expect(mail?.text).toMatch(new RegExp(`View club: http\\S+/org/${orgId}\\s`))
    expect(mail?.text).toContain('Stop emails about memberships and roles: http')
    expect(mail?.text).toContain('your membership in a club')
  })
})

describe('the link in an announcement', () => {
  // rules/notifications 10, rules/notifications 24
  it('ends announcements of that organization by mail, and nothing about the own seat', async () => {
    const [ada, ofChess, ofGo] = [await someone(), await eventOf(chess), await eventOf(go)]
    const confirmed = await mailsTo(ada, async () => {
      await register(ada, ofChess)
      await register(ada, ofGo)
    })
    expect(confirmed.map(({ headers }) => headers)).toEqual([undefined, undefined])
    const [first] = await mailsTo(ada, () => announce(chess, ofChess))
    expect(first?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(first?.text).toContain(`Stop announcements of ${chess.name}: http`)
    const token = tokenIn(w, first)
    const before = await preferencesOf(ada)
    expect((await w.device().showUnsubscribePage({ token })).status).toBe(200)
    expect(await preferencesOf(ada)).toEqual(before)
    expect((await click(w, token)).status).toBe(200)
    expect((await preferencesOf(ada)).organizations).toEqual(muted(chess.orgId))
    expect(await mailsTo(ada, () => announce(chess, ofChess))).toEqual([])
    expect(await mailsTo(ada, () => announce(go, ofGo))).toHaveLength(1)
    const [cancelled] = await mailsTo(ada, () =>
      chess.owner.device.cancelEvent({ event_id: ofChess, reason: 'Storm' }),
    )
    expect([cancelled?.kind, cancelled?.headers]).toEqual(['event_cancelled', undefined])
    expect(cancelled?.text).toContain('Storm')
    expect(cancelled?.text).not.toContain('unsubscribe')
    // The inbox has everything.
    const { data } = (await ada.device.listNotifications()).body
    expect(data.filter(({ title }: { title: string }) => title.includes('Snacks'))).toHaveLength(3)
  })

  // rules/notifications 10
  it('also ends what the organization sends to its members', async () => {
    const ada = await joined(chess, await someone())
    await stream.drain()
    const send = async () => {
      const sent = {
        orgId: chess.orgId,
        title: 'News',
        message: 'We meet.',
        type: 'org',
        channels: ['email'],
      }
      expect((await chess.owner.device.createOrganizationNotification(sent)).status).toBe(201)
    }
    const [mail] = await mailsTo(ada, send)
    expect((await click(w, tokenIn(w, mail))).status).toBe(200)
    expect((await preferencesOf(ada)).organizations).toEqual(muted(chess.orgId))
    expect(await mailsTo(ada, send)).toEqual([])
  })

  // rules/notifications 25
  it('shows what was stopped and what still comes, and takes it back', async () => {
    const [ada, eventId] = [await someone(), await eventOf(chess)]
    await register(ada, eventId)
    await stream.drain()
    const [mail] = await mailsTo(ada, () => announce(chess, eventId))
    const token = tokenIn(w, mail)
    const asked = await w.device().showUnsubscribePage({ token })
    expect(asked.body).toMatch(/Stop these emails from [^<]*: announcements of Club chess\?/)
    const stopped = await click(w, token, w.home, 'action=stop')
    expect(stopped.body).toContain(': announcements of Club chess.')
    const items = [...stopped.body.matchAll(/<li>([^<]*)<\/li>/g)].map(([, item]) => item)
    expect(items.slice(0, 2)).toEqual(['changes of your registrations and shifts', 'account and security'])
    expect(items).toContain('announcements of other organizations')
    expect(items).not.toContain('announcements of organizations')
    expect(stopped.body).toContain('name="action" value="resume"')
    const resumed = await click(w, token, w.home, 'action=resume')
    expect(resumed.body).toContain('name="action" value="stop"')
    expect((await preferencesOf(ada)).organizations).toEqual({})
    expect(await mailsTo(ada, () => announce(chess, eventId))).toHaveLength(1)
  })

  // rules/notifications 26
  it('works for people who have muted many organizations: then it ends the kind', async () => {
    const [ada, eventId] = [await someone(), await eventOf(chess)]
    await register(ada, eventId)
    await stream.drain()
    const [mail] = await mailsTo(ada, () => announce(chess, eventId))
    const off = { announcements: { email: false } }
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`o${at}`, off]))
    expect((await ada.device.setNotificationPreferences({ organizations: many })).status).toBe(200)
    const one = await ada.device.setNotificationPreferences({ organizations: { more: off } })
    expect(one).toMatchObject(refused(TooManyMutedOrganizations))
    const reply = await click(w, tokenIn(w, mail))
    expect(reply.body).toContain(': announcements of organizations.')
    const { kinds, organizations } = await preferencesOf(ada)
    expect([kinds.announcements.email, Object.keys(organizations).length]).toEqual([false, 100])
  })
})

describe('the link in a mail of before', () => {
  // rules/notifications 10, rules/notifications 24
  it('ends its type, but nothing about the own seat', async () => {
    const [ada, eventId] = [await someone(), await eventOf(chess)]
    await register(ada, eventId)
    await mailsTo(ada, () => announce(chess, eventId))
    const unsubscribeKey = (await w.table().get(inbox, { owner: ada.user._id }))?.unsubscribeKey ?? ''
    const words = JSON.stringify(['unsubscribe', w.home, ada.user._id, 'event'])
    const signature = createHmac('sha256', unsubscribeKey).update(words).digest('base64url')
    const page = await click(w, [ada.user._id, 'event', signature].join('.'))
    expect(page.body).toContain('emails of the type &quot;event&quot;')
    expect(page.body).not.toContain('feedback requests')
    expect((await preferencesOf(ada)).preferences.event.email).toBe(false)
    expect(await mailsTo(ada, () => announce(chess, eventId))).toEqual([])
    const cancelled = await mailsTo(ada, () => chess.owner.device.cancelEvent({ event_id: eventId }))
    expect(cancelled.map(({ kind }) => kind)).toEqual(['event_cancelled'])
  })
})

describe('preferences', () => {
  // rules/notifications 8, rules/notifications 26
  it('name a kind, an organization, or an organization as a whole', async () => {
    const [ada, eventId] = [await someone(), await eventOf(chess)]
    await register(ada, eventId)
    await stream.drain()
    const set = async (change: object) => {
      const { status, body } = await ada.device.setNotificationPreferences(change)
      expect(status).toBe(200)
      expect(body.data).toEqual(await preferencesOf(ada))
      return body.data
    }
    const off = await set({ kinds: { announcements: { email: false } } })
    expect(off.kinds.announcements).toMatchObject({ in_app: true, email: false })
    expect(await mailsTo(ada, () => announce(chess, eventId))).toEqual([])
    await set({ kinds: { announcements: { email: true } } })
    const whole = await set({ preferences: { [`org:${chess.orgId}`]: { email: false, in_app: false } } })
    expect(whole.preferences[`org:${chess.orgId}`]).toEqual({ in_app: false, email: false, push: true })
    expect(whole.organizations[chess.orgId].messages).toEqual({ in_app: false, email: false, push: true })
    const inboxOf = async () => (await ada.device.listNotifications()).body.data.length
    const before = await inboxOf()
    expect(await mailsTo(ada, () => announce(chess, eventId))).toEqual([])
    expect(await inboxOf()).toBe(before)
    const all = { in_app: true, email: true }
    const back = await set({ organizations: { [chess.orgId]: { announcements: all, messages: all } } })
    expect([back.organizations, back.preferences[`org:${chess.orgId}`]]).toEqual([{}, undefined])
    for (const preferences of [{ 'org:': {} }, { 'org:a b': {} }, { nothing: {} }])
      expect((await ada.device.setNotificationPreferences({ preferences })).status).toBe(400)
  })

  // rules/notifications 24
  it('turn off no essential kind', async () => {
    const [ada, eventId] = [await someone(), await eventOf(chess)]
    for (const kind of ['registrations', 'account']) {
      const reply = await ada.device.setNotificationPreferences({ kinds: { [kind]: { email: false } } })
      expect(reply).toMatchObject(refused(EssentialNotMutable))
    }
    const nothing = { in_app: false, email: false, push: false }
    await ada.device.setNotificationPreferences({ preferences: { event: nothing } })
    await mailsTo(ada, () => register(ada, eventId))
    const mails = await mailsTo(ada, () => chess.owner.device.cancelEvent({ event_id: eventId }))
    expect(mails.map(({ kind }) => kind)).toEqual(['event_cancelled'])
    const { data } = (await ada.device.listNotifications()).body
    expect(data.map(({ title }: { title: string }) => title.split(':')[0])).toEqual(['Cancelled'])
  })

  // rules/notifications 21
  it('cover text of people, whichever template they choose', async () => {
    const ada = await someone()
    await ada.device.setNotificationPreferences({ kinds: { news: { email: false } } })
    const sent = await mailsTo(ada, () =>
      dean.device.createNotificationBatch({
        recipients: [ada.user._id],
        template: { name: 'event_cancelled', variables: { eventTitle: 'Everything' } },
      }),
    )
    expect(sent).toEqual([])
  })

  // rules/notifications 27
  it('about an organization end when its member leaves, and the others stay', async () => {
    const ada = await joined(chess, await someone())
    await stream.drain()
    const off = { announcements: { email: false } }
    await ada.device.setNotificationPreferences({
      organizations: { [chess.orgId]: off, [go.orgId]: off },
      preferences: { reminder: { push: false } },
    })
    expect((await ada.device.leaveOrganization({ orgId: chess.orgId })).status).toBe(200)
    await stream.drain()
    const { organizations, preferences } = await preferencesOf(ada)
    expect(organizations).toEqual(muted(go.orgId))
    expect(preferences.reminder.push).toBe(false)
  })
})

it('an essential mail is sent when everything else is muted, and has no link', async () => {
  const ada = await someone()
  const off = { in_app: false, email: false, push: false }
  await ada.device.setNotificationPreferences({
    preferences: { event: off, approval: off, system: off, custom: off },
    kinds: { confirmations: off, news: off, announcements: off },
  })
  const due = { template: 'waitlist_promoted', params: { eventTitle: 'Chess night' } }
  const to = { kind: 'users' as const, ids: [ada.user._id] }
  const [mail] = await mailsTo(ada, () => w.table().write([notificationDue(w.runtime, { ...due, to })]))
  expect([mail?.kind, mail?.headers]).toEqual(['waitlist_promoted', undefined])
})
