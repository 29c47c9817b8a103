import { contracts, domainFor } from '../../functions/routes.ts'
import { invocationOf } from '../../infra/invocation.ts'
import { handlerFor } from '../support/handlers.ts'
import type { World } from '../support/world.ts'

export type Form = {
  readonly action: string
  readonly enctype: string | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly html: string
}

/** What a person without scripts has in front of them. */
export type Shown = {
  readonly status: number
  /** Path and query. */
  readonly address: string
  readonly title: string
  readonly html: string
  /** The words, without tags, on one line. */
  readonly text: string
  readonly links: readonly { readonly href: string; readonly text: string }[]
  readonly forms: readonly Form[]
  readonly headers: Readonly<Record<string, string>>
}

export type Browser = {
  readonly jar: Map<string, string>
  /** What it was told to throw away, at each telling. */
  readonly cleared: string[]
  open(path: string, headers?: Readonly<Record<string, string>>): Promise<Shown>
  /** Fills the form of the page with that action (and fields, where several have it) and sends it, with its `files`. */
  send(
    action: string,
    filled?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
    files?: Readonly<Record<string, Uint8Array>>,
  ): Promise<Shown>
  /** Sends a form as if it had stood in a page. */
  post(action: string, filled: Readonly<Record<string, string>>): Promise<Shown>
  /** Goes where the link of these words leads. */
  follow(text: string): Promise<Shown>
  readonly page: () => Shown
}

const signs: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
const plain = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (sign) => signs[sign] ?? sign)
const words = (html: string): string =>
  plain(html.replace(/<style>[\s\S]*?<\/style>|<wbr>/g, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : plain(found)
}

const fieldsOf = (html: string): Record<string, string> => {
  const fields: Record<string, string> = {}
  for (const [tag] of html.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, 'name')
    const type = attribute(tag, 'type') ?? 'text'
    if (name === undefined) continue
    if ((type === 'checkbox' || type === 'radio') && !/\schecked\b/.test(tag)) continue
    fields[name] = attribute(tag, 'value') ?? (type === 'file' ? '' : 'on')
  }
  for (const [, tag = '', inside = ''] of html.matchAll(/(<select[^>]*>)([\s\S]*?)<\/select>/g)) {
    const all = [...inside.matchAll(/<option[^>]*>/g)].map(([one]) => one)
    const chosen = all.find((one) => /\sselected\b/.test(one)) ?? all[0] ?? ''
    fields[attribute(tag, 'name') ?? ''] = attribute(chosen, 'value') ?? ''
  }
  for (const [, tag = '', inside = ''] of html.matchAll(/(<textarea[^>]*>)([\s\S]*?)<\/textarea>/g))
    fields[attribute(tag, 'name') ?? ''] = plain(inside)
  return fields
}

const formsOf = (html: string): Form[] =>
  [...html.matchAll(/(<form[^>]*>)([\s\S]*?)<\/form>/g)].map(([, tag = '', inside = '']) => ({
    action: attribute(tag, 'action') ?? '',
    enctype: attribute(tag, 'enctype'),
    fields: fieldsOf(inside),
    html: inside,
  }))

const linksOf = (html: string): Shown['links'] =>
  [...html.matchAll(/(<a [^>]*>)([\s\S]*?)<\/a>/g)].map(([, tag = '', inside = '']) => ({
    href: attribute(tag, 'href') ?? '',
    text: words(inside),
  }))

/** A form with a place for a file, as browsers send it: where none was chosen, a file without a name and bytes. */
const inParts = async (
  { fields, html }: Form,
  filled: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Uint8Array>>,
) => {
  const isFile = (name: string) => new RegExp(`<input[^>]* name="${name}"[^>]* type="file"`).test(html)
  const data = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...filled }))
    if (isFile(name)) data.set(name, new Blob([value]), value === '' ? '' : 'list.csv')
    else data.set(name, value)
  for (const [name, bytes] of Object.entries(files)) {
    if (!isFile(name)) throw new Error(`no field takes the file ${name}`)
    data.set(name, new Blob([new Uint8Array(bytes)]), name)
  }
  const sending = new Response(data)
  return {
    body: Buffer.from(await sending.arrayBuffer()),
    type: sending.headers.get('content-type') ?? '',
  }
}

