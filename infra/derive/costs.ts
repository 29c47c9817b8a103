import { days, minutes } from '../../lib/contract/time.ts'
import { metricTable } from '../../lib/metrics.ts'
import { prices } from './prices.ts'

/** Operations of an active student in a month, by the names of the unit table. */
export const student: Readonly<Record<string, number>> = {
  'auth.login': 2,
  'auth.refreshToken': 40,
  'auth.validateToken': 60,
  'events.listFutureEvents': 40,
  'events.getEvent': 30,
  'events.listMyEvents': 8,
  'attendance.getMyRsvp': 20,
  'attendance.setRsvp': 5,
  'attendance.withdrawFromEvent': 0.5,
  'checkins.checkIn': 3,
  'notifications.countUnreadNotifications': 60,
  'notifications.listNotifications': 15,
  'notifications.readNotification': 10,
  'organizations.listOrganizations': 6,
  'organizations.getOrganization': 10,
  'organizations.applyToOrganization': 0.3,
  'messages.listMessages': 10,
  'messages.postMessage': 0.5,
  'messages.likeMessage': 2,
  'calendars.getMyCalendar': 60,
  'users.updateUser': 0.2,
  'planning.createEvent': 0.1,
  'planning.publishEvent': 0.1,
  'approvals.approveEvent': 0.1,
}

/** Further assumptions of the model. */
export const load = {
  'milliseconds of a function for a request': 40,
  'gigabytes of a function': 1,
  'bytes of log for a request': 900,
  'write units of the effects, for each unit of a request': 1,
  'notices in one invocation of the stream consumer': 4,
  'milliseconds of that invocation': 150,
  // The first request of each second, and a twentieth of the others.
  'share of requests that are traced': 0.9,
  'mails to a student in a month': 8,
  'megabytes of pictures a student looks at in a month': 40,
  'kilobytes kept for a student': 60,
  'operations that are asked for within a month': 250,
  schools: 1,
  // These, and the edge rules, are in the templates of a stage with a domain. A test compares them.
  'metrics that alarms read': 126,
  'alarms that look at others': 4,
  'invocations a minute of clock, stream and probe': 3,
  'rules of the edge': 5,
  'kilobytes of an answer at the edge': 4,
  'busiest second, times the average': 25,
} as const

/** An operation's cost in units, or its minimum and maximum. */
type Cost = number | readonly [least: number, most: number]
type Units = { readonly read: Cost; readonly write: Cost }

const maxOf = (cost: Cost): number => (typeof cost === 'number' ? cost : cost[1])

const price = (name: keyof typeof prices): number => prices[name]
export const assumed = (name: keyof typeof load): number => load[name]

export type Month = { readonly requests: number; readonly reads: number; readonly writes: number }

/** One student's requests and units in a month, by the recorded units. Throws when an operation is not recorded. */
export const monthOf = (units: Readonly<Record<string, Units>>): Month =>
  Object.entries(student).reduce(
    (sum, [name, times]) => {
      const unit = units[name]
      if (unit === undefined)
        throw new Error(`infra/derive/costs.ts counts ${name}, of which no cost is recorded.`)
      return {
        requests: sum.requests + times,
        reads: sum.reads + times * maxOf(unit.read),
        writes: sum.writes + times * maxOf(unit.write),
      }
    },
    { requests: 0, reads: 0, writes: 0 },
  )

export const people = 1000
const minutesOfMonth = (30 * days) / minutes
export const million = 1_000_000

/** Dollars a month for a thousand students, by item. */
export const running = ({ requests, reads, writes }: Month): readonly (readonly [string, number])[] => {
  const effects = 1 + assumed('write units of the effects, for each unit of a request')
  const consumed = (writes * effects) / assumed('notices in one invocation of the stream consumer')
  const seconds =
    (requests * assumed('milliseconds of a function for a request') +
      consumed * assumed('milliseconds of that invocation')) /
    1000
  const gigabytes = (people * assumed('kilobytes kept for a student')) / million
  const storage =
    price('DynamoDB, a gigabyte kept for a month') +
    price('DynamoDB, a gigabyte of point-in-time recovery for a month')
  return [
    ['API Gateway', (people * requests * price('HTTP API, a million requests')) / million],
    [
      'Lambda',
      people *
        (((requests + consumed) * price('Lambda, a million invocations')) / million +
          seconds * assumed('gigabytes of a function') * price('Lambda on arm64, a gigabyte-second')),
    ],
    ['DynamoDB, reading', (people * reads * price('DynamoDB, a million read units')) / million],
    ['DynamoDB, writing', (people * writes * effects * price('DynamoDB, a million write units')) / million],
    ['DynamoDB, keeping', gigabytes * storage],
    [
      'CloudWatch Logs',
      (people *
        requests *
        assumed('bytes of log for a request') *
        price('CloudWatch Logs, a gigabyte taken in')) /
        1e9,
    ],
    [
      'X-Ray',
      (people * requests * assumed('share of requests that are traced') * price('X-Ray, a million traces')) /
        million,
    ],
    ['SES', (people * assumed('mails to a student in a month') * price('SES, a thousand mails')) / 1000],
    [
      'CloudFront',
      (people *
        assumed('megabytes of pictures a student looks at in a month') *
        price('CloudFront, a gigabyte out')) /
        1000,
    ],
  ]
}

export const fixedCosts = (): readonly (readonly [string, number])[] => [
  [
    'metrics',
    (assumed('operations that are asked for within a month') +
      Object.keys(metricTable).length +
      assumed('schools')) *
      price('CloudWatch, a metric for a month'),
  ],
  [
    'alarms',
    assumed('metrics that alarms read') * price('CloudWatch, a metric that an alarm reads for a month') +
      assumed('alarms that look at others') * price('CloudWatch, an alarm that looks at others for a month'),
  ],
  [
    'clock, stream and probe, with their traces',
    (minutesOfMonth *
      assumed('invocations a minute of clock, stream and probe') *
      (price('X-Ray, a million traces') + price('Lambda, a million invocations'))) /
      million,
  ],
  ['dashboard', price('CloudWatch, a dashboard for a month')],
  ['secret and zone', price('Secrets Manager, a secret for a month') + price('Route 53, a zone for a month')],
]

/** The additional cost of `edge=cloudfront` for a thousand students. */
export const edgeCosts = ({ requests }: Month): readonly (readonly [string, number])[] => [
  [
    'WAF, its rules',
    price('WAF, a list of rules for a month') +
      assumed('rules of the edge') * price('WAF, a rule for a month'),
  ],
  [
    'requests through both',
    (people * requests * (price('WAF, a million requests') + price('CloudFront, a million requests'))) /
      million,
  ],
  [
    'answers',
    (people *
      requests *
      assumed('kilobytes of an answer at the edge') *
      price('CloudFront, a gigabyte out')) /
      million,
  ],
  ['secret', price('Secrets Manager, a secret for a month')],
]
