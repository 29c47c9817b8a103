/** Where a provider sends a browser at the end: an address, and the fields of a form that it posts there. */
export type Landing = { readonly address: URL; readonly form: Readonly<Record<string, string>> | undefined }

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')

const fieldsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input[^>]*name="([^"]*)"[^>]*?(?:value="([^"]*)")?\s*\/?>/g)].map(
      ([, name = '', value = '']) => [name, unescaped(value)],
    ),
  )

const keep = (jar: Map<string, string>, lines: readonly string[]): void => {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    jar.set(name, value)
  }
}

/** Goes to an authorization address as a person with a browser, signs in as `login`, and stops where the provider ends. */
export const signInAt = async (authorizationUrl: string, login: string): Promise<Landing> => {
  const { origin } = new URL(authorizationUrl)
  const jar = new Map<string, string>()
  let address = new URL(authorizationUrl)
  let form: Record<string, string> | undefined
  for (let step = 0; step < 12; step += 1) {
    if (address.origin !== origin) return { address, form }
    const reply = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    keep(jar, reply.headers.getSetCookie())
    const location = reply.headers.get('location')
    const html = await reply.text()
    const action = /<form[^>]*action="([^"]*)"/.exec(html)?.[1]
    if (location === null && action === undefined)
      throw new Error(`the provider said: ${html.slice(0, 2000)}`)
    address = new URL(location ?? unescaped(action ?? ''), address)
    form =
      location === null
        ? { ...fieldsOf(html), ...(html.includes('name="login"') ? { login, password: 'x' } : {}) }
        : undefined
  }
  throw new Error('the provider never came to an end')
}
