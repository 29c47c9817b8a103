import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Values of templates are of every shape. */
export type Value = ReturnType<typeof JSON.parse>
export type Resource = { readonly Type: string; readonly Properties: Value }

/** One stack of an assembly. Nested ones are told their parameters by the stack around them. */
export type Stack = {
  readonly name: string
  readonly resources: Readonly<Record<string, Resource>>
  readonly outputs: Readonly<
    Record<string, { readonly Value: Value; readonly Export?: { readonly Name: Value } }>
  >
  readonly parameters: Readonly<Record<string, Value>>
  /** Nested stacks, by the logical id of the resource that stands for them. */
  readonly nested: ReadonlyMap<string, Stack>
  readonly around: Stack | undefined
}

const readJson = (folder: string, file: string): Value => JSON.parse(readFileSync(join(folder, file), 'utf8'))

/** Where the files of a stack's assets lie, by the hash that templates name them by. */
const assetsOf = (folder: string, stack: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(readJson(folder, `${stack}.assets.json`).files as Record<string, Value>).map(
      ([hash, { source }]) => [hash, source.path],
    ),
  )

type Place = { readonly folder: string; readonly assets: ReadonlyMap<string, string> }

const hashIn = (value: Value): string => /([0-9a-f]{64})\.(?:json|zip)/.exec(JSON.stringify(value))?.[1] ?? ''

const stackIn = (place: Place, name: string, file: string, given: Value, around?: Stack): Stack => {
  const { Resources = {}, Outputs = {}, Parameters = {} } = readJson(place.folder, file)
  const defaults = Object.entries(Parameters as Record<string, Value>).map(([key, one]) => [key, one.Default])
  const nested = new Map<string, Stack>()
  const stack: Stack = {
    name,
    resources: Resources,
    outputs: Outputs,
    parameters: { ...Object.fromEntries(defaults), ...given },
    nested,
    around,
  }
  for (const [id, { Type, Properties }] of Object.entries(stack.resources)) {
    if (Type !== 'AWS::CloudFormation::Stack') continue
    const template = place.assets.get(hashIn(Properties.TemplateURL)) ?? ''
    nested.set(id, stackIn(place, `${name}-${id}`, template, Properties.Parameters ?? {}, stack))
  }
  return stack
}

export type Assembly = {
  /** Every stack, nested ones behind the one around them. */
  readonly stacks: readonly Stack[]
  /** The folder of an asset, by a value that names its hash. */
  assetOf(value: Value): string
}

const withNested = (stack: Stack): Stack[] => [stack, ...[...stack.nested.values()].flatMap(withNested)]

/** Reads what the app was synthesized into: all stacks, and where their code lies. */
export const readAssembly = (folder: string): Assembly => {
  const artifacts: Record<string, Value> = readJson(folder, 'manifest.json').artifacts
  const names = Object.keys(artifacts).filter((name) => artifacts[name].type === 'aws:cloudformation:stack')
  const assets = new Map(names.flatMap((name) => [...assetsOf(folder, name)]))
  const place = { folder, assets }
  return {
    stacks: names.flatMap((name) =>
      withNested(stackIn(place, name, artifacts[name].properties.templateFile, {})),
    ),
    assetOf: (value) => join(folder, assets.get(hashIn(value)) ?? ''),
  }
}
