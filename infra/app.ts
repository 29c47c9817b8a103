import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { routes } from '../functions/routes.ts'
import { bundleAll } from './aws/bundle/bundle.ts'
import { backgroundDomains } from './aws/lambda/rights.ts'
import { checkRules } from './aws/rules.ts'
import { stacksOf } from './aws/stacks/stacks.ts'
import { machineArchitecture, readStage } from './aws/stage.ts'

const app = new App()
const stage = readStage(app.node)
const domains = [...routes.map(({ domain }) => domain), ...backgroundDomains]
const { architecture } = stage.values
const codeCache = architecture === machineArchitecture
if (!codeCache)
  console.error(`This machine cannot compile for ${architecture}: functions start without a code cache.`)
const bundles = await bundleAll(domains, join(app.outdir, 'bundles'), { codeCache })
checkRules(app)
stacksOf(app, stage, {
  contracts: routes,
  codeOf: (domain) => {
    const { folder = '', hash } = bundles.get(domain) ?? {}
    return Code.fromAsset(folder, hash === undefined ? {} : { assetHash: hash })
  },
})
app.synth()