let requests = 0

const sent = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))

/** A browser without scripts at one school, which leaves headers out that are given as nothing: it follows redirects, keeps cookies, and sends forms as they stand in the page. */
export const browser = (w: World, { tenant = w.home, jar = new Map<string, string>() } = {}): Browser => {
  const host = `${tenant}.localhost`
  const cleared: string[] = []
  let shown: Shown | undefined

  const visit = async (
    method: 'GET' | 'POST',
    address: string,
    body: string | Buffer | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Shown> => {
    requests += 1
    const url = new URL(address, `http://${host}`)
    const path = decodeURIComponent(url.pathname)
    const contract = contracts[domainFor(path, method) as keyof typeof contracts]
    const handler = await handlerFor(contract, w.runtime)
    const result = await handler(
      invocationOf({
        method,
        path,
        host,
        ...(url.search === '' ? {} : { query: Object.fromEntries(url.searchParams) }),
        headers: sent({
          accept: 'text/html,application/xhtml+xml',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-site': 'same-origin',
          ...(body === undefined
            ? {}
            : { origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        }),
        cookies: [...jar].map(([name, value]) => `${name}=${value}`),
        ...(body === undefined ? {} : { body }),
        requestId: `visit-${String(requests).padStart(6, '0')}`,
        at: w.clock.now(),
      }),
      {},
    )
    for (const line of result.cookies ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0(;|$)/.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    if (result.headers['clear-site-data']) cleared.push(result.headers['clear-site-data'])
    const { location } = result.headers
    if (location !== undefined && result.statusCode < 400) {
      const next = new URL(location, url)
      if (next.host !== url.host) return show(result.statusCode, location, '', result.headers)
      return visit('GET', `${next.pathname}${next.search}`, undefined, headers)
    }
    return show(result.statusCode, `${url.pathname}${url.search}`, result.body ?? '', result.headers)
  }

  const show = (status: number, address: string, html: string, headers: Shown['headers']): Shown => {
    const title = plain(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
    shown = {
      status,
      address,
      title,
      html,
      text: words(html),
      links: linksOf(html),
      forms: formsOf(html),
      headers,
    }
    return shown
  }

  const page = (): Shown => {
    if (!shown) throw new Error('no page is open')
    return shown
  }

  return {
    jar,
    cleared,
    page,
    open: async (path, headers = {}) => {
      // Pages show lists, which an index gives.
      await w.caughtUp()
      return visit('GET', path, undefined, headers)
    },
    send: async (action, filled = {}, headers = {}, files = {}) => {
      const own = page().forms.filter((form) => form.action === action)
      const form =
        own.find(({ fields, html }) =>
          ['do', 'kind'].every(
            (name) =>
              filled[name] === undefined ||
              fields[name] === filled[name] ||
              new RegExp(`<button[^>]* name="${name}" value="${filled[name]}"`).test(html),
          ),
        ) ?? (filled.do === undefined ? undefined : own[0])
      if (!form) throw new Error(`no form leads to ${action}: ${page().forms.map((one) => one.action)}`)
      if (form.enctype === 'multipart/form-data') {
        const { body, type } = await inParts(form, filled, files)
        return visit('POST', action, body, { 'content-type': type, ...headers })
      }
      const body = new URLSearchParams({ ...form.fields, ...filled }).toString()
      return visit('POST', action, body, headers)
    },
    post: (action, filled) => visit('POST', action, new URLSearchParams(filled).toString(), {}),
    follow: async (text) => {
      const link = page().links.find((one) => one.text === text)
      if (!link) throw new Error(`no link says ${text}: ${page().links.map((one) => one.text)}`)
      const next = new URL(link.href, `http://${host}${page().address}`)
      const own = next.host === host ? `${next.pathname}${next.search}` : link.href
      return visit('GET', own, undefined, {})
    },
  }
}

/** Signs somebody in by the form. */
export const signedIn = async (
  w: World,
  email: string,
  password: string,
  tenant = w.home,
): Promise<Browser> => {
  const one = browser(w, { tenant })
  await one.open('/login')
  const { status, text } = await one.send('/login/form', { email, password })
  if (status !== 200) throw new Error(`could not sign in: ${status} ${text}`)
  return one
}
