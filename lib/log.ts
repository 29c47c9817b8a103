import { type Counted, directivesFor, type Measured } from './metrics.ts'
import { processTrace, type Settings } from './settings.ts'

/** What only the terminal of one's own machine shows: what was asked, and what was thrown. JSON leaves symbols out. */
export const localDetails: unique symbol = Symbol('shown here')

export type Level = 'info' | 'warn' | 'error'

/**
 * A line of the log: what happened (`operation`), at which school, to whose request, how it ended. Ids stand for people;
 * a line never holds a name, an address, a token, or words that somebody wrote, such as the message of an error.
 */
export type LogLine = {
  readonly level?: Level
  /** `<domain>.<operation>`, or what the stream and the clock do. */
  readonly operation?: string | undefined
  readonly tenant?: string | undefined
  readonly requestId?: string
  readonly status?: number
  /** Milliseconds. */
  readonly ms?: number
  /** The code of a refusal. */
  readonly code?: string | undefined
  readonly measured?: Measured
  /** The school stands in the registry: how many of these there are is bounded, what hosts people make up is not. */
  readonly enrolled?: boolean
  readonly [localDetails]?: { readonly asked: string; readonly thrown?: unknown }
} & Readonly<Record<string, unknown>>

export type Log = (line: LogLine) => void

const countedOf = ({ operation, enrolled }: LogLine): Counted => {
  if (operation === undefined) return 'stage'
  return enrolled ? 'operation and school' : 'operation'
}

/** A school that is closed on purpose answers 503 as well, and is nobody's fault. */
const levelOf = ({ level, status = 0, measured }: LogLine): Level =>
  level ?? (status >= 500 && measured?.Faults !== 0 ? 'error' : 'info')

/**
 * A line as CloudWatch reads it: JSON in one shape, and with `measured` the source of metrics. `at` is milliseconds since
 * 1970; the first request of a process counts its cold start.
 */
export const metricLine = (stage: string, line: LogLine, at: number, isFirst = false): string => {
  const { level: _, operation, tenant, ms, measured, enrolled: __, ...facts } = line
  const numbers = measured && isFirst ? { ...measured, ColdStarts: 1 } : measured
  const json = JSON.stringify({
    Stage: stage,
    level: levelOf(line),
    Operation: operation,
    // What a deployment of one function is judged by.
    ...(numbers?.Faults ? { Domain: operation?.split('.', 1)[0] } : {}),
    Tenant: tenant,
    traceId: processTrace(),
    ...facts,
    ms,
    ...numbers,
  })
  if (!numbers) return json
  return `{"_aws":${directivesFor(numbers, countedOf(line))},"Timestamp":${at}},${json.slice(1)}`
}

const plainLine = ({ measured: _, enrolled: __, ...line }: LogLine): string => {
  const { asked, thrown } = line[localDetails] ?? {}
  const json = JSON.stringify(asked === undefined ? line : { asked, ...line })
  if (thrown === undefined) return json
  return `${json}\n${thrown instanceof Error ? thrown.stack : thrown}`
}

/** Where the lines of this process go: its standard output, with metrics in them on AWS. */
export const processLog = ({ METRICS_STAGE }: Pick<Settings, 'METRICS_STAGE'>): Log => {
  let requests = 0
  return (line) => {
    if (line.measured?.Requests !== undefined) requests += 1
    const first = requests === 1 && line.measured?.Requests !== undefined
    const text = METRICS_STAGE ? metricLine(METRICS_STAGE, line, Date.now(), first) : plainLine(line)
    process.stdout.write(`${text}\n`)
  }
}
