import { describe, expect, it } from 'vitest'
import { world } from '../support/world.ts'

describe('the plant store', () => {
  it('needs somebody who is signed in', async () => {
    const { device } = await world()
    const reply = await device().createPlant({ id: 1, name: 'Fern' })
    expect(reply.status).toBe(401)
    expect(reply.body).toEqual({ error: 401, message: 'No access token provided' })
  })
  it('health', async () => {
    const { device } = await world()
    expect((await device().getHealth()).body).toEqual({ ok: true })
    expect((await device().request('platform', 'GET', '/nowhere')).status).toBe(404)
  })
})
