import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { bundleAll } from '../../../infra/aws/bundle/bundle.ts'
import { startEngine } from '../../../infra/local/data/engine.ts'
import { createTable } from '../../../infra/local/data/table.ts'
import { bounded } from '../../load/bounded.ts'
import { median, print, rounded, say } from '../../load/figures.ts'
import { coldDomain, coldRequests } from './cold-campus.ts'
import { coldStart, type Start } from './cold-start.ts'

/** What a deployment sets, so that the paths of production are measured. */
const production = {
  STAGE: 'production',
  BASE_DOMAIN: coldDomain,
  COOKIE_DOMAIN: coldDomain,
  MAIL_FROM: `Quad <no-reply@${coldDomain}>`,
  MEDIA_BUCKET: 'media',
  MEDIA_ORIGIN: 'https://media.example',
  EXPORTS_BUCKET: 'exports',
  SECRET_ID: 'secret',
}
const mostMs = 850_000
/** Of the common stack's time. */
const budget = 0.7
const { values } = parseArgs({
  options: {
    /** Starts of each function and of the common stack, one after the other. */
    pairs: { type: 'string', default: '9' },
    /** Names of functions, with commas between; all that have routes otherwise. */
    only: { type: 'string', default: '' },
  },
})
const pairs = Number(values.pairs)
const folder = mkdtempSync(join(tmpdir(), 'quad-cold-'))

/** The other stack as tutorials bundle it: one ES module, `require` for the SDK's sake, and nothing else. */
const bundleCommonStack = async (): Promise<string> => {
  const outfile = join(folder, 'common', 'index.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'common-stack.ts')],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'warning',
  })
  return outfile
}

type Sample = { readonly operation: string; readonly invocation: unknown }

/**
 * The first sample that succeeds, or at least is refused after a look into the table; what it takes to try them fills the
 * caches of the disk.
 */
const answeredOf = (samples: readonly Sample[], start: (invocation: unknown) => Start) => {
  const tried: { readonly sample: Sample; readonly status: number }[] = []
  for (const sample of samples) {
    const { status } = start(sample.invocation)
    tried.push({ sample, status })
    if (status < 400) break
  }
  const best = tried.find(({ status }) => status < 400) ?? tried.find(({ status }) => status === 409)
  if (best) return best
  const statuses = tried.map(({ sample, status }) => `${sample.operation} ${status}`)
  throw new Error(`No sample succeeds: ${statuses.join(', ')}`)
}

const printRatio = (
  name: string,
  { request, work }: { readonly request: string; readonly work: string },
  ours: readonly Start[],
  theirs: readonly Start[],
) => {
  const ratio = (of: 'ms' | 'cpu') => median(ours.map((one, at) => one[of] / (theirs[at]?.[of] ?? 1)))
  const value = Math.round(ratio('ms') * 100) / 100
  print({
    figure: `cold start of ${name}, import and first authenticated request`,
    value,
    unit: 'x of the common stack',
    budget,
    withinBudget: value <= budget,
    cpuRatio: Math.round(ratio('cpu') * 100) / 100,
    ms: rounded(median(ours.map(({ ms }) => ms))),
    commonMs: rounded(median(theirs.map(({ ms }) => ms))),
    request,
    ...(work === '' ? {} : { besides: work }),
    pairs,
  })
  return value
}

const prove = async (): Promise<boolean> => {
  const { endpoint } = await startEngine({ memory: true })
  await createTable(endpoint, 'cold')
  const DATA_DIR = join(folder, 'data')
  Object.assign(process.env, { DYNAMODB_ENDPOINT: endpoint, TABLE_NAME: 'cold', DATA_DIR })
  const { commonFor, samples } = await coldRequests()
  const wanted = values.only === '' ? [...samples.keys()] : values.only.split(',')
  const [other, bundles] = await Promise.all([bundleCommonStack(), bundleAll(wanted, join(folder, 'ours'))])
  const theirEnv = {
    TABLE_NAME: 'cold',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  }
  const env = { ...theirEnv, ...production, DYNAMODB_ENDPOINT: endpoint }
  const found: number[] = []
  for (const name of wanted) {
    say(name)
    const bundle = join(bundles.get(name)?.folder ?? '', 'index.mjs')
    const start = (invocation: unknown): Start => coldStart(bundle, invocation, env)
    const { sample, status } = answeredOf(samples.get(name) ?? [], start)
    const { common, work } = commonFor(name)
    const both = Array.from({ length: pairs }, () => {
      const theirs = coldStart(other, common, theirEnv)
      return { theirs, ours: start(sample.invocation) }
    })
    const [ours, theirs] = [both.map((one) => one.ours), both.map((one) => one.theirs)]
    found.push(printRatio(name, { request: `${sample.operation} ${status}`, work }, ours, theirs))
  }
  print({
    figure: 'cold start, the slowest of the functions measured',
    value: Math.max(...found),
    unit: 'x of the common stack',
    budget,
    withinBudget: Math.max(...found) <= budget,
    functions: found.length,
    pairs,
  })
  return found.every((value) => value <= budget)
}

await bounded(mostMs, prove, () => rmSync(folder, { recursive: true, force: true }))
