type Unit = 'Count' | 'Milliseconds' | 'Seconds'
type By = 'Operation' | 'Domain'

type Metric = {
  readonly unit: Unit
  /** Further dimensions: domain, or one of the `watchedOperations`. Every line counts by stage. */
  readonly by?: readonly By[]
  /** Only a number of the line, which Logs Insights can query. CloudWatch charges for each metric. */
  readonly inLogOnly?: true
  /** Omitted from a line without such an event: a metric without changes costs as much as one with changes. */
  readonly seldom?: true
}

/** The CloudWatch namespace of all metrics. */
export const metricNamespace = 'Quad'

/** Operations that users wait for. Only these have metrics of their own; others are in the log. */
export const watchedOperations: readonly string[] = ['auth.login', 'auth.refreshToken', 'attendance.setRsvp']

/**
 * All metrics. Requests by operation are the sample count of their `Latency`. `Faults` are 5xx responses,
 * except those of closed schools; `Refusals` are all other responses from 400 on. `Throttles` are table calls that
 * were retried, `Conflicts` writes that met another one.
 */
export const metricTable = {
  Requests: { unit: 'Count' },
  Latency: { unit: 'Milliseconds', by: ['Operation'] },
  Faults: { unit: 'Count', by: ['Operation', 'Domain'], seldom: true },
  Refusals: { unit: 'Count', inLogOnly: true },
  ReadUnits: { unit: 'Count', inLogOnly: true },
  WriteUnits: { unit: 'Count', inLogOnly: true },
  Throttles: { unit: 'Count', inLogOnly: true },
  Conflicts: { unit: 'Count', inLogOnly: true },
  ColdStarts: { unit: 'Count', inLogOnly: true },
  /** Age of the oldest change event in a batch. */
  StreamLag: { unit: 'Seconds' },
  ChangeEventFailures: { unit: 'Count', seldom: true },
  /** Delay of the clock after its scheduled minute. */
  ClockLate: { unit: 'Seconds' },
  ScheduleFailures: { unit: 'Count', seldom: true },
  /** Delay of the oldest due task that the clock found. */
  DueLate: { unit: 'Seconds' },
  MailRefused: { unit: 'Count', seldom: true },
  /** 429 responses of our own limits; those of the gateway are counted from its log. */
  Limited: { unit: 'Count', seldom: true },
  /** Successful and refused sign-ins by schools' identity providers, and by Google and Apple. */
  SamlSignIns: { unit: 'Count', seldom: true },
  SamlRefusals: { unit: 'Count', seldom: true },
  OpenIdSignIns: { unit: 'Count', seldom: true },
  OpenIdRefusals: { unit: 'Count', seldom: true },
  /** Results of the external probe of the stage: rounds, failed rounds, and its certificate. */
  Probes: { unit: 'Count' },
  ProbeFailures: { unit: 'Count' },
  CertificateDays: { unit: 'Count' },
  /** Results of the visits of the synthetic student. */
  VisitFailures: { unit: 'Count' },
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof metricTable

/** The numbers of one log line. */
export type Measured = { readonly [M in MetricName]?: number }

/** Dimensions for CloudWatch: the stage alone, also the domain, or also the watched operation. */
export type Counted = 'stage' | 'domain' | 'operation'

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
    ...(counted === 'operation' ? directive(['Stage', 'Operation'], by('Operation')) : []),
    ...(counted === 'stage' ? [] : directive(['Stage', 'Domain'], by('Domain'))),
  ]
}

const shouldReport = (name: string, value: number | undefined): boolean =>
  value !== undefined && table[name]?.inLogOnly !== true && (value !== 0 || table[name]?.seldom !== true)

const known = new Map<string, string>()

/**
 * Directives that turn a log line into metrics: the text of the member `_aws` (CloudWatch's embedded metric format)
 * without its last brace, so that the time can be appended. There are few variants, so each is built once.
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
