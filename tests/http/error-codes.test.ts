import { beforeAll, describe, expect, it } from 'vitest'
import { EventNotFound } from '../../functions/attendance/contract/failures.ts'
import { routes } from '../../functions/routes.ts'
import { failuresOf } from '../../infra/derive/openapi/failure-responses.ts'
import { routesOf } from '../../lib/contract/route-match.ts'
import { type Agent, refused } from '../support/agent.ts'
import { password } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

const place = {} as { w: World; ada: Agent }
beforeAll(async () => {
  const w = await world()
  const ada = w.device()
  await ada.register({ email: w.email('ada'), password })
  Object.assign(place, { w, ada })
})

// rules/http 55
describe('every failure', () => {
  it('has a code in capitals, or the one code that the specification spells otherwise', () => {
    const codes = new Set(routesOf(routes).flatMap(({ row }) => failuresOf(row).map(({ code }) => code)))
    expect([...codes].filter((code) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(code))).toEqual([
      'reservation_conflict',
    ])
  })

  it('whose body the specification fixes has its code in the header only', async () => {
    const reply = await place.ada.registerForEvent({ eventId: 'none' })
    expect(reply).toMatchObject(refused(EventNotFound))
    expect(reply.body).toEqual({ success: false, message: 'Event not found' })
    expect(reply.headers['x-error-code']).toBe('EVENT_NOT_FOUND')
  })

  it('has a code that scripts of the school may read', async () => {
    const headers = { origin: `http://${place.w.home}.localhost` }
    const reply = await place.ada.registerForEvent({ eventId: 'none' }, { headers })
    expect(reply.headers['access-control-expose-headers']).toMatch(/\bX-Error-Code\b/)
  })
})
