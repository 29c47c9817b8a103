import { expect } from 'vitest'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { emailPointer, globalUser } from '../../lib/identity/person/records.ts'
import type { Agent, Reply } from './agent.ts'
import type { World } from './world.ts'

type Shown = { id: string; kind: string; school?: string; active: boolean; removable: boolean }

/** A token of somebody whom a provider vouches for. */
export const tokenOf = (w: World, provider: 'google' | 'apple', name: string, more: object = {}) =>
  w.providers.idToken(provider, { sub: `${name} ${w.home}`, email: w.email(name), ...more })

export const waysOf = async (device: Agent): Promise<Shown[]> => (await device.listWays()).body.data.ways
export const idOf = async (device: Agent, kind: string): Promise<string> =>
  (await waysOf(device)).find((way) => way.kind === kind)?.id ?? 'none'

/** Links somebody of a provider to the account that a device is signed in with. */
export const linked = async (w: World, device: Agent, provider: 'google' | 'apple', name: string) => {
  const started = await device.startLink({ provider })
  expect(started.status).toBe(200)
  const { state, nonce } = started.body.data
  return device.linkWay({ state, idToken: await tokenOf(w, provider, name, { nonce }) })
}

/** A code by mail makes the session of a device one of the person's own. */
export const proveOwn = async (w: World, device: Agent, email: string): Promise<Reply> => {
  const pointer = await w.table().get(emailPointer, { email }, { strong: true })
  await w.table().update(globalUser, { id: pointer?.globalUserId ?? '' }, { set: { emailVerified: true } })
  expect((await device.requestOwnProof()).status).toBe(200)
  await w.deliver()
  return device.giveOwnProof({ code: w.codeFor(email) })
}

export const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

/** What the audit trail of the home school says about ways. */
export const deeds = async (w: World): Promise<string[]> => {
  const month = w.clock.now().toISOString().slice(0, 7)
  const { items } = await w.table().list(auditEntry, { keyParams: { month }, limit: 100 })
  return items.map(({ action, detail }) => `${action} ${detail?.issuer}`)
}
