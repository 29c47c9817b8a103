import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, context, type Plugin } from 'esbuild'
import { routes } from '../../../functions/routes.ts'
import { documentFiles } from '../../derive/reference/documents.ts'
import { settledClient } from './client.ts'
import { addCodeCaches } from './code-caches.ts'
import { machine } from './loader.ts'
import {
  environmentCredentials,
  idleModules,
  lighterClient,
  mailApart,
  mailGateway,
  quietBuiltins,
  straightImports,
} from './plugins.ts'
import { writeScripts } from './script-files.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The bundle of one function: its folder, its first script, and the bytes of what a cold start reads and of all code. */
export type Bundle = {
  readonly folder: string
  readonly start: string
  readonly startBytes: number
  readonly allBytes: number
  /** Of all code, for the name of what is deployed: code that V8 made differs with every run. */
  readonly hash: string
}

/** What the documents hand out lies beside the code, so that no cold start has to parse it. */
const addDocuments = async (folder: string): Promise<void> => {
  mkdirSync(join(folder, 'files'))
  for (const [name, text] of await documentFiles(routes)()) writeFileSync(join(folder, 'files', name), text)
}

const form = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  legalComments: 'none',
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  write: false,
  logLevel: 'warning',
} as const satisfies BuildOptions

const lightening = [straightImports, quietBuiltins, environmentCredentials, lighterClient, idleModules]

/** All that is beyond esbuild's own options. `tests/infra/bundles/bundles-lighter.test.ts` says what each buys, and fails without it. */
export const plugins: readonly Plugin[] = [mailApart, settledClient, ...lightening]

/** The function whose handler stands for this entry point changes from build to build. */
const someFunction = 'function'

/**
 * Makes one function after the other, and reads what they share once: a quarter less work than a build of its own for each.
 * One at a time.
 */
const functionBuilder = async (used = plugins) => {
  let handler = ''
  const entry: Plugin = {
    name: 'some-function',
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^${someFunction}$`) }, ({ kind }) =>
        kind === 'entry-point' ? { path: handler } : undefined,
      )
    },
  }
  const kept = await context({
    ...form,
    entryPoints: { index: someFunction },
    outdir: 'bundle',
    splitting: true,
    plugins: [entry, ...used],
    metafile: true,
  })
  return {
    modulesOf: (domain: string) => {
      handler = join(root, 'functions', domain, 'handler.ts')
      return kept.rebuild()
    },
    end: () => kept.dispose(),
  }
}

/** What esbuild makes of one function: a module that exports the handler, and those that it imports later. */
export const modulesOf = async (domain: string, used = plugins) => {
  const builder = await functionBuilder(used)
  return builder.modulesOf(domain).finally(builder.end)
}

const buildMail = async (): Promise<string> => {
  const { outputFiles } = await build({ ...form, entryPoints: [mailGateway.source], plugins: lightening })
  return outputFiles[0]?.text ?? ''
}

/** The module that Lambda imports: it opens the bundle. */
const addDoor = (folder: string, start: string, compiledFor: string) =>
  build({
    ...form,
    stdin: {
      contents: `
        import { openBundle } from './loader.ts'
        export const { handler } = openBundle(import.meta.dirname, '${start}', '${compiledFor}').load('start')`,
      resolveDir: import.meta.dirname,
    },
    outfile: join(folder, 'index.mjs'),
    write: true,
  })

const contentOf = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(folder, name))]),
  )

const hashOf = (content: ReadonlyMap<string, Buffer>): string => {
  const hash = createHash('sha256')
  for (const [name, bytes] of content) hash.update(`${name} ${bytes.length}\n`).update(bytes)
  return hash.digest('hex')
}

/** More of them wait for each other, and take more memory. */
const atOnce = 2

// esbuild is a program in Go: it looks for memory to free half as often, which is a sixth of its time.
process.env.GOGC ??= '200'

const bundleOne = async (
  domain: string,
  into: string,
  built: Awaited<ReturnType<typeof modulesOf>>,
  mail: string,
  compiledFor: string,
): Promise<Bundle> => {
  const folder = join(into, domain)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const start = await writeScripts(folder, built, { [mailGateway.module]: mail })
  await addDoor(folder, start, compiledFor)
  const content = contentOf(folder)
  const bytesOf = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + (content.get(name)?.length ?? 0), 0)
  const startBytes = bytesOf(['index.mjs', start])
  const allBytes = bytesOf(content.keys())
  if (domain === 'documents') await addDocuments(folder)
  return { folder, start, startBytes, allBytes, hash: hashOf(contentOf(folder)) }
}

/**
 * Bundles `functions/<domain>/handler.ts` of each domain as `index.mjs` into a folder of its own below `into`. With
 * `codeCache` (which takes seconds) the code that V8 makes of it on this machine lies beside it; `compiledFor` names the
 * machine of those that come later.
 */
export const bundleAll = async (
  domains: readonly string[],
  into: string,
  { codeCache, compiledFor }: { readonly codeCache?: boolean; readonly compiledFor?: string } = {},
): Promise<Map<string, Bundle>> => {
  const adds = codeCache ?? compiledFor === undefined
  const target = compiledFor ?? (adds ? machine : '')
  const mail = await buildMail()
  const bundles = new Map<string, Bundle>()
  // The largest ones are the last of the list: whoever begins with them has no long one left at the end.
  const waiting = [...domains].reverse()
  const work = async (): Promise<void> => {
    const builder = await functionBuilder()
    for (let domain = waiting.shift(); domain !== undefined; domain = waiting.shift())
      bundles.set(domain, await bundleOne(domain, into, await builder.modulesOf(domain), mail, target))
    await builder.end()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (adds) await addCodeCaches(bundles)
  return bundles
}
