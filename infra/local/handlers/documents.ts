import { contract } from '../../../functions/documents/contract.ts'
import { operationsWith } from '../../../functions/documents/operations.ts'
import { routes } from '../../../functions/routes.ts'
import { serve } from '../../../lib/http/serve.ts'
import { documentFiles } from '../../derive/reference/documents.ts'

const made = documentFiles(routes)

/** The documents of the code that runs: nothing has to be built, and an edit shows at once. */
export const operations = operationsWith(async (name) => (await made()).get(name))

const answers = serve(contract, operations)

/** Deployed, browsers may keep the documents; here the next look has to show what was edited. */
export const handler: typeof answers = async (...asked) => {
  const answer = await answers(...asked)
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-cache' } }
}

/** Makes all of them before somebody asks. */
export const prepare = async (): Promise<void> => {
  await made()
}
