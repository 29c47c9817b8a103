import { expect } from 'vitest'
import { access } from '../../lib/identity/person/records.ts'
import { admins, withRoles } from '../support/administrators.ts'
import { type Person, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { appShown, halfSignedIn, withTotp } from './factors.ts'

const day = 86_400

/** Two administrators who have had a factor for long, and somebody of the school who has lost theirs. */
export const assistance = async () => {
  const { w, root, dean } = await admins()
  await enrolSchool(w, w.home)
  const mia = await withRoles(w, await registered(w, 'mia'), ['user', 'admin'])
  const ben = await registered(w, 'ben')
  const app = await withTotp(w, ben.device)
  for (const one of [dean, mia]) await withTotp(w, one.device)
  w.clock.advance(14 * day)

  /** The session of somebody has shown their factor just now. */
  const shownNow = async ({ device, user: { globalUserId } }: Person): Promise<void> => {
    await device.refreshToken()
    await appShown(w, globalUserId)
  }
  const fresh = async (): Promise<void> => {
    for (const one of [dean, mia]) await shownNow(one)
  }
  await fresh()

  const rightsChange = async ({ user: { globalUserId } }: Person, change: object) =>
    w.table().update(access, { globalUserId }, { set: change, add: { version: 1 } } as never)
  const elsewhere = { status: 'active' as const, tenantUserId: 'x', roles: ['user'], since: '2026-01-01' }
  const joinsElsewhere = async (person: Person) => {
    const { globalUserId } = person.user
    const rights = (await w.table().get(access, { globalUserId }, { strong: true })) ?? expect.fail()
    return rightsChange(person, { memberships: { ...rights.memberships, [w.sister]: elsewhere } })
  }

  return {
    w,
    root,
    dean,
    mia,
    ben,
    app,
    fresh,
    shownNow,
    rightsChange,
    joinsElsewhere,
    opened: (by = dean, of = ben, more: { reason?: 'lost' | 'stolen' } = {}) =>
      by.device.openFactorRecovery({ userId: of.user._id, ...more }),
    confirmed: (by = mia, of = ben) => by.device.confirmFactorRecovery({ userId: of.user._id }),
    goesOn: async () => (await halfSignedIn(w, ben.email)).device.completeFactorRecovery(),
    stateOf: async (by = dean) =>
      (await by.device.getFactorRecovery({ userId: ben.user._id })).body.data.state as string,
    mailsTo: async (email: string) => {
      await w.deliver()
      return w.mails.filter(({ to, kind }) => to === email && kind === 'factor_assistance')
    },
  }
}

/** What the link of a mail says that ends it. */
export const linkIn = (text = ''): URLSearchParams =>
  new URL(/https?:\/\/\S+\/login\/confirm\?\S+/.exec(text)?.[0] ?? 'x:').searchParams
