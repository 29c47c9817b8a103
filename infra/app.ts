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

const app = new App()
const stage = readStage(app.node)

// The CDK bundles no stack where it only lists or takes away.
const wanted = app.node.tryGetContext('aws:cdk:bundling-stacks')
const deploys = !Array.isArray(wanted) || wanted.length > 0
if (deploys) checkRules(app)
// What nobody deploys needs no check of the CDK's own either, which takes longer than all else together.
else process.env.CDK_VALIDATION = 'false'

/** The code of all functions, or of none. */
const codeFor = async (domains: readonly string[], architecture: string) => {
  if (!deploys) return () => Code.fromInline('// not deployed')
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

const domains = [...routes.map(({ domain }) => domain), ...backgroundDomains]
const codeOf = await codeFor(domains, stage.values.architecture)
stacksOf(app, stage, { contracts: routes, codeOf })
app.synth()
