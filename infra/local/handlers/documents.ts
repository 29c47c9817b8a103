import { contract } from '../../../functions/documents/contract.ts'
import { documentsFrom } from '../../../functions/documents/documents.ts'
import { routes } from '../../../functions/routes.ts'
import { serve } from '../../../lib/http/serve.ts'
import { documentFiles } from '../../derive/reference/documents.ts'

const made = documentFiles(routes)

/** The documents of the running code: nothing needs a build, and edits show at once. */
export const operations = documentsFrom(async (name) => (await made()).get(name))

const answers = serve(contract, operations)

/** Deployed documents are cached by browsers; here a reload must show edits. */
export const handler: typeof answers = async (...asked) => {
  const answer = await answers(...asked)
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-cache' } }
}
