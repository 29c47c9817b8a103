import { describe, expect, it } from 'vitest'
import { UnsubscribeInvalid } from '../../functions/notifications/contract/failures.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { streamOf } from '../support/streamed.ts'
import { type World, world } from '../support/world.ts'
import { click, tokenIn } from './unsubscribing.ts'

const tell = async (w: World, { user }: Person, more: object = {}): Promise<void> => {
  const row = { template: 'event_created', params: { eventTitle: 'Chess' }, ...more }
  await w.table().write([notificationDue(w.runtime, { ...row, to: { kind: 'users', ids: [user._id] } })])
  await streamOf(w).drain()
}

describe('a mail of a notification', () => {
  // rules/notifications 10
  it('ends with one click, for its kind alone', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await tell(w, ada)
    const token = tokenIn(w)
    const page = await w.device().showUnsubscribePage({ token })
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('<form method="post"')
    expect(page.headers['content-security-policy']).toContain("form-action 'self'")
    await tell(w, ada)
    expect(w.mails).toHaveLength(2)
    expect((await click(w, token)).status).toBe(200)
    expect((await click(w, token)).status).toBe(200)
    await tell(w, ada)
    expect(w.mails).toHaveLength(2)
    await tell(w, ada, { template: 'event_approved' })
    expect(w.mails).toHaveLength(3)
    const { preferences, kinds } = (await ada.device.getNotificationPreferences()).body.data
    expect(kinds.approvals).toEqual({ in_app: true, email: false, push: true, essential: false })
    expect([kinds.decisions.email, preferences.event.email]).toEqual([true, true])
  })

  // rules/notifications 10
  it('cannot be ended for anybody else, another kind or another school', async () => {
    const w = await world()
    const [ada, ben] = [await registered(w, 'ada'), await registered(w, 'ben')]
    await tell(w, ben)
    await tell(w, ada)
    const token = tokenIn(w)
    const [, kind, organization, signature] = token.split('.')
    const forged = [
      [ben.user._id, kind, organization, signature].join('.'),
      [ada.user._id, 'decisions', organization, signature].join('.'),
      [ada.user._id, 'registrations', organization, signature].join('.'),
      [ada.user._id, kind, 'o1', signature].join('.'),
      [ada.user._id, 'approval', signature].join('.'),
      [ada.user._id, 'security', signature].join('.'),
      [ada.user._id, kind, organization, 'A'.repeat(43)].join('.'),
      [ada.user._id, kind].join('.'),
      [`${ada.user._id}#N`, kind, organization, signature].join('.'),
      'nonsense',
    ]
    for (const one of forged) {
      expect(await click(w, one)).toMatchObject(refused(UnsubscribeInvalid))
      expect(await w.device().showUnsubscribePage({ token: one })).toMatchObject(refused(UnsubscribeInvalid))
    }
    expect(await click(w, token, w.sister)).toMatchObject(refused(UnsubscribeInvalid))
    for (const { device } of [ada, ben])
      expect((await device.getNotificationPreferences()).body.data.kinds.approvals.email).toBe(true)
  })

  // rules/notifications 9
  it('about security cannot be ended', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const params = { title: 'Password changed', message: 'It was.' }
    await tell(w, ada, { template: 'custom', type: 'security', channels: ['email'], params })
    expect(w.mails.at(-1)).toMatchObject({ to: ada.email, subject: 'Password changed' })
    expect(w.mails.at(-1)?.headers).toBeUndefined()
    expect((await ada.device.listNotifications()).body.data).toEqual([])
  })

  // rules/notifications 11
  it('opens nothing but that: the token is no credential', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await tell(w, ada)
    const token = tokenIn(w)
    const headers = { authorization: `Bearer ${token}` }
    const reply = await w.device().listNotifications({}, { headers })
    expect(reply.status).toBe(401)
    const page = await w.device().showUnsubscribePage({ token })
    expect(page.body).not.toContain(ada.email)
    expect(page.body).not.toContain(ada.user.username)
  })
})
