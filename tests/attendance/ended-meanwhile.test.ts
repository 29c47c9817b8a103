import { afterEach, describe, expect, it, vi } from 'vitest'
import { SessionRevoked } from '../../lib/contract/failures.ts'
import { findPerson } from '../../lib/identity/person/person.ts'
import { access, credential, globalUser } from '../../lib/identity/person/records.ts'
import { deviceProofsIn, findKnownDevice } from '../../lib/identity/session/known-device.ts'
import { type Agent, type Reply, refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

afterEach(() => vi.restoreAllMocks())

type Command = { readonly constructor: { readonly name: string }; readonly input: unknown }

/** Lets `deed` happen after the request was let in and before the operation looks at the person itself. */
const onceIn = ({ runtime: { client } }: World, id: string, deed: () => Promise<unknown>): void => {
  const { documents } = client
  const send = documents.send.bind(documents) as (command: unknown) => Promise<unknown>
  let isTime = true
  vi.spyOn(documents, 'send').mockImplementation((async (command: Command) => {
    const looks = command.constructor.name === 'QueryCommand' && JSON.stringify(command.input).includes(id)
    if (isTime && looks) {
      isTime = false
      await deed()
    }
    return send(command)
  }) as never)
}

/** Everything of the person ends, by the number that all their sessions are judged by. */
const endAll = async (w: World, globalUserId: string): Promise<void> => {
  const { epoch = 0 } = (await w.table().get(access, { globalUserId }, { strong: true })) ?? {}
  await w.table().update(access, { globalUserId }, { set: { epoch: epoch + 1 } })
}

const standing = async (w: World, globalUserId: string) => [
  await findPerson(w.table(), globalUserId),
  await w.table().get(credential, { globalUserId }, { strong: true }),
]

const codeOf = async (w: World, { device, email }: Person): Promise<string> => {
  await device.requestEmailCode()
  await w.deliver()
  return w.codeFor(email)
}

const ownCodeOf = async (w: World, { device, email, user }: Person): Promise<string> => {
  await w.table().update(globalUser, { id: user.globalUserId }, { set: { emailVerified: true } })
  await device.requestOwnProof()
  await w.deliver()
  return w.codeFor(email)
}

const operations: Readonly<
  Record<string, (w: World, person: Person) => Promise<(device: Agent) => Promise<Reply>>>
> = {
  changePassword: async () => (device) =>
    device.changePassword({ currentPassword: password, newPassword: 'another correct horse' }),
  confirmEmail: async (w, person) => {
    const code = await codeOf(w, person)
    return (device) => device.confirmEmail({ code })
  },
  giveOwnProof: async (w, person) => {
    const code = await ownCodeOf(w, person)
    return (device) => device.giveOwnProof({ code })
  },
  revokeAllOtherSessions: async () => (device) => device.revokeAllOtherSessions(),
  listPushDevices: async () => (device) => device.listPushDevices(),
}

describe.each(Object.entries(operations))('%s', (_, prepare) => {
  // rules/identity 5
  it('changes nothing for a session that ends while the request is under way', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await w.device().login({ email: ada.email, password })
    const { globalUserId } = ada.user
    const act = await prepare(w, ada)
    let before: unknown
    onceIn(w, globalUserId, async () => {
      await endAll(w, globalUserId)
      before = await standing(w, globalUserId)
    })
    expect(await act(ada.device)).toMatchObject(refused(SessionRevoked))
    expect(before).toBeDefined()
    expect(await standing(w, globalUserId)).toEqual(before)
  })
})

describe('a device whose owner proves their address', () => {
  it('stays known, signed in or not, while earlier devices are unknown', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const other = w.device()
    await other.login({ email: ada.email, password })
    const { globalUserId } = ada.user
    const isKnown = async (proof: string | undefined) => {
      const person = await findPerson(w.table(), globalUserId)
      const device = { proofs: deviceProofsIn([proof ?? '']) } as unknown as Parameters<
        typeof findKnownDevice
      >[0]['device']
      const known = await findKnownDevice(
        { device, issuer: w.runtime.issuer, now: w.clock.now },
        globalUserId,
      )
      return person && known?.isKnownTo(person)
    }
    const [early, strange] = [ada.device.jar.get('knownDevice'), other.jar.get('knownDevice')]
    expect([await isKnown(early), await isKnown(strange)]).toEqual([true, true])
    expect((await ada.device.confirmEmail({ code: await codeOf(w, ada) })).status).toBe(200)
    const later = ada.device.jar.get('knownDevice')
    expect(later).not.toBe(early)
    expect([await isKnown(later), await isKnown(strange)]).toEqual([true, false])
    await ada.device.logout()
    expect(ada.device.jar.get('knownDevice')).toBe(later)
    expect([await isKnown(later), await isKnown(early), await isKnown(strange)]).toEqual([true, false, false])
    w.clock.advance(180 * 24 * 3600 - 1)
    expect(await isKnown(later)).toBe(true)
    w.clock.advance(1)
    expect(await isKnown(later)).toBeUndefined()
  })
})
