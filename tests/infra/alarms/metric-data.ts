/** Which metric, as CloudWatch tells them apart. */
export type MetricId = {
  readonly namespace: string
  readonly name: string
  readonly dimensions?: Readonly<Record<string, string>>
}

const keys = new WeakMap<MetricId, string>()

const keyOf = (metric: MetricId): string => {
  const known = keys.get(metric)
  if (known !== undefined) return known
  const { namespace, name, dimensions = {} } = metric
  const sorted = Object.entries(dimensions).sort(([a], [b]) => a.localeCompare(b))
  const key = JSON.stringify([namespace, name, ...sorted])
  keys.set(metric, key)
  return key
}

/** Values of metrics by minute, as they were recorded. */
export type MetricData = {
  put(metric: MetricId, minute: number, ...values: number[]): void
  /** Forgets what was recorded of the metrics that a test picks, from one minute to another. */
  drop(picked: (metric: MetricId) => boolean, from: number, to: number): void
  /** Values from one minute up to, and without, another. */
  between(metric: MetricId, from: number, to: number): readonly number[]
  copy(): MetricData
}

export const metricData = (
  known: ReadonlyMap<string, ReadonlyMap<number, readonly number[]>> = new Map(),
): MetricData => {
  const copyOf = (values: ReadonlyMap<number, readonly number[]>) =>
    new Map([...values].map(([minute, recorded]) => [minute, [...recorded]]))
  const series = new Map([...known].map(([key, values]) => [key, copyOf(values)]))
  const idOf = (key: string): MetricId => {
    const [namespace, name, ...dimensions] = JSON.parse(key)
    return { namespace, name, dimensions: Object.fromEntries(dimensions) }
  }
  return {
    put(metric, minute, ...values) {
      const key = keyOf(metric)
      const found = series.get(key) ?? new Map<number, number[]>()
      const before = found.get(minute) ?? []
      before.push(...values)
      series.set(key, found.set(minute, before))
    },
    drop(picked, from, to) {
      for (const [key, values] of series) {
        if (!picked(idOf(key))) continue
        for (const minute of values.keys()) if (minute >= from && minute < to) values.delete(minute)
      }
    },
    between(metric, from, to) {
      const values = series.get(keyOf(metric))
      if (!values) return []
      const found: number[] = []
      for (let minute = from; minute < to; minute += 1) {
        for (const value of values.get(minute) ?? []) found.push(value)
      }
      return found
    },
    copy: () => metricData(series),
  }
}

const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? Number.NaN
}

const statistics: Readonly<Record<string, (values: readonly number[]) => number>> = {
  Sum: (values) => values.reduce((sum, value) => sum + value, 0),
  SampleCount: (values) => values.length,
  Average: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  Minimum: (values) => Math.min(...values),
  Maximum: (values) => Math.max(...values),
}

/** The statistic of values; undefined where there is none, which CloudWatch calls a missing datapoint. */
export const statisticOf = (statistic: string, values: readonly number[]): number | undefined => {
  if (values.length === 0) return undefined
  const plain = statistics[statistic]
  if (plain) return plain(values)
  const share = /^p(\d+(?:\.\d+)?)$/.exec(statistic)?.[1]
  if (share === undefined) throw new Error(`no test knows the statistic ${statistic}`)
  return percentile(values, Number(share))
}
