import type { Push, PushMessage, PushReceipt, PushTicket } from './gateways.ts'

/** Expo's own limits for one request. */
const maxMessages = 100
const maxReceipts = 300
const idleLimit = 10_000

type PushReply = {
  status?: unknown
  id?: unknown
  details?: { error?: unknown } | undefined
}

const post = (address: URL, content: unknown): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { request } = process.getBuiltinModule(address.protocol === 'http:' ? 'node:http' : 'node:https')
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const call = request(address, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      )
    })
    call.setTimeout(idleLimit, () => call.destroy(new Error(`${address.host} did not respond in time.`)))
    call.on('error', reject)
    call.end(JSON.stringify(content))
  })

const requestPush = async (address: URL, content: unknown): Promise<unknown> => {
  const { status, text } = await post(address, content)
  if (status !== 200) throw new Error(`The push service responded with ${status}.`)
  return (JSON.parse(text) as { data?: unknown }).data
}

const isGone = ({ details }: PushReply): boolean => details?.error === 'DeviceNotRegistered'
const isBusy = ({ details }: PushReply): boolean => details?.error === 'MessageRateExceeded'

const ticketOf = (reply: PushReply | undefined): PushTicket => {
  if (reply?.status === 'ok' && typeof reply.id === 'string') return { outcome: 'sent', id: reply.id }
  if (reply && isGone(reply)) return { outcome: 'gone' }
  return { outcome: !reply || isBusy(reply) ? 'later' : 'refused' }
}

const receiptOf = (reply: PushReply): PushReceipt =>
  reply.status === 'ok' ? 'delivered' : isGone(reply) ? 'gone' : 'refused'

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

const sendChunk = async (address: URL, messages: readonly PushMessage[]): Promise<PushTicket[]> => {
  const told = await requestPush(
    address,
    messages.map((message) => ({ ...message, sound: 'default' })),
  )
  return messages.map((_, at) => ticketOf(Array.isArray(told) ? (told[at] as PushReply) : undefined))
}

/**
 * Push messages through Expo (`{to, title, body, data}`, https://docs.expo.dev/push-notifications), a hundred per
 * request. A failed request reports `later` for its messages, so that the other results of the call count.
 */
export const expoPush = (base = 'https://exp.host'): Push => ({
  async send(messages) {
    const tickets: PushTicket[] = []
    for (const chunk of chunksOf(messages, maxMessages)) {
      const address = new URL('/--/api/v2/push/send', base)
      const later = (): PushTicket[] => chunk.map(() => ({ outcome: 'later' }))
      tickets.push(...(await sendChunk(address, chunk).catch(later)))
    }
    return tickets
  },
  async receipts(ids) {
    const receipts: Record<string, PushReceipt> = {}
    for (const chunk of chunksOf(ids, maxReceipts)) {
      const told = await requestPush(new URL('/--/api/v2/push/getReceipts', base), { ids: chunk })
      for (const [id, one] of Object.entries((told ?? {}) as Record<string, PushReply>))
        receipts[id] = receiptOf(one)
    }
    return receipts
  },
})
