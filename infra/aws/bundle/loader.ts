// Part of every bundle: it must stay small and load nothing that a function does not load anyway.
const { existsSync, readFileSync } = process.getBuiltinModule('node:fs')
const { createRequire } = process.getBuiltinModule('node:module')
const { Script } = process.getBuiltinModule('node:vm')

type Require = (name: string) => unknown
type Module = { exports: unknown }
type Body = (exports: unknown, require: Require, module: Module, folder: string) => void

/** What a script of a bundle evaluates to: modules by name; of one that lies in another script, that script's name. */
export type Modules = Readonly<Record<string, Body | string>>

/** `used`: compiled code was taken from beside the script. `refused`: it is there, but another V8 made it. */
export type CodeCache = 'used' | 'refused' | 'none'

/** Where the code that V8 made of a script is kept. */
export const cacheOf = (script: string): string => `${script}.cache`

const compiled = (filename: string, kept: boolean) => {
  const source = readFileSync(filename, 'latin1')
  const cache = cacheOf(filename)
  if (!kept || !existsSync(cache))
    return { script: new Script(source, { filename }), codeCache: 'none' as const }
  const script = new Script(source, { filename, cachedData: readFileSync(cache) })
  return { script, codeCache: script.cachedDataRejected ? ('refused' as const) : ('used' as const) }
}

/** The machine that compiled code fits. V8 looks at less itself: not at the processor, nor at what Node changed in it. */
export const machine = `${process.arch} ${process.versions.v8}`

/**
 * Opens the bundle in a folder: reads the script `start` and those it names when a module of theirs is first needed.
 * `compiledFor` is the
 * machine that the code beside them was made on, empty if there is none. `load` gives the exports of a module by its name; `scripts` are those read so far. `globalThis.quadCodeCache` tells from
 * then on how the start of this process went.
 */
export const openBundle = (folder: string, start: string, compiledFor = '') => {
  const scripts = new Map<string, InstanceType<typeof Script>>()
  const loaded = new Map<string, Module>()
  const modules: Record<string, Body | string> = Object.create(null)

  const read = (name: string): CodeCache => {
    const { script, codeCache } = compiled(`${folder}/${name}`, compiledFor === machine)
    scripts.set(name, script)
    Object.assign(modules, script.runInThisContext())
    return codeCache
  }

  const bodyOf = (name: string): Body | undefined => {
    const place = modules[name]
    if (typeof place === 'string') read(place)
    const body = modules[name]
    return typeof body === 'function' ? body : undefined
  }

  const load = (name: string): unknown => {
    const known = loaded.get(name)
    if (known) return known.exports
    const inside = (loaded.get('start')?.exports as Readonly<Record<string, object>> | undefined)?.[name]
    // Whoever imports its default export looks for this sign of an ES module.
    if (inside) return Object.defineProperty(inside, '__esModule', { value: true })
    const body = bodyOf(name)
    if (!body) return process.getBuiltinModule(name) ?? createRequire(`${folder}/`)(name)
    const module: Module = { exports: {} }
    // Before it runs: modules may need each other in a circle.
    loaded.set(name, module)
    try {
      body(module.exports, load, module, folder)
    } catch (error) {
      loaded.delete(name)
      throw error
    }
    return module.exports
  }

  const codeCache = read(start)
  const isForeign = codeCache === 'none' && compiledFor !== '' && compiledFor !== machine
  Object.assign(globalThis, { quadCodeCache: isForeign ? 'refused' : codeCache })
  return { load, scripts, names: () => Object.keys(modules) }
}
