import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Contract } from '../../lib/contract/row.ts'
import { openapi } from './openapi/openapi.ts'
import { schemaNames } from './openapi/schema-names.ts'
import { root } from './places.ts'

const openapiText = async (contracts: readonly Contract[]): Promise<string> =>
  JSON.stringify(openapi(contracts, await schemaNames(contracts)))

/** What the documents hand out, by the name beside the bundle, each made when it is asked for. */
export const documents = (contracts: readonly Contract[]) => ({
  'openapi.json': () => openapiText(contracts),
  'viewer.js': () => readFile(join(root, 'node_modules', 'rapidoc', 'dist', 'rapidoc-min.js'), 'utf8'),
})
