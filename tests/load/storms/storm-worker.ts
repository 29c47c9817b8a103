import { createInterface } from 'node:readline'
import { contract } from '../../../functions/attendance/contract.ts'
import { operations } from '../../../functions/attendance/operations.ts'
import { invocationOf } from '../../../infra/invocation.ts'
import { serve } from '../../../lib/http/serve.ts'
import { home, rush, stormRuntime } from './storm-world.ts'

/** What one person does, in this order. */
export type Part = {
  readonly id: string
  readonly token: string
  readonly registers: number
  readonly withdraws: boolean
}

// "on" goes on from the beginning until it is ended.
const [, , endpoint = '', eventId = '', inFlight = '48', on] = process.argv
const runtime = stormRuntime(endpoint)
const handler = serve(contract, operations, () => runtime)

const ask = async (method: 'POST' | 'DELETE', { token }: Part): Promise<number> => {
  const { statusCode } = await handler(
    invocationOf({
      method,
      path: `/rsvp/${eventId}`,
      host: `${home}.localhost`,
      headers: { authorization: `Bearer ${token}` },
      requestId: 'storm',
      at: new Date(),
    }),
  )
  return statusCode
}

/** One line for each person whose whole part was answered. */
const play = async (part: Part): Promise<void> => {
  const asked = Array.from({ length: part.registers }, () => ask('POST', part))
  const statuses = await Promise.all(asked)
  if (part.withdraws) statuses.push(await ask('DELETE', part))
  process.stdout.write(`${JSON.stringify([part.id, statuses])}\n`)
}

const parts: Part[] = []
for await (const line of createInterface({ input: process.stdin })) parts.push(JSON.parse(line))
do await rush(parts, play, Number(inFlight))
while (on === 'on')
runtime.client.documents.destroy()
