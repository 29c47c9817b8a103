import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
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

const once = (method: 'POST' | 'DELETE', token: string) =>
  handler(
    invocationOf({
      method,
      path: `/rsvp/${eventId}`,
      host: `${home}.localhost`,
      headers: { authorization: `Bearer ${token}` },
      requestId: 'storm',
      at: new Date(),
    }),
  )

type Answered = { readonly status: number; readonly again: number }

/** A withdrawal that broke off is completed after half a minute. */
const mostTimes = 30

/** Asks, and again when it is told to, as a client does: the last answer, and how often it was told. */
const ask = async (method: 'POST' | 'DELETE', { token }: Part): Promise<Answered> => {
  for (let again = 0; ; again += 1) {
    const { statusCode: status, headers = {} } = await once(method, token)
    const wait = Number(headers['retry-after'])
    if (status !== 503 || !(wait > 0) || again === mostTimes) return { status, again }
    await pause(wait * 1000 * (1 + Math.random()))
  }
}

/** One line for each person whose whole part was answered: the statuses, and how often they were told to come again. */
const play = async (part: Part): Promise<void> => {
  const asked = Array.from({ length: part.registers }, () => ask('POST', part))
  const answers = await Promise.all(asked)
  if (part.withdraws) answers.push(await ask('DELETE', part))
  const again = answers.reduce((sum, one) => sum + one.again, 0)
  process.stdout.write(`${JSON.stringify([part.id, answers.map(({ status }) => status), again])}\n`)
}

const parts: Part[] = []
for await (const line of createInterface({ input: process.stdin })) parts.push(JSON.parse(line))
do await rush(parts, play, Number(inFlight))
while (on === 'on')
runtime.client.documents.destroy()
