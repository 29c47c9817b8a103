import { notificationDue } from '../../lib/outbox.ts'
import type { Agent } from '../support/agent.ts'
import type { Person } from '../support/people.ts'
import { requestCode } from '../support/resets.ts'
import { streamOf } from '../support/streamed.ts'
import { tokenOf } from '../support/ways.ts'
import type { World } from '../support/world.ts'

/** Somebody at an account of theirs, and somebody else who has got into it with the password. */
export type Scene = {
  readonly w: World
  readonly owner: Person
  readonly intruder: Agent
}

/** What the intruder made, and how it answers when it is used. */
export type Held = { works(): Promise<boolean> }

export const told = async ({ w, owner }: Scene): Promise<void> => {
  const to = { kind: 'users' as const, ids: [owner.user._id] }
  const row = { template: 'event_reminder', params: {}, to, channels: ['push' as const] }
  await w.table().write([notificationDue(w.runtime, row)])
  await w.caughtUp()
  await streamOf(w).drain()
}

export const calendar = async ({ intruder, w }: Scene): Promise<Held> => {
  const { token } = (await intruder.createCalendarToken()).body.data
  return { works: async () => (await w.device().getMyCalendar({ token })).status === 200 }
}

const phone = async (scene: Scene): Promise<Held> => {
  await scene.intruder.registerPushToken({ pushToken: 'ExponentPushToken[intruder]' })
  return {
    async works() {
      const before = scene.w.pushes.length
      await told(scene)
      return scene.w.pushes.length > before
    },
  }
}

/** By kind of item: everything that acts for a person, or reaches a device, without asking them again. */
export const holdings: Readonly<Record<string, (scene: Scene) => Promise<Held>>> = {
  Session: async ({ intruder }) => ({
    works: async () =>
      (await intruder.listSessions()).status === 200 || (await intruder.refreshToken()).status === 200,
  }),
  TenantUser: phone,
  CalendarFeed: calendar,
  CalendarPointer: calendar,
  Code: async ({ w, owner: { email } }) => {
    const code = await requestCode(w, email)
    return {
      works: async () =>
        (await w.device().resetPassword({ email, code, newPassword: 'chosen by the intruder' })).status ===
        200,
    }
  },
  ProviderRequest: async ({ w, intruder }) => {
    const { state, nonce } = (await intruder.startLink({ provider: 'google' })).body.data
    const idToken = await tokenOf(w, 'google', 'intruder', { nonce })
    return { works: async () => (await intruder.linkWay({ state, idToken })).status === 200 }
  },
}
