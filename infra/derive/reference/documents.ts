import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scriptNames } from '../../../functions/documents/contract.ts'
import type { Contract } from '../../../lib/contract/row.ts'
import { forPrograms } from '../client/package.ts'
import { openapi, schemaNames } from '../openapi/openapi.ts'
import { pageScript } from '../page-scripts.ts'
import { referencePages } from './pages.ts'

const scripts = (): Promise<readonly (readonly [string, string])[]> =>
  Promise.all(scriptNames.map(async (name) => [name, await pageScript(name)] as const))

/** The operations of the typed client, each with its domain. */
const clientOperations = (contracts: readonly Contract[]): ReadonlyMap<string, string> =>
  new Map(
    forPrograms(contracts).flatMap(({ domain, rows }) =>
      Object.keys(rows).map((operation) => [operation, domain] as const),
    ),
  )

/** Files beside the bundle, by name: the document, its reference pages, and their script. */
export const documentFiles = (contracts: readonly Contract[]) => {
  let made: Promise<ReadonlyMap<string, string>> | undefined
  const makeAll = async (): Promise<ReadonlyMap<string, string>> => {
    const document = openapi(contracts, await schemaNames(contracts))
    return new Map([
      ['openapi.json', JSON.stringify(document)],
      ['viewer.js', await readFile(join(import.meta.dirname, 'viewer.js'), 'utf8')],
      ...referencePages(document, clientOperations(contracts)),
      ...(await scripts()),
    ])
  }
  /** All files, created on first use. */
  return (): Promise<ReadonlyMap<string, string>> => {
    made ??= makeAll()
    return made
  }
}
