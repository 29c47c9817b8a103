import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { routes } from '../../../functions/routes.ts'
import { documentFiles } from '../../derive/reference/documents.ts'
import { lazyBuiltins } from './lazy-builtins.ts'
import { addPictureDecoder, decoderPackage, pictureDomains } from './picture-decoder.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** One function's bundle: the folder to deploy, and a hash of its content, which names the asset. */
export type Bundle = {
  readonly folder: string
  readonly hash: string
}

const options = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  minify: true,
  legalComments: 'none',
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  chunkNames: '[name]-[hash]',
  mainFields: ['module', 'main'],
  sourcemap: 'external',
  sourcesContent: false,
  write: false,
  logLevel: 'warning',
  plugins: [lazyBuiltins],
  external: [decoderPackage],
} as const satisfies BuildOptions

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()

const hashOf = (folder: string): string => {
  const hash = createHash('sha256')
  for (const name of filesIn(folder)) {
    const bytes = readFileSync(join(folder, name))
    hash.update(`${name} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

/** Writes the OpenAPI document and the reference pages beside the code, so that cold starts need not parse them. */
const addDocuments = async (folder: string): Promise<void> => {
  mkdirSync(join(folder, 'files'))
  for (const [name, text] of await documentFiles(routes)()) writeFileSync(join(folder, 'files', name), text)
}

const emptied = (folder: string): string => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

const bundleOne = async (domain: string, into: string): Promise<Bundle> => {
  const folder = emptied(join(into, domain))
  const maps = emptied(join(into, 'source-maps', domain))
  const decodes = pictureDomains.includes(domain)
  const { outputFiles } = await build({
    ...options,
    entryPoints: {
      index: join('functions', domain, 'handler.ts'),
      ...(decodes ? { 'picture-worker': join('lib', 'gateways', 'picture-worker.ts') } : {}),
    },
    // Nothing is written there. File names contain a hash of source paths relative to this folder.
    outdir: join('bundles', domain),
  })
  for (const { path, contents } of outputFiles)
    writeFileSync(join(path.endsWith('.map') ? maps : folder, basename(path)), contents)
  if (domain === 'documents') await addDocuments(folder)
  if (decodes) addPictureDecoder(root, folder)
  return { folder, hash: hashOf(folder) }
}

/** More concurrent builds would wait for each other and use more memory. */
const atOnce = 2

/**
 * Bundles `functions/<domain>/handler.ts` of each domain as `index.mjs` into a folder below `into`. Source maps go to
 * `into/source-maps`, beside the deployed files. The same sources give the same bytes on any machine.
 */
export const bundleAll = async (
  domains: readonly string[],
  into: string,
): Promise<ReadonlyMap<string, Bundle>> => {
  const waiting = [...domains]
  const bundles = new Map<string, Bundle>()
  const work = async (): Promise<void> => {
    for (let domain = waiting.shift(); domain !== undefined; domain = waiting.shift())
      bundles.set(domain, await bundleOne(domain, into))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return bundles
}
