import { join } from 'node:path'

/** A program that prints figures, one line of JSON each, and ends by itself. */
export type Program = {
  readonly name: string
  /** What it shows, for the page. */
  readonly shows: string
  /** The file, from the root. */
  readonly file: string
  readonly full?: readonly string[]
  readonly quick?: readonly string[]
  /** Run by the test runner, with these settings. */
  readonly suite?: { readonly full: Settings; readonly quick: Settings }
  /** It is stopped after so many seconds. */
  readonly atMost: number
}

type Settings = Readonly<Record<string, string>>

export const root = join(import.meta.dirname, '..', '..')

/** What a run leaves behind: numbers of one machine, which nobody commits. */
export const resultsFolder = join(root, 'dist')

/** In the order in which they run. docs/benchmarks.md describes each. */
export const programs: readonly Program[] = [
  {
    name: 'cold',
    shows: 'the first request of a fresh process beside the common stack, function by function',
    file: 'tests/bench/starts/cold.ts',
    quick: ['--pairs', '3'],
    atMost: 900,
  },
  {
    name: 'pages',
    shows: 'processor time of the page of an event beside the operation that it shows',
    file: 'tests/bench/starts/pages.ts',
    quick: ['--requests', '100'],
    atMost: 400,
  },
  {
    name: 'peers',
    shows: 'requests a second of four pages beside peers that do one read on the same engine',
    file: 'tests/bench/peers/peers.ts',
    quick: ['--seconds', '1', '--rounds', '1'],
    atMost: 330,
  },
  {
    name: 'plain',
    shows: 'processor time of six everyday requests beside a plain app with Express and PostgreSQL',
    file: 'tests/bench/plain/plain.ts',
    quick: ['--requests', '20', '--rounds', '1'],
    atMost: 410,
  },
  {
    name: 'units',
    shows: 'what every operation costs among 100, 10,000 and 100,000 of what it looks at',
    file: 'tests/load/sizes/units-at-size.test.ts',
    suite: {
      full: { SUITE: 'units', UNIT_SIZES: '100,10000,100000' },
      quick: { SUITE: 'units', UNIT_SIZES: '100,1000' },
    },
    atMost: 1200,
  },
  {
    name: 'storm',
    shows: '10,000 people on 500 seats, the platform killed now and then',
    file: 'tests/load/storms/storm.ts',
    quick: ['--people', '500', '--seats', '50', '--kills', '1'],
    atMost: 420,
  },
  {
    name: 'calm-storm',
    shows: '5,000 people without kills: the rate',
    file: 'tests/load/storms/storm.ts',
    full: ['--kills', '0', '--people', '5000'],
    quick: ['--people', '500', '--seats', '50', '--kills', '0'],
    atMost: 420,
  },
  {
    name: 'storm-like-aws',
    shows: '3,000 people on 500 seats, with kills, on an engine that behaves as DynamoDB does',
    file: 'tests/load/storms/storm.ts',
    full: ['--like-aws', '--people', '3000', '--kills', '2'],
    quick: ['--like-aws', '--people', '300', '--seats', '50', '--kills', '1'],
    atMost: 420,
  },
  {
    name: 'arrivals',
    shows: 'registrations that arrive at their own times, 50 to 500 a second',
    file: 'tests/load/storms/arrivals.ts',
    quick: ['--rates', '50,100', '--seconds', '2'],
    atMost: 420,
  },
  {
    name: 'arrivals-like-aws',
    shows: 'the same on an engine that behaves as DynamoDB does',
    file: 'tests/load/storms/arrivals.ts',
    full: ['--like-aws'],
    quick: ['--like-aws', '--rates', '50,100', '--seconds', '2'],
    atMost: 420,
  },
  {
    name: 'slow-motion',
    shows: 'what many do at once beside puts, where it is the table that bounds: twenty times as slow',
    file: 'tests/load/storms/slow-motion.ts',
    quick: ['--people', '100', '--acts', 'follow,like'],
    atMost: 900,
  },
  {
    name: 'checkins',
    shows: '2,000 people through four doors, scanned twice, and doors that were offline',
    file: 'tests/load/storms/checkin-storm.ts',
    quick: ['--people', '120'],
    atMost: 180,
  },
  {
    name: 'refreshes',
    shows: 'thousands of devices that refresh at once, some twice: nobody is signed out',
    file: 'tests/load/storms/refresh-storm.ts',
    quick: ['--devices', '200'],
    atMost: 180,
  },
  {
    name: 'day',
    shows: 'a day of 20,000 students at 20 schools, percentiles by operation',
    file: 'tests/load/storms/day/campus-day.ts',
    quick: ['--seconds', '15', '--students', '1000'],
    atMost: 360,
  },
  {
    name: 'neighbour',
    shows: 'what a storm at one school does to another',
    file: 'tests/load/storms/neighbour.ts',
    quick: ['--seconds', '5'],
    atMost: 180,
  },
  {
    name: 'timing',
    shows: 'how often the time of one answer tells whether an account exists',
    file: 'tests/bench/timing.ts',
    atMost: 180,
  },
  {
    name: 'start',
    shows: 'from `npm start` to the first answer, and from an edit to its effect',
    file: 'tests/bench/starts/start-up.ts',
    atMost: 90,
  },
]

/** How a program is started. */
export const commandOf = ({ file, full = [], quick, suite }: Program, short: boolean) => {
  if (!suite) return { args: [file, ...(short && quick ? quick : full)], env: {} }
  const runner = join('node_modules', 'vitest', 'vitest.mjs')
  const args = [runner, 'run', '--disableConsoleIntercept=true', '--reporter=dot', file]
  return { args, env: { SUITE: '', ...(short ? suite.quick : suite.full) } }
}
