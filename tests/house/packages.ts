import { importsOf, packageOf } from './code.ts'
import { read, sources, trackedFiles } from './files.ts'

type Versions = Record<string, string>
type Manifest = {
  scripts: Versions
  dependencies?: Versions
  devDependencies?: Versions
  optionalDependencies?: Versions
}
type Locked = Partial<Manifest> & { version?: string; resolved?: string; bin?: Versions }
type Lock = { packages: Record<string, Locked> }

export const manifest: Manifest = JSON.parse(read('package.json'))
export const lock: Lock = JSON.parse(read('package-lock.json'))

export const required: Versions = {
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
}

/** Packages that some file imports; the checks of the house do not count. */
export const importedPackages = (): Set<string> =>
  new Set(
    sources()
      .filter((path) => !path.startsWith('tests/house'))
      .flatMap((path) => importsOf(read(path)))
      .map(packageOf),
  )

/** The name a package is imported by: types are imported as the module they describe. */
export const moduleOf = (name: string): string => name.replace('@types/', '')

// Packages that nothing names because another package finds them by itself.
const foundBy: Versions = { esbuild: 'aws-cdk-lib', '@types/node': 'typescript' }

const settings = /^(?:[\w.-]+\.json|[\w.-]+\.config\.ts|\.ci\/.*)$/

/** True when a package is imported, named by a program or a setting, run by a script, or found by a used one. */
export const isUsed = (name: string, imported = importedPackages()): boolean => {
  const bins = Object.keys(lock.packages[`node_modules/${name}`]?.bin ?? {})
  const scripts = Object.values(manifest.scripts).flatMap((script) => script.split(/\s+/))
  const named = (path: string): boolean => read(path).includes(`'${name}`) || read(path).includes(`"${name}`)
  const finder = foundBy[name]
  return (
    imported.has(moduleOf(name)) ||
    bins.some((bin) => scripts.includes(bin)) ||
    (finder !== undefined && isUsed(finder, imported)) ||
    trackedFiles().some((path) => isSpoken(path) && named(path))
  )
}

const isSpoken = (path: string): boolean =>
  !/^(?:biome|package|package-lock)\.json$/.test(path) &&
  !path.startsWith('tests/house') &&
  (settings.test(path) || path.endsWith('.ts'))
