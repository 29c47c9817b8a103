import { fail } from '../../lib/contract/failure.ts'
import { NoSuchRoute } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import { type contract, ScriptMissing, scriptNames } from './contract.ts'
import { type Files, referencePolicy, scriptHeaders } from './files.ts'
import { robots } from './robots.ts'

/** Local development has no files beside the code, so it passes a reader for the texts (`infra/local/handlers`). */
export const documentsFrom = (textOf: Files): Operations<typeof contract> => {
  const requireText = async (name: string): Promise<string> => (await textOf(name)) ?? fail(NoSuchRoute)
  const page = async (name: string) =>
    answer(await requireText(name), { headers: { 'content-security-policy': referencePolicy } })
  return {
    getOpenapi: () => requireText('openapi.json'),
    getReference: () => page('guide.html'),
    // An unknown domain name has no file either.
    getReferenceOf: async ({ part }) =>
      /^[a-z]{1,40}$/.test(part) ? page(`${part}.html`) : fail(NoSuchRoute),
    getSearchIndex: () => requireText('search.json'),
    getViewer: () => requireText('viewer.js'),
    getLlmsText: () => requireText('llms.txt'),
    getRobots: async () => robots,
    getScript: async ({ script }) => {
      const name = scriptNames.find((one) => one === script) ?? fail(ScriptMissing)
      return answer(await requireText(name), { headers: scriptHeaders })
    },
  }
}
