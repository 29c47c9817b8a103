import { problem } from '../problem.ts'

/**
 * What the model of the service counts with; docs/like-aws.md says where each figure comes from. Times are milliseconds,
 * rates from 0 to 1, units those of DynamoDB's capacity, by the second. 0 turns an effect off.
 */
export const figuresByDefault = {
  /** The same seed makes the same draws. */
  seed: 1,
  /** How long an item of a transaction refuses others: half of it before the commit, half after. */
  hold: 10,
  /** Copies of a table that reads without ConsistentRead are answered from; index queries have one of their own. */
  copies: 2,
  /** How much later than its answer a write reaches a copy: evenly spread between the two. */
  lagFrom: 15,
  lagTo: 80,
  /** The same for the copy that index queries are answered from. */
  indexFrom: 15,
  indexTo: 80,
  /** How often a write reaches a copy only after `tailTo`. */
  tailRate: 0.001,
  tailTo: 2000,
  /** What a partition key of a table or of an index takes in a second. */
  writeUnits: 1000,
  readUnits: 3000,
  /** What a table that nobody has written to before takes in a second. */
  tableWriteUnits: 4000,
  tableReadUnits: 12_000,
  /** Seconds of unused throughput that are kept for a burst, at least a twentieth of one. */
  burst: 1,
  /** How long a call takes besides the engine's own time: evenly spread between the two. */
  latencyFrom: 1,
  latencyTo: 4,
  /** How often a call is carried out and never answered: the connection closes. */
  lostRate: 0,
  /** How many times as long everything above takes, so that it is the service that bounds, and not this machine. */
  slower: 1,
  /** Shards that the stream seems to have; 0 leaves it as the engine has it. */
  streamShards: 4,
  /** How late at most a shard's records are handed over, and how often they are twice. */
  streamDelay: 200,
  streamRepeat: 0.05,
}

export type Figures = { readonly [name in keyof typeof figuresByDefault]: number }

const isName = (name: string): name is keyof Figures => name in figuresByDefault

/** Figures from `name=number` pairs, such as `hold=0,seed=7`; what is not named keeps its default. Throws a problem. */
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

/** Figures as `readFigures` takes them. */
export const figuresText = (figures: Figures): string =>
  Object.entries(figures)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')

/** The figures that an environment asks for. Throws a problem. */
export const figuresIn = (env: Readonly<Record<string, string | undefined>>): Figures =>
  readFigures(env.LIKE_AWS ?? '')
