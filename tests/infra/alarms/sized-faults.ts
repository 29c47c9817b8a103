import { student } from '../../../infra/derive/costs.ts'
import { clockAndStream, ofClock, ofStream, strike } from './fault.ts'
import { say } from './night.ts'
import { faultAt, type SizedFault } from './sizes.ts'

const unavailable = { faults: true, status: 503 } as const
const limited = { status: 429 } as const
const rejected = { status: 400, more: { SamlRefusals: 1 } } as const
const failed = { faults: true, status: 500 } as const

const broken = (domain: string, probe = false): SizedFault => ({
  name: `\`${domain}\` answers every request with an error`,
  outcome: (operation) => (operation.startsWith(`${domain}.`) ? failed : undefined),
  visit: true,
  probe,
})

/** The function's sample still works, so that no visit notices. */
const defect = (operation: string): SizedFault => ({
  name: `\`${operation}\` always fails, and nothing else`,
  outcome: (asked) => (asked === operation ? failed : undefined),
})

const slow = (operation: string, ms: number): SizedFault => {
  const late = { ms }
  return {
    name: `\`${operation}\` takes ${ms / 1000} seconds`,
    outcome: (asked) => (asked === operation ? late : undefined),
  }
}

const domains = [...new Set(Object.keys(student).map((name) => name.split('.')[0] ?? ''))]

/** Faults whose alarms depend on how many people use the stage, and the most important of the others. */
export const sizedFaults: readonly SizedFault[] = [
  ...domains.map((domain) => broken(domain, domain === 'auth')),
  broken('budgets'),
  {
    name: 'the table answers no request',
    outcome: () => unavailable,
    probe: true,
    visit: true,
    gone: [...ofClock, ...ofStream],
  },
  ...['checkins.checkIn', 'messages.postMessage', 'users.updateUser', 'planning.createEvent'].map(defect),
  {
    name: 'sign-in fails for one person of three',
    outcome: (operation, at) => (operation === 'auth.login' && at % 3 === 1 ? failed : undefined),
  },
  {
    name: 'one request of fifty fails',
    outcome: (_, at) => (at % 50 === 49 ? failed : undefined),
  },
  slow('auth.login', 3000),
  slow('auth.refreshToken', 1500),
  slow('attendance.setRsvp', 1500),
  {
    name: 'a limit refuses one request of three',
    outcome: (_, at) => (at % 3 === 0 ? limited : undefined),
  },
  {
    name: 'the responses of the identity provider are rejected',
    outcome: (operation) => (operation === 'saml.receiveSamlResponse' ? rejected : undefined),
  },
  { name: 'the domain resolves to nothing', probe: true, visit: true, gone: ['Requests', 'Latency'] },
  { name: 'the clock is switched off', gone: clockAndStream },
  { name: 'no function reads the stream', gone: ofStream },
  { name: 'one schedule fails at each run', minute: (data, minute) => strike(data, minute, 1) },
  {
    name: 'reminders are half an hour late',
    minute: (data, minute) => say(data, minute, { operation: 'clock.due', measured: { DueLate: 1800 } }),
  },
  {
    name: 'one record is put aside',
    minute: (data, minute, of) => data.put(of('DeadLetters'), minute, 1),
  },
  {
    name: 'one mail is rejected for good',
    minute: (data, minute) => {
      if (minute === faultAt) say(data, minute, { operation: 'stream.mail', measured: { MailRefused: 1 } })
    },
  },
  {
    name: 'the probe is switched off',
    gone: ['Probes', 'ProbeFailures', 'CertificateDays', 'VisitFailures'],
  },
]
