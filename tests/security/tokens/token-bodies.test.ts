import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { handlerFor } from '../../support/handlers.ts'
import { type Campus, everySample, prepare, type Sample } from '../../support/replay.ts'
import { rewindTo } from '../../support/table/rewind.ts'

/** Every operation that hands out tokens, whoever adds the next one. */
const handingOut = everySample.filter(({ row }) => row.reply.tokens !== undefined)

type Headers = Readonly<Record<string, string>>
type Held = { readonly own: ReadonlyMap<string, string>; readonly other: ReadonlyMap<string, string> }

const page = (w: Campus['w']): readonly Headers[] => [
  { origin: `http://${w.home}.localhost` },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
]

const of = (jar: ReadonlyMap<string, string>, name: 'accessToken' | 'refreshToken') => jar.get(name) ?? 'none'

/** What a script can add to a request without holding the refresh token of the cookies that go along. */
const additions: Readonly<Record<string, (held: Held) => Headers>> = {
  nothing: () => ({}),
  'X-Client: mobile': () => ({ 'x-client': 'mobile' }),
  'a junk refresh token': () => ({ 'x-client': 'mobile', 'x-refresh-token': 'junk' }),
  'an empty refresh token': () => ({ 'x-client': 'mobile', 'x-refresh-token': '' }),
  'the access token as a refresh token': ({ own }) => ({ 'x-refresh-token': of(own, 'accessToken') }),
  'a copy of the access token as a bearer': ({ own }) => ({
    'x-client': 'mobile',
    authorization: `Bearer ${of(own, 'accessToken')}`,
  }),
  'such a copy and a junk refresh token': ({ own }) => ({
    'x-client': 'mobile',
    authorization: `Bearer ${of(own, 'accessToken')}`,
    'x-refresh-token': 'junk',
  }),
  "such a copy and somebody else's refresh token": ({ own, other }) => ({
    'x-client': 'mobile',
    authorization: `Bearer ${of(own, 'accessToken')}`,
    'x-refresh-token': of(other, 'refreshToken'),
  }),
  'a bearer that is none': () => ({ 'x-client': 'mobile', authorization: 'Bearer null' }),
  'a junk bearer': () => ({ authorization: 'Bearer junk' }),
}

type Stage = Awaited<ReturnType<typeof prepare>> & { readonly rewind: () => Promise<void> }

/** Everything in place for the sample of an operation, as if nobody had performed it yet. */
const staged = (sample: Sample): (() => Promise<Stage>) => {
  let stage: Promise<Stage> | undefined
  const make = async (): Promise<Stage> => {
    const prepared = await prepare(sample)
    return { ...prepared, rewind: await rewindTo(prepared.place.w) }
  }
  return async () => {
    stage ??= make()
    const made = await stage
    await made.rewind()
    return made
  }
}
const stages = new Map(handingOut.map((sample) => [sample.name, staged(sample)]))
const stageOf = ({ name }: Sample): Promise<Stage> => {
  const stage = stages.get(name)
  if (!stage) throw new Error(`${name} hands out no tokens`)
  return stage()
}

const asker = ({ row: { example } }: Sample, { ada, people }: Campus) =>
  (example.as && people[example.as]?.agent) ?? ada.agent

/** The sample of an operation as a browser sends it: who calls says its cookies. */
const byCookies = (
  { headers, cookies = [], ...rest }: APIGatewayProxyEventV2,
  jar: ReadonlyMap<string, string>,
  added: Headers,
): APIGatewayProxyEventV2 => {
  const { authorization: _, ...kept } = headers
  const named = new Set(cookies.map((pair) => pair.split('=')[0]))
  const held = [...jar].filter(([name]) => !named.has(name)).map(([name, value]) => `${name}=${value}`)
  return { ...rest, headers: { ...kept, ...added }, cookies: [...cookies, ...held] }
}

const tokenLike = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g
const sidOf = (token: string): unknown => decodeJwt(token).sid

/** Tokens in a body, but for those of a session whose refresh token the caller has shown. */
const leaked = (body: string, { other }: Held): string[] =>
  (body.match(tokenLike) ?? []).filter((token) => sidOf(token) !== sidOf(of(other, 'refreshToken')))

describe.each(handingOut)('$name', (sample) => {
  // rules/http 18
  it.each(Object.keys(additions))(
    'puts no token into a body for a page with cookies that adds %s',
    async (name) => {
      for (const at of [0, 1]) {
        const { place, invocation } = await stageOf(sample)
        const handler = await handlerFor(sample.contract, place.w.runtime)
        const { jar } = asker(sample, place)
        const held = { own: jar, other: place.people.ben?.agent.jar ?? jar }
        const added = { ...page(place.w)[at], ...additions[name]?.(held) }
        const { body = '', cookies = [], statusCode } = await handler(byCookies(invocation, jar, added))
        expect([statusCode, leaked(body, held)]).toEqual([statusCode, []])
        // The sample of SAML comes without the mark of a browser, so no browser gets anywhere with it.
        if (name === 'nothing' && sample.operation !== 'receiveSamlResponse')
          expect([statusCode < 300, cookies.join()]).toEqual([
            true,
            expect.stringContaining('accessToken=eyJ'),
          ])
      }
    },
  )
})

describe('a caller with cookies that is no page', () => {
  const asking = handingOut.filter(({ row }) => row.access !== 'anyone' || row.refreshToken)

  it.each(
    asking.flatMap((sample) => Object.keys(additions).map((name) => ({ sample, name, op: sample.name }))),
  )('reads no token of $op by adding $name', async ({ sample, name }) => {
    const { place, invocation } = await stageOf(sample)
    const handler = await handlerFor(sample.contract, place.w.runtime)
    const { jar } = asker(sample, place)
    const held = { own: jar, other: place.people.ben?.agent.jar ?? jar }
    const added = additions[name]?.(held) ?? {}
    const { body = '' } = await handler(byCookies(invocation, jar, added))
    expect(leaked(body, held)).toEqual([])
  })
})

describe('an app that shows an access token alone', () => {
  const asking = handingOut.filter(({ row }) => row.access !== 'anyone')

  it.each(asking)('is given nothing by $name, which then is refused or goes on without', async (sample) => {
    const { place, invocation } = await stageOf(sample)
    const handler = await handlerFor(sample.contract, place.w.runtime)
    const bearer = { authorization: `Bearer ${asker(sample, place).jar.get('accessToken')}` }
    const headers = { ...invocation.headers, ...bearer, 'x-client': 'mobile' }
    const { body = '', cookies = [], statusCode } = await handler({ ...invocation, headers, cookies: [] })
    expect([body.match(tokenLike), cookies]).toEqual([null, []])
    expect([statusCode, body.includes('NO_REFRESH_TOKEN')]).toEqual(
      sample.row.goesOnWithout ? [200, false] : [401, true],
    )
  })
})
