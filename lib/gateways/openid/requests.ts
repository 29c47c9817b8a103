/** Milliseconds from the first byte sent to the last one received. */
const patience = 5000
const mostBytes = 128 * 1024

const loopback = /^(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/

/** Providers are asked over https; outside production those of this machine over http too. */
export const mayAsk = ({ protocol, hostname }: URL, production: boolean): boolean =>
  protocol === 'https:' || (!production && protocol === 'http:' && loopback.test(hostname))

type Told = { readonly status: number; readonly json: unknown }

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const sent = (address: URL, form: string | undefined): Promise<Told> =>
  new Promise((resolve, reject) => {
    const { request } = process.getBuiltinModule(address.protocol === 'http:' ? 'node:http' : 'node:https')
    const headers = {
      accept: 'application/json',
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const method = form === undefined ? 'GET' : 'POST'
    const call = request(address, { method, headers, signal: AbortSignal.timeout(patience) }, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > mostBytes) call.destroy(new Error(`${address.host} answered too much.`))
        else chunks.push(chunk)
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          json: jsonIn(Buffer.concat(chunks).toString('utf8')),
        }),
      )
    })
    call.on('error', reject)
    call.end(form)
  })

/**
 * Asks an address of a provider once, with a form or without. Follows no redirect. Undefined when nobody answered in
 * time, or answered that something is wrong on that side (429, 5xx).
 */
export const ask = async (
  address: URL,
  form?: Readonly<Record<string, string>>,
): Promise<Told | undefined> => {
  try {
    const told = await sent(address, form && new URLSearchParams(form).toString())
    return told.status === 429 || told.status >= 500 ? undefined : told
  } catch {
    return undefined
  }
}
