import { problem } from '../problem.ts'

/**
 * Parameters of the service model; docs/like-aws.md gives the source of each. Times are in milliseconds, and rates from
 * 0 to 1. Units are DynamoDB's capacity units per second. 0 turns an effect off.
 */
export const figuresByDefault = {
  /** The same seed gives the same random numbers. */
  seed: 1,
  /** How long an item in a transaction rejects other requests: half before the commit, half after. */
  hold: 10,
  /** Copies of a table that serve reads without ConsistentRead. Index queries have their own copy. */
  copies: 2,
  /** How long after its response a write reaches a copy: evenly distributed between the two. */
  lagFrom: 15,
  lagTo: 80,
  /** The same for the copy that serves index queries. */
  indexFrom: 15,
  indexTo: 80,
  /** Share of writes that reach a copy only after `tailTo`. */
  tailRate: 0.001,
  tailTo: 2000,
  /** Throughput per second of one partition key of a table or index. */
  writeUnits: 1000,
  readUnits: 3000,
  /** Throughput per second of a table without earlier writes. */
  tableWriteUnits: 4000,
  tableReadUnits: 12_000,
  /** Seconds of unused throughput kept for a burst; at least a twentieth of one. */
  burst: 1,
  /** Latency of a call beyond the engine's own time: evenly distributed between the two. */
  latencyFrom: 1,
  latencyTo: 4,
  /** Share of calls that run but get no response: the connection closes. */
  lostRate: 0,
  /** Factor for all times above, so that the model is the limit and not this machine. */
  slower: 1,
  /** Apparent shards of the stream; 0 leaves the engine's own. */
  streamShards: 4,
  /** Maximum delay of a shard's records, and the share of records delivered twice. */
  streamDelay: 200,
  streamRepeat: 0.05,
}

export type Figures = { readonly [name in keyof typeof figuresByDefault]: number }

const isName = (name: string): name is keyof Figures => name in figuresByDefault

/** Parses `name=number` pairs, such as `hold=0,seed=7`. Others keep their defaults. Throws a problem. */
export const readFigures = (text: string): Figures => {
  const figures = { ...figuresByDefault }
  for (const pair of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const [name = '', value = '', ...more] = pair.split('=')
    const number = Number(value)
    if (!isName(name) || value === '' || more.length > 0 || !(number >= 0 && number < 1e9)) {
      throw problem(
        `${pair} is no figure of the service: use name=number, with a name of ${Object.keys(figuresByDefault).join(', ')}.`,
      )
    }
    figures[name] = number
  }
  return figures
}

/** Figures in the form that `readFigures` takes. */
export const figuresText = (figures: Figures): string =>
  Object.entries(figures)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')

/** The figures of an environment. Throws a problem. */
export const figuresIn = (env: Readonly<Record<string, string | undefined>>): Figures =>
  readFigures(env.LIKE_AWS ?? '')
