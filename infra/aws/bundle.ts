import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { files } from '../../functions/documents/contract.ts'

const root = join(import.meta.dirname, '..', '..')

// Parts of the SDK are CommonJS inside an ES module and still ask for `require`.
const banner = "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);"

/**
 * Whoever imports `node:http` as an ES module touches all it exports, and two of those load undici: 25 ms of a cold
 * start for something that nothing here uses. Taken this way the module stays as it is until someone asks.
 */
const quietHttp: Plugin = {
  name: 'quiet-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?https?$/ }, ({ path }) => ({
      path: `node:${path.replace('node:', '')}`,
      namespace: 'quiet-http',
    }))
    onLoad({ filter: /.*/, namespace: 'quiet-http' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}')`,
    }))
  },
}

/**
 * A function finds its credentials in its environment and nowhere else. The SDK's chain would also look for profiles,
 * sign-on caches and metadata services: a hundred kilobytes of code that never runs there.
 */
const environmentCredentials: Plugin = {
  name: 'environment-credentials',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path }) => ({
      path,
      namespace: 'environment-credentials',
    }))
    onLoad({ filter: /.*/, namespace: 'environment-credentials' }, () => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'",
      resolveDir: root,
    }))
  },
}

/** The bundle of one function: its folder, and the bytes of what a cold start reads and of all files. */
export type Bundle = { readonly folder: string; readonly startBytes: number; readonly allBytes: number }

const bytesOf = (outputs: Metafile['outputs'], names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0)

/** An output and what it imports at once; what is imported when first needed stays out. */
const startOf = (outputs: Metafile['outputs'], name: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const { path, kind } of outputs[name]?.imports ?? []) {
    if (kind === 'import-statement' && path in outputs) startOf(outputs, path, seen)
  }
  return seen
}

/** What the documents hand out lies beside the code, so that no cold start has to parse it. */
const addDocuments = (folder: string): void => {
  for (const [name, path] of Object.entries(files)) cpSync(join(root, path), join(folder, 'files', name))
}

const bundleOne = async (domain: string, into: string): Promise<Bundle> => {
  const folder = join(into, domain)
  rmSync(folder, { recursive: true, force: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { index: `functions/${domain}/handler.ts` },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    legalComments: 'none',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: banner },
    plugins: [quietHttp, environmentCredentials],
    metafile: true,
    logLevel: 'warning',
  })
  if (domain === 'documents') addDocuments(folder)
  const { outputs } = metafile
  const entry = Object.keys(outputs).find((name) => outputs[name]?.entryPoint?.endsWith('/handler.ts'))
  return {
    folder,
    startBytes: bytesOf(outputs, startOf(outputs, entry ?? '')),
    allBytes: bytesOf(outputs, Object.keys(outputs)),
  }
}

/** Bundles `functions/<domain>/handler.ts` of each domain as `index.mjs` into a folder of its own below `into`. */
export const bundleAll = async (domains: readonly string[], into: string): Promise<Map<string, Bundle>> => {
  const bundles = await Promise.all(domains.map((domain) => bundleOne(domain, into)))
  return new Map(domains.map((domain, at) => [domain, bundles[at] as Bundle]))
}
