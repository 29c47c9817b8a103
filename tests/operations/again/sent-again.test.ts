import { describe, expect, it } from 'vitest'
import { everySample } from '../../support/replay.ts'
import { creating, recognised, single, staged } from './sendings.ts'

describe('what creates', () => {
  it('says how the same is known that is only sent again', () => {
    const silent = everySample.filter(
      ({ row }) => row.method !== 'GET' && row.reply.status === 201 && row.creates === undefined,
    )
    expect(silent.map(({ name }) => name)).toEqual([])
  })
})

describe('sent twice', () => {
  // rules/http 24
  it.each(creating)('under one key, $name makes one thing and answers twice the same', async (sample) => {
    const { w, send, kinds } = await staged(sample)
    const first = await send({ key: 'one-key-00001' })
    const made = await kinds()
    w.clock.advance(5)
    const second = await send({ key: 'one-key-00001' })
    expect(first.status, first.body).toBeLessThan(300)
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect(await kinds()).toEqual(made)
  })

  // rules/http 34
  it.each(recognised)(
    'with the same content, $name makes one thing and answers twice the same',
    async (sample) => {
      const { w, send, kinds } = await staged(sample)
      const first = await send()
      const made = await kinds()
      w.clock.advance(5)
      const second = await send()
      expect(first.status, first.body).toBeLessThan(300)
      expect([second.status, second.body]).toEqual([first.status, first.body])
      expect(await kinds()).toEqual(made)
    },
  )

  // rules/http 35
  it.each(single)('however late, $name makes one thing', async (sample) => {
    const { w, send, kinds } = await staged(sample)
    // A history tells of what was asked again, too.
    const things = async () => ({ ...(await kinds()), OrgHistory: 0 })
    expect((await send()).status).toBeLessThan(300)
    const made = await things()
    w.clock.advance(120)
    await send()
    expect(await things()).toEqual(made)
  })
})
