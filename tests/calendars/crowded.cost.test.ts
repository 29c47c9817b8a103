import { describe, expect, it } from 'vitest'
import { hostedBy, register, stored } from '../events/cards.ts'
import { people } from '../support/people.ts'
import { society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { isCut, uidsOf } from './reading.ts'

describe('what is over', () => {
  const dayMs = 24 * 3_600_000
  const hourMs = 3_600_000
  const at = (own: World, ms: number, lasts = hourMs) => {
    const from = own.clock.now().getTime() + ms
    return {
      start_time: new Date(from).toISOString(),
      end_time: new Date(from + lasts).toISOString(),
    }
  }
  /** A school, a club and a person with more behind them than a calendar holds, and something to come. */
  const busy = async () => {
    const own = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const host = await society(own, 'busy')
    const [guest] = await people(own, 1)
    if (!guest) throw new Error('nobody')
    const add = async (more: object) => {
      const card = await stored(own, { ...hostedBy(host), ...more })
      await register(own, card, guest)
      return card.eventId
    }
    const over: string[] = []
    for (let number = 0; number < 260; number += 1) {
      const times = at(own, -29 * dayMs + number * hourMs)
      over.push(await add({ status: 'completed', shelf: 'past', ...times }))
    }
    const going = await add(at(own, -3 * dayMs, 5 * dayMs))
    const coming: string[] = []
    for (let number = 1; number <= 300; number += 1) coming.push(await add(at(own, number * dayMs)))
    const { body } = await guest.device.createCalendarToken()
    const { token } = body.data
    const read = async () => [
      (await own.device().getSchoolCalendar()).body,
      (await own.device().getOrgCalendar({ orgId: host.orgId })).body,
      (await own.device().getMyCalendar({ token })).body,
    ]
    return { read, over, going, coming }
  }

  // rules/calendars 8, rules/calendars 9
  it('never crowds out what goes on or is to come, and a calendar that is cut says so', async () => {
    const { read, over, going, coming } = await busy()
    for (const [place, text] of (await read()).entries()) {
      const held = uidsOf(text)
      expect([place, [going, ...coming].filter((id) => held.includes(id))]).toEqual([
        place,
        [going, ...coming],
      ])
      // Of what is over it holds the latest.
      const kept = over.filter((id) => held.includes(id))
      expect([place, kept, isCut(text)]).toEqual([place, over.slice(-kept.length), true])
      expect(kept.length).toBe(500 - 1 - coming.length)
    }
  }, 60_000)
})
