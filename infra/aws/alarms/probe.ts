// The probe's code. It is deployed as text in the template, so it must stay small.
import { request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { dayMs } from '../../../lib/contract/time.ts'

type ProbeRequest = {
  readonly address: string
  readonly method: 'GET' | 'POST'
  readonly status: number
}

type ProbeResult = { readonly answered: boolean; readonly days?: number; readonly why?: string }

const timeoutMs = 8_000

const daysOf = (socket: TLSSocket, now: number): { days?: number } => {
  const until = Date.parse(socket.getPeerCertificate?.().valid_to ?? '')
  return Number.isNaN(until) ? {} : { days: Math.floor((until - now) / dayMs) }
}

/** Sends a request over a new connection, which tests name, certificate and response from outside. */
const sendProbe = ({ address, method, status }: ProbeRequest, now: number): Promise<ProbeResult> =>
  new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'user-agent': 'quad-probe', connection: 'close' }
    const outgoing = request(address, { method, headers, timeout: timeoutMs, agent: false }, (answer) => {
      const certificate = daysOf(answer.socket as TLSSocket, now)
      answer.resume()
      const answered = answer.statusCode === status
      resolve({ answered, ...certificate, ...(answered ? {} : { why: `status ${answer.statusCode}` }) })
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error('no answer in time')))
    outgoing.once('error', ({ message }) => resolve({ answered: false, why: message }))
    outgoing.end(method === 'POST' ? '{}' : undefined)
  })

/**
 * One round: `PROBE` lists the requests and their expected statuses. CloudWatch counts the log line with the result.
 */
export const handler = async (): Promise<void> => {
  const { PROBE = '[]', METRICS_STAGE: Stage } = process.env
  const questions: readonly ProbeRequest[] = JSON.parse(PROBE)
  const now = Date.now()
  const results = await Promise.all(questions.map((question) => sendProbe(question, now)))
  const failed = questions.flatMap(({ address }, at) =>
    results[at]?.answered ? [] : [`${address}: ${results[at]?.why}`],
  )
  const days = results.flatMap((one) => one.days ?? [])
  const numbers = {
    Probes: 1,
    ProbeFailures: failed.length > 0 ? 1 : 0,
    ...(days.length > 0 ? { CertificateDays: Math.min(...days) } : {}),
  }
  const Metrics = Object.keys(numbers).map((Name) => ({ Name, Unit: 'Count' }))
  const CloudWatchMetrics = [{ Namespace: 'Quad', Dimensions: [['Stage']], Metrics }]
  const line = { _aws: { Timestamp: now, CloudWatchMetrics }, Stage, ...numbers, failed }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
