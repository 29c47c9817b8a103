import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { NoSuchRoute } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import { originOf } from '../../lib/identity/school/schools.ts'
import type { Operations } from '../../lib/operation.ts'
import { type contract, ScriptMissing, sampleOrigin, scriptNames } from './contract.ts'
import { type Files, referencePolicy, scriptHeaders } from './files.ts'
import { robots } from './robots.ts'

const sampleSchool = 'demo'

/** Local development has no files beside the code, so it passes a reader for the texts (`infra/local/handlers`). */
export const documentsFrom = (textOf: Files): Operations<typeof contract> => {
  const requireText = async (name: string): Promise<string> => (await textOf(name)) ?? fail(NoSuchRoute)
  /** The text with the address of the request's school. The platform host has none, so it shows the sample school's. */
  const localText = async (name: string, { tenant, settings }: Context): Promise<string> =>
    (await requireText(name)).replaceAll(
      sampleOrigin,
      tenant.platform ? originOf(settings, sampleSchool) : tenant.origin,
    )
  const page = async (name: string, context: Context) => {
    const text = await localText(name, context)
    return answer(text, { headers: { 'content-security-policy': referencePolicy(text) } })
  }
  return {
    getOpenapi: () => requireText('openapi.json'),
    getReference: (_, context) => page('guide.html', context),
    // An unknown domain name has no file either.
    getReferenceOf: async ({ part }, context) =>
      /^[a-z]{1,40}$/.test(part) ? page(`${part}.html`, context) : fail(NoSuchRoute),
    getSearchIndex: () => requireText('search.json'),
    getViewer: () => requireText('viewer.js'),
    getLlmsText: (_, context) => localText('llms.txt', context),
    getRobots: async () => robots,
    getScript: async ({ script }) => {
      const name = scriptNames.find((one) => one === script) ?? fail(ScriptMissing)
      return answer(await requireText(name), { headers: scriptHeaders })
    },
  }
}
