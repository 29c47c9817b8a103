import { describe, expect, it } from 'vitest'
import { outboxMail } from '../../../lib/outbox.ts'
import { probe } from '../probe.ts'
import { baseDomain, enrol, hostOf, originAt, productionWorld } from '../production.ts'
import { rowsOf } from '../rows.ts'
import { password, secret, signedIn, watched } from '../watched.ts'

const hostile = (school: string) => [
  `a.evil.example`,
  `${school}.evil.example`,
  `${school}.${baseDomain}.evil.example`,
  `evil${baseDomain}`,
  `${school}.evil${baseDomain}`,
  `${school}${baseDomain}`,
  `${school}.${baseDomain}.`,
  `${school}..${baseDomain}`,
  `.${school}.${baseDomain}`,
  `x.${school}.${baseDomain}`,
  `${school}.x.${baseDomain}`,
  `${school}.${baseDomain}:evil`,
  `${school}.${baseDomain}@evil.example`,
  `evil.example#.${baseDomain}`,
  `evil.example/.${baseDomain}`,
  `${school}%00.${baseDomain}`,
  `${school}\u0000.${baseDomain}`,
  `${school} .${baseDomain}`,
  ` ${school}.${baseDomain}`,
  `${school}\r\n.${baseDomain}`,
  `${school}_.${baseDomain}`,
  `-${school}.${baseDomain}`,
  `xn--hme-sna.${baseDomain}`,
  `höme.${baseDomain}`,
  `${'a'.repeat(64)}.${baseDomain}`,
  `${'a'.repeat(5000)}.${baseDomain}`,
  `*.${baseDomain}`,
  `T#${school}.${baseDomain}`,
  ...['api', 'media', 'mail', 'auth', 'admin', 'static', 'docs', 'status'].map(
    (label) => `${label}.${baseDomain}`,
  ),
  `1home.${baseDomain}`,
  `a.${baseDomain}`,
  '127.0.0.1',
  '10.0.0.1',
  '[::1]',
  '::1',
  'localhost',
  `${school}.localhost`,
  school,
  '',
  'abc123.execute-api.eu-central-1.amazonaws.com',
  'quad.example.amazonaws.com',
  'example',
]

describe('a hostile host in production', () => {
  // rules/http 1
  it('stands for no school: 404, nothing read, nobody called', async () => {
    const w = await productionWorld()
    const { send, calls } = probe(
      w.runtime,
      { access: 'anyone', host: 'both', method: 'GET' },
      hostOf(w.home),
    )
    const resolved: string[] = []
    for (const host of hostile(w.home)) {
      const { status, body } = await send({ host })
      if (status !== 404 || body.code !== 'TENANT_NOT_FOUND') resolved.push(`${host} ${status}`)
      expect(w.logs.at(-1)?.table).toBeUndefined()
    }
    expect(hostile(w.home).length).toBeGreaterThanOrEqual(30)
    expect([resolved, calls.length]).toEqual([[], 0])
    expect((await send()).body.data.tenant).toBe(w.home)
  })

  // rules/http 2
  it('gets no way around through a header', async () => {
    const w = await productionWorld()
    const { send } = probe(w.runtime, { access: 'anyone', method: 'GET' }, hostOf(w.home))
    for (const name of ['host', 'x-forwarded-host', 'x-tenant', 'forwarded', 'x-original-host', 'x-host']) {
      const headers = { [name]: name === 'forwarded' ? `host=${hostOf(w.sister)}` : hostOf(w.sister) }
      expect((await send({ headers })).body.data.tenant).toBe(w.home)
      expect((await send({ headers: { [name]: w.sister } })).body.data.tenant).toBe(w.home)
      expect((await send({ headers, host: 'a.evil.example' })).status).toBe(404)
    }
  })

  it('in upper case or with a port is the same school, with the address of the settings', async () => {
    const w = await productionWorld()
    const { send } = probe(w.runtime, { access: 'anyone', method: 'GET' }, hostOf(w.home))
    for (const host of [hostOf(w.home).toUpperCase(), `${hostOf(w.home)}:443`, `${hostOf(w.home)}:8443`])
      expect((await send({ host })).body.data).toMatchObject({ tenant: w.home, origin: originAt(w.home) })
  })
})

