import { TOTP } from 'otpauth'
import { totp } from '../../lib/identity/factor/records.ts'
import { session } from '../../lib/identity/person/records.ts'
import type { Agent, Overrides } from '../support/agent.ts'
import { password } from '../support/people.ts'
import type { World } from '../support/world.ts'
import { authenticator } from './authenticator.ts'

/** Where a page of a school stands in a world, which may be a deployed one. */
export const originOf = ({ home, domain }: World, tenant = home): string =>
  `${domain === 'localhost' ? 'http' : 'https'}://${tenant}.${domain}`

/** The code that an authenticator app of somebody else's making shows for a set-up, at the world's moment. */
export const codeFrom = (w: World, otpauthUrl: string): string => {
  const secret = new URL(otpauthUrl).searchParams.get('secret') ?? ''
  return new TOTP({ secret }).generate({ timestamp: w.clock.now().getTime() })
}

/** Somebody sets up an authenticator app. `code` is the one of a later moment; each serves once. */
export const withTotp = async (w: World, device: Agent, at: Overrides = {}) => {
  const { body } = await device.setUpTotp({}, at)
  const url: string = body.data.otpauthUrl
  const enabled = await device.enableTotp({ code: codeFrom(w, url) }, at)
  if (enabled.status !== 200) throw new Error(`no authenticator app: ${JSON.stringify(enabled.body)}`)
  return {
    recoveryCodes: enabled.body.data.recoveryCodes as string[],
    code: () => {
      w.clock.advance(30)
      return codeFrom(w, url)
    },
  }
}

/** Somebody registers a passkey. */
export const withPasskey = async (w: World, device: Agent, tenant = w.home, key = authenticator()) => {
  const origin = originOf(w, tenant)
  const { body } = await device.startPasskey()
  const credential = key.create(body.data.options, { origin })
  const registered = await device.registerPasskey({ credential, nickname: 'My phone' })
  if (registered.status !== 201) throw new Error(`no passkey: ${JSON.stringify(registered.body)}`)
  return { key, origin, registered }
}

/** Somebody begins to set up an app and a passkey: the address of the one, the credential of the other. */
export const bothBegun = async (w: World, device: Agent) => {
  const url: string = (await device.setUpTotp()).body.data.otpauthUrl
  const { options } = (await device.startPasskey()).body.data
  return { url, credential: authenticator().create(options, { origin: originOf(w) }) }
}

/** Shows a passkey in the session of a device. */
export const confirmWith = async (device: Agent, key: ReturnType<typeof authenticator>, origin: string) => {
  const { body } = await device.startPasskeyConfirmation()
  return device.confirmByPasskey({ credential: key.use(body.data.options, { origin }) })
}

/** A fresh browser that has given the password, and waits for the second step. */
export const halfSignedIn = async (w: World, email: string, tenant = w.home) => {
  const device = w.device({ tenant })
  return { device, reply: await device.login({ email, password }) }
}

/** The sessions of somebody have shown their authenticator app just now. */
export const appShown = async (w: World, globalUserId: string): Promise<void> => {
  const app = await w.table().get(totp, { globalUserId }, { strong: true })
  const { items } = await w.table().list(session, { keyParams: { globalUserId }, limit: 10, strong: true })
  const strong = { at: w.clock.now().toISOString(), by: 'totp' as const, since: app?.createdAt }
  for (const one of items) await w.table().update(session, one, { set: { strong } })
}
