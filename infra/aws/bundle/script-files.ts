import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from 'esbuild'

type Built = BuildResult<{ metafile: true; write: false }>
type Sources = ReadonlyMap<string, string>

/** The module of a bundle that exports its handler. */
const entryModule = './index.js'

/**
 * Modules of a bundle lie side by side and import each other by this name. They must not end in `.mjs`: of what such a
 * module imports esbuild hides the default export, as Node does with CommonJS.
 */
const moduleOf = (output: string): string => `./${basename(output)}`

/** A module and what it imports at once; what is imported when first needed stays out. */
const startOf = ({ outputs }: Metafile): Set<string> => {
  const add = (output: string, seen: Set<string>): Set<string> => {
    if (seen.has(output)) return seen
    seen.add(output)
    for (const { path, kind } of outputs[output]?.imports ?? []) {
      if (kind === 'import-statement' && path in outputs) add(path, seen)
    }
    return seen
  }
  const entry = Object.keys(outputs).find((output) => moduleOf(output) === entryModule) ?? ''
  return new Set([...add(entry, new Set())].map(moduleOf))
}

/** The script of everything that a start needs. */
const startName = 'start'

/**
 * Gives every script its source. That of the start takes the named modules in; all others, and all that is imported when
 * first needed, the loader has to find.
 */
const sourcesOf = (scripts: Sources, first: ReadonlySet<string>, modules: Sources): Plugin => ({
  name: 'sources-of-scripts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path, kind, namespace, importer }) => {
      if (kind === 'entry-point') return { path, namespace: 'script' }
      if (!/^\.\/.*\.js$/.test(path)) return undefined
      const isInside = namespace === 'inside' || importer === startName
      return kind === 'import-statement' && isInside && first.has(path)
        ? { path, namespace: 'inside' }
        : { path, external: true }
    })
    onLoad({ filter: /.*/, namespace: 'script' }, ({ path }) => ({ contents: scripts.get(path) ?? '' }))
    onLoad({ filter: /.*/, namespace: 'inside' }, ({ path }) => ({ contents: modules.get(path) ?? '' }))
  },
})

const form: BuildOptions = {
  bundle: true,
  write: false,
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  minify: true,
  legalComments: 'none',
  supported: { 'dynamic-import': false },
  define: { 'import.meta.dirname': '__dirname' },
  logLevel: 'silent',
}

/** Scripts by name, each as a property of the object that it evaluates to; in one run, which costs as much as one of them. */
const propertiesOf = async (
  scripts: Sources,
  first: ReadonlySet<string>,
  modules: Sources,
): Promise<Sources> => {
  const names = [...scripts.keys()]
  const { outputFiles = [], warnings } = await build({
    ...form,
    entryPoints: names.map((name, at) => ({ in: name, out: String(at) })),
    outdir: 'scripts',
    plugins: [sourcesOf(scripts, first, modules)],
  })
  // A script has none, and esbuild only warns.
  const missed = warnings.find(({ id }) => id === 'empty-import-meta')
  const [namespace, name] = missed?.location?.file.split(':') ?? []
  if (missed)
    throw new Error(`${namespace === 'inside' ? startName : name} cannot be a script: ${missed.text}`)
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path, '.js'), text.trim()]))
  return new Map(
    names.map((name, at) => [name, `"${name}"(exports,require,module,__dirname){${texts.get(String(at))}}`]),
  )
}

/**
 * Writes a script and gives its name. The name holds a hash of the source: V8 takes compiled code for any source of the
 * same length, so what is kept beside one script must never be found by another.
 */
const writeScript = (folder: string, name: string, properties: readonly string[]): string => {
  const source = `"use strict";({${properties.join(',\n')}})`
  // The loader reads a byte for a character.
  if (Buffer.byteLength(source) !== source.length) throw new Error(`${name} holds more than ASCII.`)
  const file = `${name}-${createHash('sha256').update(source).digest('hex').slice(0, 12)}.js`
  writeFileSync(join(folder, file), source)
  return file
}

/** Modules of the start that others import: those find them in the scope that the whole start shares. */
const sharedOf = (first: ReadonlySet<string>, { outputs }: Metafile): string[] => {
  const wanted = Object.entries(outputs).flatMap(([output, { imports }]) =>
    imports.filter(({ kind }) => kind === 'dynamic-import' || !first.has(moduleOf(output))),
  )
  return [...new Set(wanted.map(({ path }) => moduleOf(path)))].filter((name) => first.has(name))
}

const startSource = (built: Built, first: ReadonlySet<string>): string => {
  const shared = sharedOf(first, built.metafile)
  const lines = shared.map((name, at) => `import * as m${at} from '${name}'; export { m${at} as '${name}' }`)
  return [`export { handler } from '${entryModule}'`, ...lines].join('\n')
}

/** What a script is called before its own hash: without that of its module, which a start would carry twice, and cannot pack. */
const titleOf = (name: string): string =>
  basename(name, '.js')
    .replace(/-[A-Z0-9]{8}$/, '')
    .toLowerCase()

/**
 * Writes what esbuild made of one function as scripts into a folder: one of all modules that a start needs, and one for
 * each module that is imported later (those of `apart`, sources by name, among them), which the first names. Returns the
 * name of the first. Its module `start` exports the handler, and by their names what other modules import of it.
 */
export const writeScripts = async (
  folder: string,
  built: Built,
  apart: Readonly<Record<string, string>>,
): Promise<string> => {
  const own = built.outputFiles.map(({ path, text }) => [moduleOf(path), text] as const)
  const sources = new Map([...own, ...Object.entries(apart)])
  const first = startOf(built.metafile)
  const later = [...sources].filter(([name]) => !first.has(name))
  const scripts = new Map([[startName, startSource(built, first)], ...later])
  const properties = await propertiesOf(scripts, first, sources)
  const propertyOf = (name: string): string => properties.get(name) ?? ''
  const places = later.map(
    ([name]) => `"${name}":"${writeScript(folder, titleOf(name), [propertyOf(name)])}"`,
  )
  return writeScript(folder, startName, [propertyOf(startName), ...places])
}
