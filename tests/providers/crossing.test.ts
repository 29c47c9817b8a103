import { describe, expect, it } from 'vitest'
import type { Agent, Reply } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { tokenOf, waysOf } from '../support/ways.ts'
import { type World, world } from '../support/world.ts'

const clients = ['browser', 'app'] as const
const purposes = ['sign-in', 'link'] as const
const providers = ['google', 'apple'] as const
type Client = (typeof clients)[number]
type Attempt = { readonly purpose: (typeof purposes)[number]; readonly provider: (typeof providers)[number] }

const fromPage = { origin: 'http://elsewhere.localhost', 'sec-fetch-site': 'same-origin' }

/** Somebody who is signed in, in a browser or in an app, and calls with what such a client sends. */
const person = async (w: World, client: Client, name: string) => {
  const { email } = await registered(w, name)
  const app = client === 'app'
  const device = w.device({ headers: app ? { 'x-client': 'mobile' } : fromPage })
  const origin = `http://${w.home}.localhost`
  const page: Record<string, string> = app ? {} : { origin }
  const { body } = await device.login({ email, password }, { headers: page })
  const headers: Record<string, string> = app ? { authorization: `Bearer ${body.data.accessToken}` } : page
  return { device, headers, app }
}
type Person = Awaited<ReturnType<typeof person>>

const begin = async ({ device, headers }: Person, { purpose, provider }: Attempt) => {
  const starts = { google: device.startGoogleLogin, apple: device.startAppleLogin }
  const reply =
    purpose === 'link'
      ? await device.startLink({ provider }, { headers })
      : await starts[provider]({}, { headers })
  expect(reply.status).toBe(200)
  return reply.body.data as { state: string; nonce: string }
}

/** Answers as clients exchange a state: by JSON, with the own cookies. */
const exchange = ({ device, headers }: Person, { purpose, provider }: Attempt, answer: object) => {
  if (purpose === 'link') return device.linkWay(answer, { headers })
  return provider === 'google'
    ? device.googleLogin(answer, { headers })
    : device.appleLogin(answer, { headers })
}

/** Answers as Apple makes a browser do it: by a form that another site posts, whatever else the sender claims. */
const post = (
  device: Agent,
  answer: { state: string; idToken: string },
  sent: Readonly<Record<string, string>> = fromApple,
): Promise<Reply> =>
  device.appleCallback(
    {},
    {
      raw: new URLSearchParams({ state: answer.state, id_token: answer.idToken }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...sent },
    },
  )

const fromApple = {
  origin: 'https://apple.test',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
}

const attempts = purposes.flatMap((purpose) => providers.map((provider) => ({ purpose, provider })))
const crossings = attempts.flatMap((attempt) =>
  clients.flatMap((begun) => clients.map((ended) => ({ ...attempt, begun, ended }))),
)

const nothingCameOfIt = async (victim: Person, replies: readonly Reply[]) => {
  for (const { status, body, headers, cookies } of replies) {
    const refused = status === 302 ? headers.location?.endsWith('error=invalid_state') : body.code
    expect([true, 'INVALID_STATE']).toContain(refused)
    expect(cookies).toEqual([])
  }
  const { data } = (await victim.device.validateToken({}, { headers: victim.headers })).body
  expect(data.user.email).toMatch(/^victim\./)
}

describe('what an attacker began', () => {
  // rules/providers 12
  it.each(crossings)(
    'in a $begun as $purpose with $provider ends in nobody else’s $ended',
    async ({ begun, ended, ...attempt }) => {
      const w = await world()
      const attacker = await person(w, begun, 'attacker')
      const victim = await person(w, ended, 'victim')
      // The victim has begun a sign-in of the own, so that a browser carries a mark.
      await begin(victim, { purpose: 'sign-in', provider: 'google' })
      const { state, nonce } = await begin(attacker, attempt)
      const answer = { state, idToken: await tokenOf(w, attempt.provider, 'victim', { nonce }) }
      const same = begun === 'app' && ended === 'app' && attempt.purpose === 'sign-in'
      // An app that is handed a state by another app is that app's own doing: no page can make it.
      if (!same) await nothingCameOfIt(victim, [await exchange(victim, attempt, answer)])
      expect((await waysOf(w.device({ jar: victim.device.jar, headers: victim.headers }))).length).toBe(1)
    },
  )

  // rules/providers 12
  it.each(purposes)('in an app as %s ends at no callback, in whatever browser', async (purpose) => {
    const w = await world()
    const attacker = await person(w, 'app', 'attacker')
    const victim = await person(w, 'browser', 'victim')
    await begin(victim, { purpose: 'sign-in', provider: 'apple' })
    for (const [device, sent] of [
      [victim.device, fromApple],
      [w.device(), fromApple],
      [attacker.device, fromApple],
      [w.device(), { 'x-client': 'mobile' }],
    ] as const) {
      const { state, nonce } = await begin(attacker, { purpose, provider: 'apple' })
      const idToken = await tokenOf(w, 'apple', 'victim', { nonce })
      await nothingCameOfIt(victim, [await post(device, { state, idToken }, sent)])
    }
    const { ways } = (await attacker.device.listWays({}, { headers: attacker.headers })).body.data
    expect(ways).toHaveLength(1)
  })
})

describe('what somebody began', () => {
  it.each(crossings)(
    'in the own $begun as $purpose with $provider ends in the own $ended only if that is the same',
    async ({ begun, ended, ...attempt }) => {
      const w = await world()
      const own = await person(w, begun, 'ada')
      const { state, nonce } = await begin(own, attempt)
      const answer = { state, idToken: await tokenOf(w, attempt.provider, 'ada', { nonce }) }
      const other: Person =
        begun === ended
          ? own
          : {
              ...own,
              device: w.device({
                jar: new Map(),
                headers: ended === 'app' ? { 'x-client': 'mobile' } : fromPage,
              }),
            }
      const reply = await exchange(other, attempt, answer)
      expect([reply.status === 200, reply.status < 500]).toEqual([begun === ended, true])
    },
  )

  it('in a browser ends at the callback of that browser', async () => {
    const w = await world()
    const own = await person(w, 'browser', 'ada')
    const { state, nonce } = await begin(own, { purpose: 'link', provider: 'apple' })
    expect(
      (await post(own.device, { state, idToken: await tokenOf(w, 'apple', 'ada', { nonce }) })).status,
    ).toBe(200)
  })
})
