import { textOf } from './places.ts'

type Locked = { readonly version?: string; readonly license?: string; readonly dev?: boolean }

export type Package = { readonly name: string; readonly version: string; readonly licence: string }

/** Packages that `npm ci --omit=dev` installs, by name and version. No others can be in a function. */
export const shippedPackages = (): readonly Package[] => {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(textOf('package-lock.json') ?? '{}')
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version = '', license = 'none' }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
    }))
    .sort((one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version))
}

/** docs/third-party.md: third-party code that the functions run, with its licences. */
export const thirdPartyPage = (): string => {
  const packages = shippedPackages()
  const licences = Map.groupBy(packages, ({ licence }) => licence)
  return `${[
    '# Third-party code',
    '',
    'Made by `npm run derive` from `package-lock.json`: every package that can be part of a function or of the local platform.',
    'Tools of development are not among them. `npm run sbom` prints the same as a CycloneDX bill of materials.',
    '',
    '| licence | packages |',
    '|---|---|',
    ...[...licences].map(([licence, { length }]) => `| ${licence} | ${length} |`).sort(),
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
  ].join('\n')}\n`
}
