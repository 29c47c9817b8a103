import { days, minutes } from '../../lib/contract/time.ts'
import { metricTable, watchedOperations } from '../../lib/metrics.ts'
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
  'change events in one invocation of the stream consumer': 4,
  'milliseconds of that invocation': 150,
  'mails to a student in a month': 8,
  'megabytes of pictures a student looks at in a month': 40,
  'kilobytes kept for a student': 60,
  // `Faults` of a function are counted while it has some.
  'functions with faults in a month': 10,
  schools: 1,
  // These, and the edge rules, are in the templates of a stage with a domain. A test compares them.
  'metrics that alarms read': 132,
  'metrics that alarms read with watch=slo': 22,
  'alarms that look at others': 3,
  'alarms that look at others with watch=slo': 2,
  'invocations a minute of clock, stream and probe': 3,
  'minutes between two visits of the synthetic student': 5,
  'requests of a visit': 47,
  'read units of a visit': 200,
  'write units of a visit': 60,
  'minutes that an idle function is kept': 10,
  'hours of a day with requests': 16,
  'requests of a student in a month for a domain without habits': 0.5,
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
  const consumed = (writes * effects) / assumed('change events in one invocation of the stream consumer')
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

const metricsCounted = (): number =>
  Object.values(metricTable).filter((metric) => !('inLogOnly' in metric)).length +
  2 * watchedOperations.length +
  assumed('functions with faults in a month')

/** Visits of the synthetic student in a month. */
const visits = (): number => minutesOfMonth / assumed('minutes between two visits of the synthetic student')

/** Gateway, functions, reads and log of the visits. */
const visitCosts = (): number => {
  const requests = visits() * assumed('requests of a visit')
  const seconds = (requests * assumed('milliseconds of a function for a request')) / 1000
  return (
    (requests * (price('HTTP API, a million requests') + price('Lambda, a million invocations'))) / million +
    seconds * assumed('gigabytes of a function') * price('Lambda on arm64, a gigabyte-second') +
    (requests * assumed('bytes of log for a request') * price('CloudWatch Logs, a gigabyte taken in')) / 1e9 +
    (visits() * assumed('read units of a visit') * price('DynamoDB, a million read units')) / million +
    (visits() * assumed('write units of a visit') * price('DynamoDB, a million write units')) / million
  )
}

export type WatchLevel = 'full' | 'slo' | 'none'

/** Dollars a month for a stage without users, by item and by how it is monitored. */
export const fixedCosts = (watch: WatchLevel): readonly (readonly [string, number])[] => {
  const isWatched = watch !== 'none'
  const isFull = watch === 'full'
  const read = assumed(isFull ? 'metrics that alarms read' : 'metrics that alarms read with watch=slo')
  const composites = assumed(
    isFull ? 'alarms that look at others' : 'alarms that look at others with watch=slo',
  )
  const rounds = assumed('invocations a minute of clock, stream and probe') - (isWatched ? 0 : 1)
  return [
    ['metrics', isWatched ? metricsCounted() * price('CloudWatch, a metric for a month') : 0],
    [
      'alarms',
      isWatched
        ? read * price('CloudWatch, a metric that an alarm reads for a month') +
          composites * price('CloudWatch, an alarm that looks at others for a month')
        : 0,
    ],
    ['clock, stream and probe', (minutesOfMonth * rounds * price('Lambda, a million invocations')) / million],
    ['visits of the synthetic student', isWatched ? visitCosts() : 0],
    ['dashboard', isFull ? price('CloudWatch, a dashboard for a month') : 0],
    ['secrets', (isWatched ? 2 : 1) * price('Secrets Manager, a secret for a month')],
    ['zone', isWatched ? price('Route 53, a zone for a month') : 0],
  ]
}

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

/** Numbers of students that the pages compare. */
export const sizes = [100, 1000, 20_000] as const

/** Requests of one student in a month, by domain. */
export const habitOf = (domain: string): number => {
  const named = Object.entries(student).filter(([name]) => name.startsWith(`${domain}.`))
  return named.length > 0
    ? named.reduce((sum, [, times]) => sum + times, 0)
    : assumed('requests of a student in a month for a domain without habits')
}

export type ColdShare = {
  readonly domain: string
  /** For each of `sizes`: the share of requests that find no idle function. */
  readonly shares: readonly number[]
  /** The same with synthetic visits. */
  readonly visited: number
}

/**
 * Cold shares of domains. Requests come at random, so the time between two is exponential: a request is cold when none
 * came while an idle function is kept.
 */
export const coldShares = (domains: readonly string[]): readonly ColdShare[] => {
  const kept = assumed('minutes that an idle function is kept')
  const open = 30 * assumed('hours of a day with requests') * 60
  return domains.map((domain) => ({
    domain,
    shares: sizes.map((size) => Math.exp((-kept * size * habitOf(domain)) / open)),
    visited: assumed('minutes between two visits of the synthetic student') < kept ? 0 : 1,
  }))
}
