import { beforeAll, describe, expect, it } from 'vitest'
import { announcement } from '../../functions/announcements/repository.ts'
import { attendee } from '../../functions/events/index.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { lastCost } from '../agendas/events.ts'
import { hosted } from '../attendance/events.ts'
import { type Club, club } from '../support/orgs.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'
import { words } from './announcing.ts'

let w: World
let c: Club

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  c = await club(w, 'costs')
})

/** As many people, and as many announcements, written past the platform. */
const crowded = async (size: number) => {
  const card = await hosted(w, c.orgId, { maxAttendees: null, registrationCount: size })
  const at = { orgId: c.orgId, eventId: card.eventId }
  const createdAt = w.clock.now().toISOString()
  const told = { authorId: c.owner.user._id, content: words, links: [], sendAsOrg: false, attachments: [] }
  const rows = Array.from({ length: size }, (_, number): Write[] => {
    const id = `crowd${String(number).padStart(6, '0')}`
    const person = { kind: 'u' as const, personId: id, name: id, email: `${id}@b.example`, guestCount: 1 }
    const row = {
      ...person,
      status: 'attending' as const,
      registeredAt: createdAt,
      checkedIn: false,
      version: 1,
    }
    return [
      put(attendee, { ...row, eventId: card.eventId, start_time: card.start_time }),
      put(announcement, { ...at, ...told, id, channels: { inApp: true, email: true }, createdAt }),
    ]
  }).flat()
  for (let from = 0; from < rows.length; from += 100) await w.table().write(rows.slice(from, from + 100))
  return at
}

const measured = async (size: number) => {
  const at = await crowded(size)
  const { device } = c.owner
  const costs = new Map<string, ReturnType<typeof lastCost>>()
  const ask = async (name: string, status: number, deed: Promise<{ status: number; body: unknown }>) => {
    const reply = await deed
    if (reply.status !== status) throw new Error(`${name}: ${JSON.stringify(reply.body)}`)
    costs.set(name, lastCost(w))
  }
  await ask('list', 200, device.listAnnouncements({ ...at, limit: '10' }))
  await ask('heard', 200, device.listEventAnnouncements({ eventId: at.eventId, limit: '10' }))
  await ask('recipients', 200, device.listAnnouncementRecipients({ ...at, limit: '10' }))
  await ask('announce', 201, device.announce({ ...at, content: words }))
  return costs
}

describe('what announcements cost', () => {
  it('is two round trips behind the caller, and two for budgets of mails, whatever there is', async () => {
    using _rounds = logicalRounds()
    const [few, some, many] = [await measured(10), await measured(100), await measured(500)]
    for (const [name, small] of few)
      for (const costs of [some, many]) {
        const large = costs.get(name)
        expect((large?.depth ?? 9) - 1, name).toBeLessThanOrEqual(name === 'announce' ? 4 : 2)
        for (const units of ['readUnits', 'writeUnits'] as const)
          expect(Math.abs((large?.[units] ?? 99) - small[units]), `${name} ${units}`).toBeLessThanOrEqual(0.5)
      }
  }, 60_000)
})
