import { describe, expect, it } from 'vitest'
import { campus, orgStat, totalRow } from '../../functions/management/index.ts'
import { contracts } from '../../functions/routes.ts'
import { AddressUnproven } from '../../lib/contract/failures.ts'
import { mailLimits } from '../../lib/contract/limit.ts'
import type { Contract } from '../../lib/contract/row.ts'
import { asAdmin } from '../support/inboxes.ts'
import { registered } from '../support/people.ts'
import { world } from '../support/world.ts'
import { tired, used, wide } from './mail-budgets.ts'

describe('notices of a school', () => {
  const words = { title: 'Fire drill', message: 'At ten.' }
  const byMail = { ...words, channels: ['email'] }

  /** An administrator, two others, and what is left of the administrator's budget or the school's. */
  const office = async () => {
    const w = await world(wide)
    const dean = await asAdmin(w)
    const people = [await registered(w, 'ada'), await registered(w, 'ben')]
    await w.table().put(orgStat, { subject: campus, month: totalRow, people: 3 })
    await w.caughtUp()
    Object.assign(w.runtime.settings, { RATE_LIMIT_SCALE: 1 })
    const leave = (by: 'person' | 'school', mails: number) => {
      const subject = by === 'person' ? dean.user.globalUserId : w.home
      return used(w, 'people', by, subject, mailLimits.people[by].max - mails)
    }
    const recipients = people.map(({ user }) => user._id)
    return { w, dean, recipients, leave }
  }

  it.each(['person', 'school'] as const)('count whom they reach by mail, for the %s', async (by) => {
    const { dean, recipients, leave } = await office()
    const { device } = dean
    const [recipient] = recipients
    await leave(by, 6)
    expect((await device.createSystemNotification(byMail)).status).toBe(201)
    expect((await device.createNotificationBatch({ recipients, ...byMail })).status).toBe(201)
    expect(await device.createNotificationBatch({ recipients, ...byMail })).toMatchObject(tired)
    expect((await device.createNotification({ recipient, ...byMail })).status).toBe(201)
    for (const reply of [
      await device.createNotification({ recipient, ...byMail }),
      await device.createNotificationBatch({ recipients, ...byMail }),
      await device.createSystemNotification(byMail),
    ])
      expect(reply).toMatchObject(tired)
    expect((await device.createSystemNotification(words)).status).toBe(201)
  })

  it('count by the channels of the template where none are named', async () => {
    const { dean, recipients, leave } = await office()
    const [recipient] = recipients
    const template = { name: 'event_created', variables: { eventTitle: 'Chess' } }
    await leave('person', 0)
    expect(await dean.device.createNotification({ recipient, template })).toMatchObject(tired)
    const quiet = { template, channels: ['in_app'] }
    expect((await dean.device.createNotification({ recipient, ...quiet })).status).toBe(201)
  })

  it('are kept back by nothing that organizations have said', async () => {
    const { w, dean } = await office()
    await used(w, 'participants', 'school', w.home, mailLimits.participants.school.max)
    expect((await dean.device.createSystemNotification(byMail)).status).toBe(201)
  })

  it('that are refused cost nothing', async () => {
    const { dean, recipients, leave } = await office()
    const call = { id: 'x', label: 'X', type: 'api_call', operation: 'users.delete' }
    await leave('person', 2)
    const wrong = { recipients, ...byMail, actions: [call] }
    expect((await dean.device.createNotificationBatch(wrong)).status).toBe(400)
    expect((await dean.device.createNotificationBatch({ recipients, ...byMail })).status).toBe(201)
  })
})

describe('every operation that mails others', () => {
  it('has a budget, and wants a proven address', () => {
    const rows = Object.values<Contract>(contracts).flatMap((contract) => Object.entries(contract.rows))
    const mailing = rows.filter(([, { limits = {} }]) =>
      Object.values(limits).some(({ count }) => count === 'mails'),
    )
    expect(mailing.map(([name]) => name).sort()).toEqual([
      'announce',
      'createNotification',
      'createNotificationBatch',
      'createOrganizationNotification',
      'createSystemNotification',
      'invite',
      'inviteBatch',
    ])
    for (const [name, { fails = [] }] of mailing)
      expect([name, fails.includes(AddressUnproven)]).toEqual([name, true])
  })
})
