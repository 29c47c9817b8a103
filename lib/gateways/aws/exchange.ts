import { setTimeout as sleep } from 'node:timers/promises'

export type Answer = { readonly status: number; readonly body: Buffer }

type Sending = { readonly method: string; readonly body?: Uint8Array }
type Headers = Record<string, string>

const attempts = 3
const idleLimit = 5000

/** Loaded when first needed: importing it would cost every cold start, also of functions that never call. */
const transportOf = ({ protocol }: URL) =>
  process.getBuiltinModule(protocol === 'http:' ? 'node:http' : 'node:https')

const once = (address: URL, { method, body }: Sending, headers: Headers): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = transportOf(address).request(address, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }))
    })
    request.setTimeout(idleLimit, () => request.destroy(new Error(`${address.host} did not answer in time.`)))
    request.on('error', reject)
    request.end(body)
  })

const isBusy = ({ status }: Answer): boolean => status === 429 || status >= 500

/** Full jitter, so that many functions do not come back at once. */
const pause = (attempt: number): Promise<void> => sleep(Math.random() * 100 * 2 ** attempt)

/** Sends a request that may be repeated, signed anew for each attempt. Rejects when the last one finds nobody. */
export const exchange = async (
  address: URL,
  sending: Sending,
  sign: () => Promise<Headers>,
): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await once(address, sending, await sign())
      if (!isBusy(answer) || attempt === attempts) return answer
    } catch (error) {
      if (attempt === attempts) throw error
    }
    await pause(attempt)
  }
}
