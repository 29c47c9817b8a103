import type { Fault } from './fault.ts'
import { answering, signingIn } from './faults-answering.ts'
import { behind } from './faults-behind.ts'
import type { MetricData } from './metric-data.ts'
import { type Metrics, span } from './night.ts'

export const faults: readonly Fault[] = [...behind, ...signingIn, ...answering]

/** The night with a fault in its second hour. */
export const nightWith = (night: MetricData, fault: Fault, of: Metrics): MetricData => {
  const data = night.copy()
  const gone = new Set(fault.gone)
  data.drop(({ name }) => gone.has(name), span.from, span.to)
  for (let minute = span.from; minute < span.to; minute += 1) fault.minute(data, minute, of)
  return data
}
