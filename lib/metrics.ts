type Unit = 'Count' | 'Milliseconds' | 'Seconds'
type By = 'Operation' | 'Domain' | 'Tenant'

type Metric = {
  readonly unit: Unit
  /** Also counted by operation, by its domain, or by school. A line is counted by stage in any case. */
  readonly by?: readonly By[]
  /** Left out of a line when nothing of the kind happened: a metric that never moves costs as much as one that does. */
  readonly seldom?: true
}

/** The CloudWatch namespace of everything below. */
export const metricNamespace = 'Quad'

/**
 * Every metric there is. Requests by operation or school are the sample count of their `Latency`. `Faults` are answers 5xx
 * but for those of closed schools, `Refusals` all others from 400 on; `Throttles` are calls that the table had to be asked
 * again, `Conflicts` writes that met another one.
 */
export const metricTable = {
  Requests: { unit: 'Count' },
  Latency: { unit: 'Milliseconds', by: ['Operation', 'Tenant'] },
  Faults: { unit: 'Count', by: ['Operation', 'Domain', 'Tenant'], seldom: true },
  Refusals: { unit: 'Count', seldom: true },
  ReadUnits: { unit: 'Count' },
  WriteUnits: { unit: 'Count' },
  Throttles: { unit: 'Count', seldom: true },
  Conflicts: { unit: 'Count', seldom: true },
  ColdStarts: { unit: 'Count', seldom: true },
  /** Age of the oldest notice of a batch. */
  StreamLag: { unit: 'Seconds' },
  NoticeFailures: { unit: 'Count', seldom: true },
  /** From the minute that the clock was to strike to the moment it did. */
  ClockLate: { unit: 'Seconds' },
  ScheduleFailures: { unit: 'Count', seldom: true },
  /** How long the oldest row that the clock found had been due. */
  DueLate: { unit: 'Seconds' },
  MailRefused: { unit: 'Count', seldom: true },
  /** Answers 429 of our own limits; those of the gateway are counted from its log. */
  Limited: { unit: 'Count', seldom: true },
  /** Answers of schools' identity providers, and of Google and Apple, that signed somebody in, and that were refused. */
  SamlSignIns: { unit: 'Count', seldom: true },
  SamlRefusals: { unit: 'Count', seldom: true },
  OpenIdSignIns: { unit: 'Count', seldom: true },
  OpenIdRefusals: { unit: 'Count', seldom: true },
  /** Starts that found compiled code beside them and used it, and that could not use it. */
  /** What the probe found when it asked for the stage from outside: rounds, rounds that failed, and its certificate. */
  Probes: { unit: 'Count' },
  ProbeFailures: { unit: 'Count' },
  CertificateDays: { unit: 'Count' },
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof metricTable

/** What one line of the log says in numbers. */
export type Measured = { readonly [M in MetricName]?: number }

/** `dimensions` is what CloudWatch counts by; the school is one of them only when it is enrolled. */
export type Counted = 'stage' | 'operation' | 'operation and school'

type Directive = { Namespace: string; Dimensions: string[][]; Metrics: { Name: string; Unit: Unit }[] }

const table: Readonly<Record<string, Metric>> = metricTable

const directive = (dimensions: string[], names: readonly string[]): Directive[] =>
  names.length === 0
    ? []
    : [
        {
          Namespace: metricNamespace,
          Dimensions: [dimensions],
          Metrics: names.map((Name) => ({ Name, Unit: table[Name]?.unit ?? 'Count' })),
        },
      ]

const directivesOf = (names: readonly string[], counted: Counted): Directive[] => {
  const by = (dimension: By) => names.filter((name) => table[name]?.by?.includes(dimension))
  return [
    ...directive(['Stage'], names),
    ...(counted === 'stage'
      ? []
      : [
          ...directive(['Stage', 'Operation'], by('Operation')),
          ...directive(['Stage', 'Domain'], by('Domain')),
        ]),
    ...(counted === 'operation and school' ? directive(['Stage', 'Tenant'], by('Tenant')) : []),
  ]
}

const shouldReport = (name: string, value: number | undefined): boolean =>
  value !== undefined && (value !== 0 || table[name]?.seldom !== true)

const known = new Map<string, string>()

/**
 * What turns a line of the log into metrics: the text of the member `_aws` (CloudWatch's embedded metric format) without
 * its last brace, behind which the time belongs. There are few different ones, so each is made once.
 */
export const directivesFor = (measured: Measured, counted: Counted): string => {
  let key: string = counted
  for (const name in measured) if (shouldReport(name, measured[name as MetricName])) key += `,${name}`
  const before = known.get(key)
  if (before !== undefined) return before
  const text = `{"CloudWatchMetrics":${JSON.stringify(directivesOf(key.split(',').slice(1), counted))}`
  known.set(key, text)
  return text
}
