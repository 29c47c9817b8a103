import { beforeAll, describe, expect, it } from 'vitest'
import { PasskeyUnusable } from '../../functions/mfa/shapes.ts'
import { rowsOf } from '../security/rows.ts'
import { refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'
import { authenticator } from './authenticator.ts'
import { originOf, withTotp } from './factors.ts'

const once = { headers: { 'idempotency-key': 'second-factor-1' } }

let w: World
let ada: Awaited<ReturnType<typeof registered>>
beforeAll(async () => {
  w = await world({ settings: { REPEAT_SECONDS: '60' }, ownTable: true })
  ada = await registered(w)
})

/** Names and texts of everything that is remembered of requests. */
const remembered = async () =>
  JSON.stringify((await rowsOf(w, '')).filter(({ entity }) => entity === 'KeyedAnswer'))

describe('a request about second factors that is sent again', () => {
  // rules/http 36, rules/mfa 17
  it('registers one passkey, and its recovery codes are not shown again', async () => {
    const { body } = await ada.device.startPasskey()
    const credential = authenticator().create(body.data.options, { origin: originOf(w) })
    const first = await ada.device.registerPasskey({ credential }, once)
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    expect(first.body.data.recoveryCodes).toHaveLength(10)
    expect(await ada.device.registerPasskey({ credential }, once)).toMatchObject(refused(PasskeyUnusable))
    expect(await ada.device.registerPasskey({ credential })).toMatchObject(refused(PasskeyUnusable))
    expect((await ada.device.getMfaStatus()).body.data).toMatchObject({ passkeyCount: 1 })
    expect(await remembered()).not.toContain(first.body.data.recoveryCodes[0])
  })

  // rules/http 36
  it('makes secrets and codes anew each time', async () => {
    await withTotp(w, ada.device)
    const secrets = [await ada.device.setUpTotp({}, once), await ada.device.setUpTotp({}, once)]
    expect(new Set(secrets.map(({ body }) => body.data.secret)).size).toBe(2)
    const codes = [
      await ada.device.renewRecoveryCodes({}, once),
      await ada.device.renewRecoveryCodes({}, once),
    ]
    expect(new Set(codes.flatMap(({ body }) => body.data.recoveryCodes)).size).toBe(20)
    const challenges = [await ada.device.startPasskey({}, once), await ada.device.startPasskey({}, once)]
    expect(new Set(challenges.map(({ body }) => body.data.options.challenge)).size).toBe(2)
    expect(await remembered()).toBe('[]')
  })
})
