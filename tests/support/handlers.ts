import type { Contract } from '../../lib/contract/row.ts'
import { runInProcess } from '../../lib/http/in-process.ts'
import { type Handler, serve } from '../../lib/http/serve.ts'
import type { Runtime } from '../../lib/runtime.ts'

const served = new WeakMap<Runtime, Map<string, Promise<Handler>>>()

const load = async (contract: Contract, runtime: Runtime): Promise<Handler> => {
  const { operations } =
    contract.domain === 'documents'
      ? await import('../../infra/local/handlers/documents.ts')
      : await import(`../../functions/${contract.domain}/operations.ts`)
  if (contract.domain !== 'pages') return serve(contract, operations, () => runtime)
  const { domains } = await import('../../functions/pages/domains.ts')
  return serve(contract, operations, () => runtime, runInProcess(domains))
}

/** The handler of a domain under a test's own runtime: the same pipeline that the deployed function runs. */
export const handlerFor = (contract: Contract, runtime: Runtime): Promise<Handler> => {
  const known = served.get(runtime) ?? new Map<string, Promise<Handler>>()
  served.set(runtime, known)
  const handler = known.get(contract.domain) ?? load(contract, runtime)
  known.set(contract.domain, handler)
  return handler
}
