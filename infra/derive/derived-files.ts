import type { Contract } from '../../lib/contract/row.ts'
import { clientFiles } from './client/client.ts'
import { costPage } from './cost-page.ts'
import { dataModel, entityFiles } from './data-model.ts'
import { gatewayPage } from './gateway-page.ts'
import { openapi } from './openapi/openapi.ts'
import { schemaNames } from './openapi/schema-names.ts'
import { samples } from './samples.ts'
import { thirdPartyPage } from './third-party.ts'
import { unitSection } from './unit-table.ts'

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Every derived file by its path from the root, with the text it has to have. */
export const derivedFiles = async (contracts: readonly Contract[]): Promise<ReadonlyMap<string, string>> => {
  const performance = unitSection(contracts)
  const costs = costPage()
  const names = await schemaNames(contracts)
  return new Map([
    ['docs/openapi.json', json(openapi(contracts, names))],
    ['docs/data-model.md', dataModel(await entityFiles())],
    ['docs/gateway-routes.md', gatewayPage(contracts)],
    ['docs/third-party.md', thirdPartyPage()],
    ...clientFiles(contracts, names),
    ...(costs === undefined ? [] : [['docs/costs.md', costs] as const]),
    ...(performance === undefined ? [] : [['docs/performance.md', performance] as const]),
    ...[...samples(contracts)].map(([path, sample]) => [path, json(sample)] as const),
  ])
}
