import assert from 'node:assert/strict'
import { inflateRawSync } from 'node:zlib'
import { demoAdminEmail, demoPassword } from '../../infra/local/demo-people.ts'
import { browser, type Posting, signInAt } from './real/browser.ts'
import type { SimpleSaml } from './real/simplesaml.ts'

type Headers = Readonly<Record<string, string>>

/** One school of a running platform, as programs talk to it. */
export type School = ReturnType<typeof schoolAt>

/** Talks to the platform on loopback: the host says nothing there, so that a header names the school. */
export const schoolAt = (origin: string, tenant: string) => {
  const always: Headers = { 'x-tenant': tenant }

  const call = async (method: string, path: string, body?: unknown, headers: Headers = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...always,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      body: json ? JSON.parse(text) : text,
      cookies: response.headers.getSetCookie(),
      location: response.headers.get('location') ?? '',
    }
  }

  const post = async (path: string, form: Headers, headers: Headers = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...always, ...headers },
      body: new URLSearchParams(form),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      body: json ? JSON.parse(text) : text,
      cookies: response.headers.getSetCookie(),
    }
  }

  const answer = (response: string, relay: string | undefined, headers: Headers = {}) =>
    post(
      '/auth/saml/callback',
      { SAMLResponse: response, ...(relay === undefined ? {} : { RelayState: relay }) },
      headers,
    )

  /** From the first page to the form that the identity provider posts. */
  const journey = async (
    username: string,
    password: string,
    visitor = browser(),
    query = '',
  ): Promise<Posting> => {
    const { body } = await call('GET', `/auth/saml/login${query}`)
    return signInAt(body.redirectUrl, username, password, visitor)
  }

  return { origin, tenant, call, post, answer, journey }
}

/** The header of somebody who administers every school. */
export const rootOf = async (school: School): Promise<Headers> => {
  const { status, body } = await school.call(
    'POST',
    '/login',
    { email: demoAdminEmail, password: demoPassword },
    { 'x-client': 'mobile' },
  )
  assert.equal(status, 200, JSON.stringify(body))
  return { authorization: `Bearer ${body.data.accessToken}` }
}

/** Sets a school up with an identity provider, by its metadata and ours. */
export const connect = async (
  school: School,
  provider: SimpleSaml,
  root: Headers,
  options?: string,
): Promise<void> => {
  const entityId = `${school.origin}/auth/saml/metadata`
  const wanted = {
    entityId,
    idp: { entityId: provider.entityId, ssoUrl: provider.ssoUrl, x509Cert: provider.certificate },
  }
  const made = await school.call('POST', '/auth/saml/config', wanted, root)
  assert.ok(made.status < 300, JSON.stringify(made.body))
  const xml = await (await fetch(provider.entityId)).text()
  const read = await school.call('POST', '/auth/saml/metadata', { xml }, root)
  assert.equal(read.status, 200, JSON.stringify(read.body))
  const active = await school.call('POST', '/auth/saml/config', { isActive: true }, root)
  assert.equal(active.status, 200, JSON.stringify(active.body))
  const metadata = await school.call('GET', '/auth/saml/metadata')
  provider.register(school.tenant, metadata.body, options)
}

export const unpacked = (response: string): string => Buffer.from(response, 'base64').toString('utf8')

/** The message that an address carries in its query. */
export const messageIn = (address: string, part: 'SAMLRequest' | 'SAMLResponse'): string =>
  inflateRawSync(Buffer.from(new URL(address).searchParams.get(part) ?? '', 'base64')).toString('utf8')
