// The probe's code. It is deployed as text in the template, so it must stay small.
import { request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { dayMs, minuteMs } from '../../../lib/contract/time.ts'
import { credentialsOf, sendTo } from './send.ts'
import { readVisitSettings, type VisitSettings } from './settings.ts'
import { type Sample, visit } from './visit.ts'

/** Samples of all functions. The bundler puts them here. */
declare const SAMPLES: readonly Sample[]

type ProbeRequest = {
  readonly address: string
  readonly method: 'GET' | 'POST'
  readonly status: number
}

type ProbeResult = { readonly answered: boolean; readonly days?: number; readonly why?: string }

const timeoutMs = 8_000
const minutesBetweenVisits = 5

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
 * Requests to the platform's own address and to a school's sign-in. An empty body returns 400 after the school was
 * looked up. It tries no password, so no sign-in attempt is counted.
 */
const probesOf = ({ platform, school }: VisitSettings): readonly ProbeRequest[] => [
  { address: `${platform}/health`, method: 'GET', status: 200 },
  { address: `${school}/login`, method: 'POST', status: 400 },
]

/** CloudWatch counts the numbers of the line. */
const report = (now: number, numbers: Readonly<Record<string, number>>, failed: readonly string[]): void => {
  const Metrics = Object.keys(numbers).map((Name) => ({ Name, Unit: 'Count' }))
  const CloudWatchMetrics = [{ Namespace: 'Quad', Dimensions: [['Stage']], Metrics }]
  const { METRICS_STAGE: Stage } = process.env
  const line = { _aws: { Timestamp: now, CloudWatchMetrics }, Stage, ...numbers, failed }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const probeRound = async (settings: VisitSettings, now: number): Promise<void> => {
  const probes = probesOf(settings)
  const results = await Promise.all(probes.map((probe) => sendProbe(probe, now)))
  const failed = probes.flatMap(({ address }, at) =>
    results[at]?.answered ? [] : [`${address}: ${results[at]?.why}`],
  )
  const days = results.flatMap((one) => one.days ?? [])
  const numbers = {
    Probes: 1,
    ProbeFailures: failed.length > 0 ? 1 : 0,
    ...(days.length > 0 ? { CertificateDays: Math.min(...days) } : {}),
  }
  report(now, numbers, failed)
}

const visitRound = async (settings: VisitSettings, now: number): Promise<void> => {
  const credentials = credentialsOf(settings)
  const failed = await visit(sendTo(settings), { credentials, samples: SAMPLES, now })
  report(now, { VisitFailures: failed.length > 0 ? 1 : 0 }, failed)
}

/** One round a minute, and in every fifth minute a visit of the synthetic student. `time` is the minute (ISO 8601). */
export const handler = async ({ time }: { readonly time: string }): Promise<void> => {
  const settings = readVisitSettings(process.env.VISITS)
  const now = Date.now()
  await probeRound(settings, now)
  const minute = Math.floor(Date.parse(time) / minuteMs)
  if (settings.key !== undefined && minute % minutesBetweenVisits === 0) await visitRound(settings, now)
}
