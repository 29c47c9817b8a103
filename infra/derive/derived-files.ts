import type { Contract } from '../../lib/contract/row.ts'
import { clientPackage } from './client/package.ts'
import { codeMap } from './code-map.ts'
import { costPage } from './cost-page.ts'
import { dataModel, entityFiles } from './data-model.ts'
import { gatewayPage } from './gateway-routes.ts'
import { handlerFiles } from './handlers.ts'
import { openapi, schemaNames } from './openapi/openapi.ts'
import { samples } from './samples.ts'
import { stepUpPage } from './step-up.ts'
import { thirdPartyPage } from './third-party.ts'

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * Derived files that people read in the repository, so they are committed. The map leads from paths below the root to
 * texts.
 */
export const committedFiles = async (contracts: readonly Contract[]): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ...handlerFiles(contracts.map(({ domain }) => domain)),
    ['docs/data-model.md', dataModel(await entityFiles())],
    ['docs/gateway-routes.md', gatewayPage(contracts)],
    ['docs/map.md', codeMap(contracts)],
    ['docs/step-up.md', stepUpPage(contracts)],
    ['docs/third-party.md', thirdPartyPage()],
    ['docs/costs.md', costPage()],
    ...[...samples(contracts)].map(([path, sample]) => [path, json(sample)] as const),
  ])

/** Files that are built on request and never committed: the OpenAPI document and the typed client, below `dist`. */
export const builtFiles = async (contracts: readonly Contract[]): Promise<ReadonlyMap<string, string>> => {
  const names = await schemaNames(contracts)
  const client = await clientPackage(contracts, names)
  return new Map([
    ['dist/openapi.json', json(openapi(contracts, names))],
    ...[...client].map(([path, text]) => [`dist/client/${path}`, text] as const),
  ])
}
