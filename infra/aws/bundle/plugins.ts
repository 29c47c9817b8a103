import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import type { Plugin } from 'esbuild'

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
export const quietBuiltins: Plugin = {
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
 * sign-on caches and metadata services, which never run there: 13.8 KB of a zipped start.
 */
export const environmentCredentials: Plugin = {
  name: 'environment-credentials',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path }) => ({
      path,
      namespace: 'environment-credentials',
    }))
    onLoad({ filter: /.*/, namespace: 'environment-credentials' }, () => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'",
      resolveDir: import.meta.dirname,
    }))
  },
}

const boundlessCache =
  'export default function () { const all = new Map(); return Object.assign(all, { peek: all.get }) }'

/**
 * The client carries along a cache for a discovery of endpoints that DynamoDB does not need, and its own manifest for the
 * sake of one version in it: 1 KB of a zipped start.
 */
export const lighterClient: Plugin = {
  name: 'lighter-client',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^mnemonist\/lru-cache$/ }, ({ path }) => ({ path, namespace: 'lighter-client' }))
    onLoad({ filter: /.*/, namespace: 'lighter-client' }, () => ({ contents: boundlessCache }))
    onLoad({ filter: /@aws-sdk\/[\w-]+\/package\.json$/ }, ({ path }) => {
      const { name, version } = JSON.parse(readFileSync(path, 'utf8'))
      return { contents: JSON.stringify({ name, version }), loader: 'json' }
    })
  },
}

/**
 * The gateway for mail stands apart, with the whole of its client. What two parts of a bundle share goes into the start,
 * also where the start has no use for it: of the client for mail that is 5.9 KB of the zipped start of `notices`.
 */
export const mailGateway = { module: './mail-ses.js', source: 'lib/gateways/ses.ts' } as const

export const mailApart: Plugin = {
  name: 'mail-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/ses\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: mailGateway.module, external: true } : undefined,
    )
  },
}

/**
 * Packages say themselves whether loading one of their files does something, as ours does; this one forgot to, and would
 * bring all its commands: 0.5 KB of a zipped start.
 */
export const idleModules: Plugin = {
  name: 'idle-modules',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^\.{1,2}\// }, async ({ path, pluginData, ...asked }) => {
      if (pluginData === 'idle' || !asked.importer.includes('/@aws-sdk/lib-dynamodb/')) return undefined
      return { ...(await resolve(path, { ...asked, pluginData: 'idle' })), sideEffects: false }
    })
  },
}
