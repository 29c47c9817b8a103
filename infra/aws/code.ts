import type { App } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { routes } from '../../functions/routes.ts'
import type { Bundle } from './bundle/bundle.ts'
import { backgroundDomains } from './lambda/rights.ts'
import { stacksOf } from './stacks/stacks.ts'
import type { Stage } from './stage.ts'

/** All functions, by the domain that each serves. */
export const domains: readonly string[] = [...routes.map(({ domain }) => domain), ...backgroundDomains]

/** All stacks of a stage. To list, destroy or check them, no bundles are needed and the functions have no code. */
export const stacksWith = (app: App, stage: Stage, bundles: ReadonlyMap<string, Bundle>) => {
  const codeOf = (domain: string): Code => {
    const bundle = bundles.get(domain)
    if (!bundle) return Code.fromInline("throw new Error('This function was not built.')")
    return Code.fromAsset(bundle.folder, { assetHash: bundle.hash })
  }
  return stacksOf(app, stage, { contracts: routes, codeOf })
}
