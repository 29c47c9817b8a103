import type { JWTPayload } from 'jose'
import type { Campus } from '../support/replay.ts'

type Staged = Readonly<Record<string, string>>

const tokenOf = ({ w, ada }: Campus, provider: 'google' | 'apple', more: JWTPayload = {}): Promise<string> =>
  w.providers.idToken(provider, { sub: `sub of ${ada.id}`, email: `private.${ada.email}`, ...more })

const linkBegun = async ({ ada }: Campus) =>
  (await ada.agent.startLink({ provider: 'google' })).body.data as { state: string; nonce: string }

/** What providers have to have said before a sample can succeed. */
export const providerStages: Readonly<Record<string, (campus: Campus) => Promise<Staged>>> = {
  googleLogin: async (campus) => ({ 'demo-id-token-of-google': await tokenOf(campus, 'google') }),
  appleLogin: async (campus) => ({ 'demo-id-token-of-apple': await tokenOf(campus, 'apple') }),
  appleCallback: async (campus) => {
    const device = campus.w.device()
    const { state, nonce } = (await device.startAppleLogin({ path: '/' })).body.data
    return {
      'demo-sign-in-state': state,
      'demo-sign-in-mark': device.jar.get('__Host-sign-in') ?? '',
      'demo-id-token-of-apple': await tokenOf(campus, 'apple', { nonce }),
    }
  },
  linkWay: async (campus) => {
    const { state, nonce } = await linkBegun(campus)
    return {
      'demo-sign-in-state': state,
      'demo-sign-in-mark': campus.ada.agent.jar.get('__Host-sign-in') ?? '',
      'demo-id-token-of-google': await tokenOf(campus, 'google', { nonce }),
    }
  },
  unlinkWay: async (campus) => {
    const { state, nonce } = await linkBegun(campus)
    const idToken = await tokenOf(campus, 'google', { nonce })
    const { body } = await campus.ada.agent.linkWay({ state, idToken })
    const ways: { id: string; kind: string }[] = body.data.ways
    return { 'demo-way': ways.find(({ kind }) => kind === 'google')?.id ?? '' }
  },
}
