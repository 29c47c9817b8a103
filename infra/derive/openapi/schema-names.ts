import type { Contract, Schema } from '../../../lib/contract/row.ts'
import { contractFiles, exportsOf } from '../places.ts'

const shapes = new Set(['object', 'union', 'enum', 'record'])

const isShape = (value: unknown): value is Schema => {
  if (typeof value !== 'object' || value === null || !('_zod' in value)) return false
  return shapes.has((value as Schema)._zod.def.type)
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const entriesOf = async ({ domain }: Contract): Promise<readonly (readonly [string, string, Schema])[]> => {
  const found: (readonly [string, string, Schema])[] = []
  for (const file of contractFiles(`functions/${domain}/contract.ts`)) {
    for (const [name, value] of Object.entries(await exportsOf(file))) {
      if (isShape(value)) found.push([domain, name, value])
    }
  }
  return found
}

/**
 * The names under which contracts export their schemas, for the components of the document. A name that two domains
 * give to different schemas gets its domain in front the second time.
 */
export const schemaNames = async (contracts: readonly Contract[]): Promise<ReadonlyMap<Schema, string>> => {
  const names = new Map<Schema, string>()
  const taken = new Set<string>(['Error', 'PlantError', 'Tokens'])
  for (const contract of contracts) {
    for (const [domain, name, schema] of await entriesOf(contract)) {
      if (names.has(schema)) continue
      const own = taken.has(name) ? `${capital(domain)}${capital(name)}` : capital(name)
      if (taken.has(own)) throw new Error(`two schemas of ${domain} would be called ${own}`)
      taken.add(own)
      names.set(schema, own)
    }
  }
  return names
}
