import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../functions/routes.ts'
import { routesOf } from '../../lib/contract/route-match.ts'
import { type World, world } from '../support/world.ts'

const place = {} as { w: World }
beforeAll(async () => {
  place.w = await world()
})

const cases = routesOf(routes).flatMap(({ operation, row }) =>
  (row.needs ?? []).map((names) => ({ operation, row, names, said: names.join(' or ') })),
)

describe('a body without what its row needs', () => {
  it('is asked of several operations', () => {
    expect(cases.length).toBeGreaterThan(4)
  })

  it.each(cases)('is refused: $operation without $said', async ({ operation, row, names }) => {
    const device = place.w.device()
    const email = place.w.email('needs')
    await device.register({ email, password: 'correct horse battery', username: 'needs' })
    const sent = row.example.body as Record<string, unknown>
    expect(names.some((name) => name in sent)).toBe(true)
    const rest = Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name)))
    const { organizationId: _, ...alone } = rest
    const reply = await device[operation as 'createEvent'](alone)
    expect([reply.status, reply.body.success]).toEqual([400, false])
  })
})