describe('a host in development', () => {
  const hosts = (home: string, sister: string): [string, string][] => [
    ['localhost', home],
    ['localhost:3000', home],
    ['127.0.0.1:3000', home],
    ['[::1]:3000', home],
    ['quad', home],
    ['4b2c1d.execute-api.eu-central-1.amazonaws.com', home],
    [`${sister}.localhost`, sister],
    [`${sister.toUpperCase()}.localhost:3000`, sister],
  ]

  // rules/http 1
  it('names its school, or stands for the default one', async () => {
    const w = await watched()
    const { send } = probe(w.runtime, { access: 'anyone', method: 'GET' }, 'localhost')
    for (const [host, tenant] of hosts(w.home, w.sister)) {
      expect((await send({ host })).body.data.tenant, host).toBe(tenant)
      expect((await send({ host, headers: { 'x-tenant': w.sister } })).body.data.tenant).toBe(w.sister)
    }
    for (const host of ['admin.localhost', '1home.localhost', 'xn--hme-sna.localhost'])
      expect((await send({ host })).body.code, host).toBe('TENANT_NOT_FOUND')
  })
})

describe('a flood of names', () => {
  it('does not fill the memory of a process', async () => {
    const w = await productionWorld()
    const { schools } = w.runtime
    const entry = { record: undefined, until: w.clock.now().getTime() + 60_000 }
    for (let number = 0; number < 2000; number += 1) schools.set(`of school${number}`, entry)
    await w.device().validateToken({}, { host: hostOf(w.home) })
    expect(schools.size).toBeLessThan(2000)
  })
})

describe('a school that the registry does not know', () => {
  // rules/http 3
  it('is 404 in production and leaves no trace, and exists as soon as it is enrolled', async () => {
    const w = await productionWorld()
    const unknown = `${w.home}z`
    const host = hostOf(unknown)
    const email = secret(w.email('ada'))
    const replies = [
      await w.device().register({ email, password }, { host }),
      await w.device().login({ email, password }, { host }),
      await w.device().validateToken({}, { host }),
    ]
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
      replies.map(() => [404, 'TENANT_NOT_FOUND']),
    )
    await enrol(w, unknown)
    w.clock.advance(3)
    expect((await w.device().register({ email, password }, { host })).status).toBe(201)
  })

  it('cannot be signed in to from the platform host either', async () => {
    const w = await productionWorld()
    const email = secret(w.email('ada'))
    for (const school of [`${w.home}z`, 'www', 'api', '../x', 'T#x', `${w.home}.evil`]) {
      const reply = await w.device().register({ email, password, school }, { host: baseDomain })
      expect([reply.status, reply.body.code]).toEqual([404, 'TENANT_NOT_FOUND'])
    }
    expect((await w.device().register({ email, password }, { host: baseDomain })).body.code).toBe(
      'SCHOOL_REQUIRED',
    )
    expect(
      (await w.device().register({ email, password, school: w.home }, { host: baseDomain })).status,
    ).toBe(201)
  })
})

describe('the platform host', () => {
  // rules/http 4
  it.each([baseDomain, `www.${baseDomain}`])('%s answers only what is meant for it', async (host) => {
    const w = await productionWorld()
    const replies = [
      await w.device().joinTenant({}, { host }),
      await w.device().createPlant({ id: 1, name: 'x' }, { host }),
      await w.device().request('saml', 'GET', '/auth/saml/metadata', { host }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(replies[0]?.body.code).toBe('USE_TENANT_SUBDOMAIN')
    expect((await w.device().request('platform', 'GET', '/health', { host })).status).toBe(200)
    expect((await w.device().validateToken({}, { host })).body.code).toBe('NO_TOKEN')
  })

  // rules/http 4
  it('never lets a platform operation run on the host of a school', async () => {
    const w = await productionWorld()
    const { send, calls } = probe(w.runtime, { access: 'anyone', host: 'platform' }, hostOf(w.home))
    expect((await send()).body.code).toBe('USE_TENANT_SUBDOMAIN')
    expect((await send({ host: baseDomain })).status).toBe(200)
    expect(calls).toHaveLength(1)
  })
})

describe('mails', () => {
  // rules/http 30
  it('carry nothing that came with the request: neither its host nor its address', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    await ada.device.refreshToken()
    await ada.device.refreshToken()
    w.clock.advance(31)
    const planted = { headers: { 'x-forwarded-host': 'evil.example', referer: 'https://evil.example/' } }
    await w
      .device()
      .refreshToken(
        {},
        { ...planted, host: `${w.home}.evil.example`, cookies: [`refreshToken=${ada.refreshToken}`] },
      )
    const rows = await rowsOf(w)
    const items = rows.filter(({ entity }) => entity === outboxMail.name)
    expect(items).toHaveLength(1)
    expect(JSON.stringify(items)).not.toMatch(/evil|localhost/)
  })
})
