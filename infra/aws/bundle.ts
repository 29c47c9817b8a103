import { cpSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { files } from '../../functions/documents/contract.ts'

const root = join(import.meta.dirname, '..', '..')

// Parts of the SDK are CommonJS inside an ES module and still ask for `require`.
const banner = "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);"

/** Modules of Node that something asks for, but hardly a first request uses. */
const seldom = ['child_process', 'dns', 'dns/promises', 'fs/promises', 'http2', 'os', 'util']

const builtin = (name: string): string => {
  const module = `process.getBuiltinModule('node:${name}')`
  if (!seldom.includes(name)) return `module.exports = ${module}`
  return `
    for (const key of '${Object.keys(process.getBuiltinModule(name) ?? {}).join(' ')}'.split(' '))
      Object.defineProperty(module.exports, key, { enumerable: true, get: () => ${module}[key] })`
}

/**
 * Whoever imports a module of Node as an ES module touches all it exports: of `node:http` two load undici, of `node:fs`
 * two load the streams. That is 30 ms of a cold start for what nothing here uses. Taken this way a module stays as it is
 * until someone asks, and those that are seldom asked are not even loaded.
 */
const quietBuiltins: Plugin = {
  name: 'quiet-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z_][\w/]*$/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, '')
      const taken = kind !== 'require-call' && builtinModules.includes(name)
      return taken ? { path: name, namespace: 'quiet-builtins' } : undefined
    })
    onLoad({ filter: /.*/, namespace: 'quiet-builtins' }, ({ path }) => ({ contents: builtin(path) }))
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

/** No module of the platform does anything by being loaded: what is not used of another domain stays out. */
const idleModules: Plugin = {
  name: 'idle-modules',
  setup({ onResolve, resolve }) {
    onResolve(
      { filter: /^\.{1,2}\// },
      async ({ path, importer, resolveDir, kind, namespace, pluginData }) => {
        if (pluginData === 'idle' || importer.includes('node_modules')) return undefined
        const found = await resolve(path, { importer, resolveDir, kind, namespace, pluginData: 'idle' })
        return { ...found, sideEffects: false }
      },
    )
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
    plugins: [quietBuiltins, environmentCredentials, idleModules],
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
