type Address = { readonly origin: string; readonly headers: Readonly<Record<string, string>> }

const isNode = (): boolean => {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } }
  return process?.versions?.node !== undefined
}

/**
 * The address that requests are sent to. Browsers resolve every name below `localhost`; Node asks the machine, which
 * often knows only `localhost`. There a header names the school, which the platform reads outside production.
 */
export const addressOf = (origin: string, onNode = isNode()): Address => {
  const { protocol, hostname, port } = new URL(origin)
  const [school = '', ...rest] = hostname.split('.')
  const at = `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`
  if (!onNode || rest.at(-1) !== 'localhost') return { origin: at, headers: {} }
  return { origin: at.replace(hostname, 'localhost'), headers: { 'x-tenant': school } }
}
