import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, inject, it } from 'vitest'
import { verifier } from '../../lib/identity/token/verifier.ts'
import { connect, type TableClient } from '../../lib/table/client.ts'
import type { Reply } from '../support/agent.ts'
import type { World } from '../support/world.ts'
import { failing, faults, mayComeLate, telltale } from './faults.ts'
import { deviceOn } from './platforms.ts'
import { rowsOf } from './rows.ts'
import { type Person, password, secret, signedIn, watched } from './watched.ts'

type Device = Person['device']
type Operation = (device: Device, ada: Person, w: World, turn: number) => Promise<Reply>

const operations: Readonly<Record<string, Operation>> = {
  login: (device, { email }) => device.login({ email, password }),
  register: (device, _, w, turn) => device.register({ email: secret(w.email(`new${turn}`)), password }),
  refresh: (device) => device.refreshToken(),
  validate: (device) => device.validateToken(),
  join: (device, _, w, turn) => device.on(`${w.home.slice(0, 20)}n${turn}`).joinTenant(),
}

const stage = async () => {
  const w = await watched({ settings: { RATE_LIMIT_SCALE: '1000' } })
  const ada = await signedIn(w)
  return { w, ada }
}

/** A device of ada's on a process that has just started, so that nothing is remembered. */
const deviceWith = (w: World, ada: Person, plan?: Parameters<typeof failing>[1]) => {
  const { client, seen } = failing(w, plan)
  const device = deviceOn(
    w,
    { client, verifier: verifier(), schools: new Map() },
    { jar: new Map(ada.device.jar) },
  )
  return { device, seen }
}

const keepJar = ({ device }: Person, from: Device): void => {
  for (const [name, value] of from.jar) device.jar.set(name, value)
}

const isClean503 = ({ status, body, headers, cookies }: Reply): boolean =>
  status === 503 &&
  body.success === false &&
  body.code === 'UNAVAILABLE' &&
  body.error.includes(headers['x-request-id']) &&
  Number(headers['retry-after']) > 0 &&
  cookies.length === 0 &&
  !JSON.stringify(body).includes(telltale)

/** Rows of a person that cannot be without each other. */
const halves = async (w: World): Promise<string[]> => {
  const rows = await rowsOf(w)
  const of = (entity: string) => rows.filter((row) => row.entity === entity)
  const people = new Set(of('TenantUser').map(({ usernameKey }) => usernameKey))
  const guards = new Set(of('UsernameGuard').map(({ usernameKey }) => usernameKey))
  return [...people, ...guards].filter((name) => !people.has(name) || !guards.has(name)).map(String)
}

describe.each(Object.entries(operations))('%s on a failing engine', (_, perform) => {
  it('is 503 with its request id or goes through, whichever call fails and however', async () => {
    const { w, ada } = await stage()
    const clean = deviceWith(w, ada)
    expect((await perform(clean.device, ada, w, 0)).status).toBeLessThan(300)
    expect(clean.seen.calls).toBeGreaterThan(0)
    keepJar(ada, clean.device)
    const wrong: string[] = []
    let turn = 1
    for (let call = 1; call <= clean.seen.calls; call += 1) {
      for (const [fault, error] of Object.entries(faults)) {
        for (const lost of mayComeLate.has(fault) ? [false, true] : [false]) {
          turn += 1
          const { device } = deviceWith(w, ada, { at: (number) => number === call, error, lost })
          const reply = await perform(device, ada, w, turn)
          const healthy = deviceWith(w, ada).device
          const next = await perform(healthy, ada, w, turn)
          keepJar(ada, healthy)
          if (reply.status >= 300 && !isClean503(reply)) wrong.push(`${fault} at ${call}: ${reply.status}`)
          if (next.status >= 300)
            wrong.push(`after ${fault} at ${call}${lost ? ' (lost)' : ''}: ${next.status}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(await halves(w)).toEqual([])
    expect(w.logs.some((line) => JSON.stringify(line).includes(telltale))).toBe(false)
  }, 60_000)

  // rules/http 28
  it('is 503 as long as nobody answers, and writes nothing', async () => {
    const { w, ada } = await stage()
    const before = await rowsOf(w, ada.globalUserId)
    for (const error of Object.values(faults)) {
      const { device } = deviceWith(w, ada, { at: () => true, error })
      expect(isClean503(await perform(device, ada, w, 1))).toBe(true)
    }
    const dead = connect({ TABLE_NAME: w.runtime.client.name, DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' })
    const device = deviceOn(
      w,
      { client: dead, verifier: verifier(), schools: new Map() },
      { jar: ada.device.jar },
    )
    expect(isClean503(await perform(device, ada, w, 2))).toBe(true)
    expect(await rowsOf(w, ada.globalUserId)).toEqual(before)
  }, 60_000)
})

/** Milliseconds that a try may take, known once a call was made. */
const patienceOf = ({ documents }: TableClient): object =>
  (documents.config.requestHandler as unknown as { httpHandlerConfigs(): object }).httpHandlerConfigs()

describe('an engine that is slow', () => {
  // rules/table 8
  it('is given up before the gateway gives up the function', async () => {
    const { w } = await stage()
    const client = connect({ TABLE_NAME: w.runtime.client.name, DYNAMODB_ENDPOINT: inject('engine') })
    await client.documents.send(new GetCommand({ TableName: client.name, Key: { pk: 'none', sk: 'none' } }))
    expect(patienceOf(client)).toMatchObject({ connectionTimeout: 1000, requestTimeout: 2000 })
  })

  it('is waited for without end in tests, of which many requests share a process', async () => {
    const { w } = await stage()
    expect(patienceOf(w.runtime.client)).toEqual({})
  })
})

describe('an engine that answers half', () => {
  // rules/table 7
  it('is 503: keys that it never gets to are not taken for absent ones', async () => {
    const { w, ada } = await stage()
    const { client } = w.runtime
    const send = async (command: { input: { RequestItems?: Record<string, { Keys: unknown[] }> } }) => {
      const { RequestItems } = command.input
      if (!RequestItems) return client.documents.send(command as never)
      return { Responses: {}, UnprocessedKeys: RequestItems }
    }
    const half = { ...client, documents: { send } } as unknown as typeof client
    const device = deviceOn(
      w,
      { client: half, verifier: verifier(), schools: new Map() },
      { jar: ada.device.jar },
    )
    expect(isClean503(await device.validateToken())).toBe(true)
  })
})

describe('a defect', () => {
  // rules/http 27
  it('is 500 with the request id and without its text', async () => {
    const { w, ada } = await stage()
    const error = () => Object.assign(new Error(`${telltale} ${ada.email}`), { name: 'ValidationException' })
    const { device } = deviceWith(w, ada, { at: () => true, error })
    const reply = await device.validateToken()
    expect([reply.status, reply.body.success]).toEqual([500, false])
    expect(reply.body.error).toContain(reply.headers['x-request-id'])
    expect(JSON.stringify(reply)).not.toMatch(new RegExp(`${telltale}|Validation|example.edu| at `))
    expect(JSON.stringify(w.logs)).not.toContain(telltale)
  })
})
