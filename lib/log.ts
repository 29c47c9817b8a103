import { type Counted, directivesFor, type Measured, watchedOperations } from './metrics.ts'
import { processTrace, type Settings } from './settings.ts'

/** Details only for the terminal of a developer's machine: the request and the thrown error. JSON omits symbols. */
export const localDetails: unique symbol = Symbol('shown here')

export type Level = 'info' | 'warn' | 'error'

/**
 * A line of the log: the operation, its school, the request and the outcome. People appear only as ids. A line never
 * contains a name, an address, a token or text written by people, such as an error message.
 */
export type LogLine = {
  readonly level?: Level
  /** `<domain>.<operation>`, or the work of the stream or the clock. */
  readonly operation?: string | undefined
  readonly tenant?: string | undefined
  readonly requestId?: string
  readonly status?: number
  /** Milliseconds. */
  readonly ms?: number
  /** The failure code. */
  readonly code?: string | undefined
  readonly measured?: Measured
  readonly [localDetails]?: { readonly asked: string; readonly thrown?: unknown }
} & Readonly<Record<string, unknown>>

export type Log = (line: LogLine) => void

const countedOf = ({ operation }: LogLine): Counted => {
  if (operation === undefined) return 'stage'
  return watchedOperations.includes(operation) ? 'operation' : 'domain'
}

/** A school that is closed on purpose answers 503 as well, which is no fault. */
const levelOf = ({ level, status = 0, measured }: LogLine): Level =>
  level ?? (status >= 500 && measured?.Faults !== 0 ? 'error' : 'info')

const lineOf = (stage: string, line: LogLine, isFirst: boolean) => {
  const { level: _, operation, tenant, ms, measured, ...facts } = line
  const numbers = measured && isFirst ? { ...measured, ColdStarts: 1 } : measured
  const json = JSON.stringify({
    Stage: stage,
    level: levelOf(line),
    Operation: operation,
    // Alarms on a function's deployment use faults by domain.
    ...(numbers?.Faults ? { Domain: operation?.split('.', 1)[0] } : {}),
    Tenant: tenant,
    traceId: processTrace(),
    ...facts,
    ms,
    ...numbers,
  })
  return { json, numbers }
}

/**
 * A line for CloudWatch: JSON in one shape, with metrics if `measured` is present. `at` is milliseconds since 1970.
 * The first request of a process counts its cold start.
 */
export const metricLine = (stage: string, line: LogLine, at: number, isFirst = false): string => {
  const { json, numbers } = lineOf(stage, line, isFirst)
  if (!numbers) return json
  return `{"_aws":${directivesFor(numbers, countedOf(line))},"Timestamp":${at}},${json.slice(1)}`
}

/** The line without metrics, for a stage that is not monitored. */
export const uncountedLine = (stage: string, line: LogLine, isFirst = false): string =>
  lineOf(stage, line, isFirst).json

const plainLine = ({ measured: _, ...line }: LogLine): string => {
  const { asked: input, thrown } = line[localDetails] ?? {}
  const json = JSON.stringify(input === undefined ? line : { asked: input, ...line })
  if (thrown === undefined) return json
  return `${json}\n${thrown instanceof Error ? thrown.stack : thrown}`
}

let write = (text: string): unknown => process.stdout.write(text)

/** Sets where the log of this process goes instead of its standard output. */
export const setLogOutput = (own: (text: string) => void): void => {
  write = own
}

type LogSettings = Pick<Settings, 'METRICS_STAGE'> & Partial<Pick<Settings, 'COUNT_METRICS'>>

/** The process's log, with metrics on AWS. */
export const processLog = ({ METRICS_STAGE, COUNT_METRICS = true }: LogSettings): Log => {
  let requests = 0
  return (line) => {
    if (line.measured?.Requests !== undefined) requests += 1
    const first = requests === 1 && line.measured?.Requests !== undefined
    const text = !METRICS_STAGE
      ? plainLine(line)
      : COUNT_METRICS
        ? metricLine(METRICS_STAGE, line, Date.now(), first)
        : uncountedLine(METRICS_STAGE, line, first)
    write(`${text}\n`)
  }
}
