import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { routes } from '../functions/routes.ts'
import { backgroundDomains } from './aws/lambda/rights.ts'
import { checkRules } from './aws/rules.ts'
import { stacksOf } from './aws/stacks/stacks.ts'
import { readStage } from './aws/stage.ts'
import { machineArchitecture } from './aws/stage-values.ts'

const say = (sentence: string): void => console.error(sentence)

/** The code of all functions; of none where the CDK only lists or takes away, which it says by bundling no stack. */
const codeFor = async (domains: readonly string[], architecture: string, wanted: unknown) => {
  if (Array.isArray(wanted) && wanted.length === 0) return () => Code.fromInline('// not deployed')
  const { keptBundles } = await import('./aws/bundle/kept-bundles.ts')
  const codeCache = architecture === machineArchitecture
  if (!codeCache)
    say(`This machine cannot compile ahead for ${architecture}: functions start without a code cache.`)
  const into = join(import.meta.dirname, '..', 'node_modules', '.cache', 'quad-bundles')
  const bundles = await keptBundles(domains, into, { codeCache, say })
  return (domain: string) => {
    const { folder = '', hash } = bundles.get(domain) ?? {}
    return Code.fromAsset(folder, hash === undefined ? {} : { assetHash: hash })
  }
}

const app = new App()
const stage = readStage(app.node)
const domains = [...routes.map(({ domain }) => domain), ...backgroundDomains]
const codeOf = await codeFor(
  domains,
  stage.values.architecture,
  app.node.tryGetContext('aws:cdk:bundling-stacks'),
)
checkRules(app)
stacksOf(app, stage, { contracts: routes, codeOf })
app.synth()
