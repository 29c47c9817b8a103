const entities: Readonly<Record<string, string>> = { quot: '"', lt: '<', gt: '>', amp: '&', apos: "'" }

export const unescaped = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)

export type Page = {
  readonly status: number
  readonly location: string | undefined
  readonly body: string
  readonly url: string
}

/** Goes through the pages of an identity provider as a browser does: with cookies, forms and redirects. */
export const browser = () => {
  const jar = new Map<string, string>()

  const go = async (url: string, form?: Readonly<Record<string, string>>): Promise<Page> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: cookie === '' ? {} : { cookie },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    return {
      status: response.status,
      location: location === null ? undefined : new URL(location, url).href,
      body: await response.text(),
      url,
    }
  }

  /** Follows redirects as long as they stay where the journey began. */
  const follow = async (page: Page): Promise<Page> => {
    let now = page
    const { host } = new URL(page.url)
    while (now.location !== undefined && new URL(now.location).host === host) now = await go(now.location)
    return now
  }
  return { go, follow, jar }
}

export const fieldIn = (html: string, name: string): string | undefined => {
  const found = new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]
  return found === undefined ? undefined : unescaped(found)
}

/** What the identity provider's page would post to the school. */
export type Posting = { readonly to: string; readonly response: string; readonly relay: string | undefined }

/** Signs somebody in at the identity provider, from the address that the school gave to the form it posts back. */
export const signInAt = async (
  address: string,
  username: string,
  password: string,
  visitor = browser(),
): Promise<Posting> => {
  let page = await visitor.follow(await visitor.go(address))
  const AuthState = fieldIn(page.body, 'AuthState')
  if (AuthState !== undefined) {
    const [to = ''] = page.url.split('?')
    page = await visitor.follow(await visitor.go(to, { username, password, AuthState }))
  }
  const response = fieldIn(page.body, 'SAMLResponse')
  const [, to = ''] = /<form[^>]+action="([^"]+)"/.exec(page.body) ?? []
  if (response === undefined)
    throw new Error(
      `No answer: ${page.status} ${page.body
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .slice(0, 300)}`,
    )
  return { to: unescaped(to), response, relay: fieldIn(page.body, 'RelayState') }
}
