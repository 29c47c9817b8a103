import { builtinModules } from 'node:module'
import type { Plugin } from 'esbuild'
import { dynamicNames, rarelyUsedNames } from './builtin-names.ts'

const contentsOf = (name: string): string => {
  const module = `process.getBuiltinModule('node:${name}')`
  const names = rarelyUsedNames(name)
  if (!names) return `module.exports = ${module}`
  return `
    for (const key of '${names.join(' ')}'.split(' '))
      Object.defineProperty(module.exports, key, { enumerable: true, get: () => ${module}[key] })`
}

/** For dynamic imports, which read names of an ES module. Exports behind getters stay on the default export. */
const esmContentsOf = (name: string): string => {
  const names = dynamicNames(name)
  return `
    const all = process.getBuiltinModule('node:${name}')
    export default all
    const { ${names.map((key) => `${key}: _${key}`).join(', ')} } = all
    export { ${names.map((key) => `_${key} as ${key}`).join(', ')} }`
}

/**
 * Loads Node's own modules through `process.getBuiltinModule`. An ES import of `node:http` or `node:fs` reads all
 * exports, two of which load undici or the streams. That costs 130 ms of processor time in a cold start, for unused
 * code.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z_][\w/]*$/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, '')
      if (!builtinModules.includes(name)) return undefined
      return { path: name, namespace: kind === 'dynamic-import' ? 'lazy-builtins-esm' : 'lazy-builtins' }
    })
    onLoad({ filter: /.*/, namespace: 'lazy-builtins' }, ({ path }) => ({ contents: contentsOf(path) }))
    onLoad({ filter: /.*/, namespace: 'lazy-builtins-esm' }, ({ path }) => ({
      contents: esmContentsOf(path),
    }))
  },
}
