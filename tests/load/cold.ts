import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { bundleAll } from '../../infra/aws/bundle.ts'
import { startEngine } from '../../infra/local/engine.ts'
import { createTable } from '../../infra/local/table.ts'
import { coldDomain, coldRequests } from './cold-campus.ts'
import { print, rounded, say } from './figures.ts'

const mostMs = 300_000
/** What a deployment sets, so that the paths of production are measured. */
const production = {
  STAGE: 'production',
  BASE_DOMAIN: coldDomain,
  COOKIE_DOMAIN: coldDomain,
  MAIL_FROM: `Quad <no-reply@${coldDomain}>`,
  MEDIA_BUCKET: 'media',
  MEDIA_ORIGIN: 'https://media.example',
  SECRET_ID: 'secret',
}
/** Of the common stack's time (PERFORMANCE P1). */
const budget = 0.6
const { values } = parseArgs({ options: { pairs: { type: 'string', default: '15' } } })
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

// Node itself has started by then, as it has on AWS: what is measured is the import and the first answer.
const program = (bundle: string, invocation: unknown) => `
  const used = process.cpuUsage()
  const from = performance.now()
  try {
    const { handler } = await import(${JSON.stringify(bundle)})
    const { statusCode } = await handler(${JSON.stringify(invocation)}, {})
    const ms = performance.now() - from
    const { user, system } = process.cpuUsage(used)
    process.stdout.write('\\n' + JSON.stringify({ statusCode, ms, cpu: (user + system) / 1000 }))
  } catch ({ message }) {
    process.stdout.write(message)
  }`

/** Milliseconds, by the clock and of processors, from the import to the first answer, in a process of its own, with the settings that AWS would give. */
type Start = { readonly ms: number; readonly cpu: number }

const coldStart = (bundle: string, invocation: unknown, env: Readonly<Record<string, string>>): Start => {
  const argv = ['--input-type=module', '--eval', program(bundle, invocation)]
  const { stdout: printed } = spawnSync(process.execPath, argv, { env, encoding: 'utf8' })
  if (!printed.includes('statusCode')) throw new Error(`${bundle} ended: ${printed.slice(0, 600)}`)
  const { statusCode, ms, cpu } = JSON.parse(printed.slice(printed.lastIndexOf('\n')))
  if (statusCode !== 200) throw new Error(`${bundle} answered ${statusCode}: ${printed.slice(0, 500)}`)
  return { ms, cpu }
}

const median = (all: readonly number[]): number =>
  [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

const prove = async (): Promise<boolean> => {
  const { endpoint } = await startEngine({ memory: true })
  await createTable(endpoint, 'cold')
  Object.assign(process.env, {
    DYNAMODB_ENDPOINT: endpoint,
    TABLE_NAME: 'cold',
    DATA_DIR: join(folder, 'data'),
  })
  const { common, domains } = await coldRequests()
  const names = Object.keys(domains) as (keyof typeof domains)[]
  const [other, bundles] = await Promise.all([bundleCommonStack(), bundleAll(names, join(folder, 'ours'))])
  const theirEnv = {
    TABLE_NAME: 'cold',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  }
  const env = { ...theirEnv, ...production, DYNAMODB_ENDPOINT: endpoint }
  let within = true
  for (const name of names) {
    const theirs: Start[] = []
    const ours: Start[] = []
    // The first pair fills the caches of the disk and does not count.
    for (let pair = 0; pair <= pairs; pair += 1) {
      const both = [
        coldStart(other, common, theirEnv),
        coldStart(join(bundles.get(name)?.folder ?? '', 'index.mjs'), domains[name], env),
      ] as const
      if (pair === 0) continue
      theirs.push(both[0])
      ours.push(both[1])
    }
    const ratio = (of: 'ms' | 'cpu') => median(ours.map((one, at) => one[of] / (theirs[at]?.[of] ?? 1)))
    const value = ratio('ms')
    print({
      figure: `cold start of ${name}, import and first authenticated request`,
      value: Math.round(value * 100) / 100,
      unit: 'x of the common stack',
      budget,
      withinBudget: value <= budget,
      cpuRatio: Math.round(ratio('cpu') * 100) / 100,
      ms: rounded(median(ours.map(({ ms }) => ms))),
      commonMs: rounded(median(theirs.map(({ ms }) => ms))),
      pairs,
    })
    within &&= value <= budget
  }
  return within
}

const leave = (status: number): never => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(status)
}

setTimeout(() => {
  say(`Not done within ${mostMs / 1000} s.`)
  leave(1)
}, mostMs).unref()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => leave(130))

try {
  leave((await prove()) ? 0 : 1)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  leave(1)
}
