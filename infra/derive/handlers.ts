/** Written by hand: it runs the operations of other domains in its own process. */
const byHand: readonly string[] = ['pages']

const handler = `// Made by \`npm run derive\` from functions/routes.ts.
import { serve } from '../../lib/http/serve.ts'
import { contract } from './contract.ts'
import { operations } from './operations.ts'

export const handler = serve(contract, operations)
`

/** The entry point of each domain's function. The bundler and the local platform load it by its path. */
export const handlerFiles = (domains: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    domains
      .filter((domain) => !byHand.includes(domain))
      .map((domain) => [`functions/${domain}/handler.ts`, handler] as const),
  )
