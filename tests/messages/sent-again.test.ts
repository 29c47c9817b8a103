import { beforeAll, describe, expect, it } from 'vitest'
import { messageRepeatSeconds } from '../../lib/contract/idempotency.ts'
import { type Club, club } from '../support/orgs.ts'
import { type World, world } from '../support/world.ts'

const place = {} as { w: World; chess: Club }
beforeAll(async () => {
  const w = await world({ settings: { REPEAT_SECONDS: '60' } })
  Object.assign(place, { w, chess: await club(w) })
})

const ids = async (content: string, times: readonly { readonly wait?: number; readonly key?: string }[]) => {
  const { w, chess } = place
  const said: string[] = []
  for (const { wait = 0, key } of times) {
    w.clock.advance(wait)
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const { status, body } = await chess.owner.device.postMessage(
      { orgId: chess.orgId, content },
      { headers },
    )
    expect(status, body.message).toBe(201)
    said.push(body.data._id)
  }
  return new Set(said).size
}

describe('the same text', () => {
  // rules/http 34
  it('is one message when a request is repeated, and two when it is posted again later', async () => {
    expect(await ids('ok', [{}, {}, { wait: messageRepeatSeconds - 5 }])).toBe(1)
    expect(await ids('well', [{}, { wait: messageRepeatSeconds + 1 }, { wait: 60 }])).toBe(3)
  })

  it('is one message when it is sent twice at the same moment', async () => {
    const { chess } = place
    const send = () => chess.owner.device.postMessage({ orgId: chess.orgId, content: 'twice' })
    const both = await Promise.all([send(), send(), send()])
    expect(both.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(both.map(({ body }) => body.data._id)).size).toBe(1)
  })

  // rules/http 36
  it('is two messages under two idempotency keys, and by two people', async () => {
    expect(await ids('yes', [{ key: 'first-0001' }, { key: 'second-001' }])).toBe(2)
    const { chess } = place
    const of = async ({ device }: Club['owner']) =>
      (await device.postMessage({ orgId: chess.orgId, content: 'both' })).body.data._id
    expect(await of(chess.owner)).not.toBe(await of(chess.admin))
  })
})
