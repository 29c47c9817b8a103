import { describe, expect, it } from 'vitest'
import type { Row } from '../../../lib/contract/row.ts'
import { probe } from '../probe.ts'
import { originAt } from '../production.ts'
import { type Person, signedIn, watched } from '../watched.ts'

const names = ['null', 'undefined', 'NULL', 'Undefined', '"null"', '"undefined"', '""', '']
/** What clients send that make a text of a token which they have not. */
const hollow = ['Bearer', 'bearer', 'BEARER'].flatMap((scheme) =>
  names.flatMap((name) => [`${scheme} ${name}`, `${scheme}   ${name}  `]),
)
const wrong = [
  'nul',
  'nulll',
  'nullx',
  'xnull',
  'undefine',
  'none',
  'false',
  '0',
  'NaN',
  '[object',
  'null.null.null',
  "'null'",
]

const accesses = ['caller', 'member'] as const satisfies Row['access'][]

const stage = async (access: Row['access'] = 'caller') => {
  const w = await watched()
  const ada = await signedIn(w)
  return { w, ada, ...probe(w.runtime, { access }, `${w.home}.localhost`) }
}

const both = ({ accessToken, refreshToken }: Person) => [
  `accessToken=${accessToken}`,
  `refreshToken=${refreshToken}`,
]

describe.each(['Bearer', 'Bearer ', ...hollow])('a header "%s"', (authorization) => {
  const headers = { authorization }

  // rules/http 9
  it.each(accesses)('counts as absent beside cookies, for what a %s may do', async (access) => {
    const { ada, send } = await stage(access)
    const reply = await send({ cookies: both(ada), headers })
    expect([reply.status, reply.body.data?.globalUserId]).toEqual([200, ada.globalUserId])
    const late = await send({ cookies: [`refreshToken=${ada.refreshToken}`], headers })
    expect([late.status, late.body.code]).toEqual([401, 'NO_TOKEN'])
  })

  it('is refused without cookies', async () => {
    const { send } = await stage()
    for (const cookies of [[], ['accessToken='], ['other=1']]) {
      const reply = await send({ cookies, headers })
      expect([reply.status, reply.body.code]).toEqual([401, 'INVALID_TOKEN'])
    }
  })
})

describe('a bearer that is none', () => {
  it('refreshes and signs out by the cookies, as without it', async () => {
    const { ada } = await stage()
    const headers = { authorization: 'Bearer null' }
    const refreshed = await ada.device.refreshToken({}, { headers })
    expect([refreshed.status, refreshed.cookies.length]).toEqual([200, 2])
    expect((await ada.device.logout({}, { headers })).status).toBe(200)
    expect((await ada.device.validateToken({}, { cookies: both(ada) })).body.code).toBe('SESSION_REVOKED')
  })

  it('makes no write of a page of another school any safer', async () => {
    const { w, ada, send } = await stage()
    const headers = { authorization: 'Bearer null', origin: originAt(w.sister) }
    expect((await send({ cookies: both(ada), headers })).body.code).toBe('CROSS_SITE')
  })

  it.each(wrong)('is not one like "%s": that is a wrong token, cookies or not', async (token) => {
    const { ada, send } = await stage()
    const headers = { authorization: `Bearer ${token}` }
    for (const cookies of [both(ada), []]) {
      const reply = await send({ cookies, headers })
      expect([reply.status, reply.body.code]).toEqual([401, 'INVALID_TOKEN'])
    }
  })

  it('leaves an operation for anybody without a caller', async () => {
    const { ada, send } = await stage('optional')
    const headers = { authorization: 'Bearer undefined' }
    expect((await send({ headers })).body.data.globalUserId).toBeNull()
    expect((await send({ cookies: both(ada), headers })).body.data.globalUserId).toBe(ada.globalUserId)
  })
})

describe('a header of a refresh token that is none', () => {
  it.each(['', ' ', 'null', 'undefined', '"null"', '""'])('counts as absent: "%s"', async (text) => {
    const { ada, w } = await stage()
    const headers = { 'x-refresh-token': text }
    const refreshed = await ada.device.refreshToken({}, { headers })
    expect([refreshed.status, refreshed.cookies.length]).toEqual([200, 2])
    expect(JSON.stringify(refreshed.body)).not.toContain('eyJ')
    const nothing = await w.device().refreshToken({}, { headers })
    expect([nothing.status, nothing.body.code]).toEqual([401, 'NO_REFRESH_TOKEN'])
    expect((await ada.device.logout({}, { headers })).status).toBe(200)
    expect((await ada.device.validateToken({}, { cookies: both(ada) })).body.code).toBe('SESSION_REVOKED')
  })

  it('is not one like "nul": that is a wrong token beside a good cookie', async () => {
    const { ada } = await stage()
    const reply = await ada.device.refreshToken({}, { headers: { 'x-refresh-token': 'nul' } })
    expect([reply.status, reply.body.code]).toEqual([401, 'INVALID_REFRESH_TOKEN'])
  })
})
