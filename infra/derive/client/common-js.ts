import { build, type Plugin } from 'esbuild'

/** Reads modules from a map instead of a folder. */
const fromMap = (files: ReadonlyMap<string, string>): Plugin => ({
  name: 'from-map',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path }) => ({ path: path.replace('./', ''), namespace: 'map' }))
    onLoad({ filter: /.*/, namespace: 'map' }, ({ path }) => ({ contents: files.get(path) ?? '' }))
  },
})

/** The package's entries for `require`, each a bundle of its modules. */
export const commonJsFiles = async (
  modules: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> => {
  const entries = ['index', 'groups'].map(async (name) => {
    const { outputFiles } = await build({
      entryPoints: [`${name}.mjs`],
      bundle: true,
      format: 'cjs',
      target: 'es2022',
      platform: 'neutral',
      plugins: [fromMap(modules)],
      write: false,
    })
    return [`${name}.js`, outputFiles[0]?.text ?? ''] as const
  })
  return new Map(await Promise.all(entries))
}
