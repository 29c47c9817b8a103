type Unit = 'Count' | 'Milliseconds' | 'Seconds'
type By = 'Operation' | 'Domain' | 'Tenant'

type Metric = {
  readonly unit: Unit
  /** Further dimensions: operation, domain or school. Every line counts by stage. */
  readonly by?: readonly By[]
  /** Omitted from a line without such an event: a metric without changes costs as much as one with changes. */
  readonly seldom?: true
}

/** The CloudWatch namespace of all metrics. */
export const metricNamespace = 'Quad'

/**
 * All metrics. Requests by operation or school are the sample count of their `Latency`. `Faults` are 5xx responses,
 * except those of closed schools; `Refusals` are all other responses from 400 on. `Throttles` are table calls that
 * were retried, `Conflicts` writes that met another one.
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
  /** Age of the oldest change event in a batch. */
  StreamLag: { unit: 'Seconds' },
  NoticeFailures: { unit: 'Count', seldom: true },
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
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof metricTable

/** The numbers of one log line. */
export type Measured = { readonly [M in MetricName]?: number }

/** Dimensions for CloudWatch. The school is one of them only when it is enrolled. */
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
