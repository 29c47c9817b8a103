import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { routes } from '../functions/routes.ts'
import { checks } from './aws/checked.ts'
import { backgroundDomains } from './aws/lambda/rights.ts'
import { checkRules } from './aws/rules.ts'
import { stacksOf } from './aws/stacks/stacks.ts'
import { readStage } from './aws/stage.ts'
import { machineArchitecture } from './aws/stage-values.ts'

const say = (sentence: string): void => console.error(sentence)

const app = new App()
const stage = readStage(app.node)
const kept = join(import.meta.dirname, '..', 'node_modules', '.cache', 'quad-bundles')

// The CDK bundles no stack where it only lists or takes away.
const wanted = app.node.tryGetContext('aws:cdk:bundling-stacks')
const deploys = !Array.isArray(wanted) || wanted.length > 0
const building = deploys ? await import('./aws/bundle/kept-bundles.ts') : undefined
const codeCache = stage.values.architecture === machineArchitecture
const checked = building && checks(kept, building.fingerprint(codeCache), process.env)
if (checked && !checked.passed()) checkRules(app)
// What nobody deploys, or passed before, needs no check of the CDK's own either.
else process.env.CDK_VALIDATION = 'false'

/** The code of all functions, or of none. */
const codeFor = async (domains: readonly string[], architecture: string) => {
  if (!building) return () => Code.fromInline('// not deployed')
  if (!codeCache)
    say(`This machine cannot compile ahead for ${architecture}: functions start without a code cache.`)
  const bundles = await building.keptBundles(domains, kept, { codeCache, say })
  return (domain: string) => {
    const { folder = '', hash } = bundles.get(domain) ?? {}
    return Code.fromAsset(folder, hash === undefined ? {} : { assetHash: hash })
  }
}

const domains = [...routes.map(({ domain }) => domain), ...backgroundDomains]
const codeOf = await codeFor(domains, stage.values.architecture)
stacksOf(app, stage, { contracts: routes, codeOf })
const { directory } = app.synth()
if (!process.exitCode) checked?.note(directory)
