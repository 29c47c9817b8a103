import { Agent, get } from 'node:http'

/** What is asked again and again: an address of this machine, and the headers with it. */
export type Target = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

export type Rate = { readonly perSecond: number; readonly failed: number }

/** Asks over so many kept connections at once for so long; counts answers of 200 in a second, and all others. */
export const rateOf = async (
  { url, headers }: Target,
  { connections, ms }: { connections: number; ms: number },
): Promise<Rate> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      const asked = get(url, { agent, headers, timeout: 8000 }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode === 200))
      })
      asked.on('timeout', () => asked.destroy())
      asked.on('error', () => resolve(false))
    })
  const from = performance.now()
  const counts = { served: 0, failed: 0 }
  const visit = async (): Promise<void> => {
    while (performance.now() - from < ms) counts[(await ask()) ? 'served' : 'failed'] += 1
  }
  await Promise.all(Array.from({ length: connections }, visit))
  const seconds = (performance.now() - from) / 1000
  agent.destroy()
  return { perSecond: counts.served / seconds, failed: counts.failed }
}
