import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { App, Tags } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { routes } from '../functions/routes.ts'
import { apiStack } from './aws/api.ts'
import { bundleAll } from './aws/bundle.ts'
import { dataStack } from './aws/data.ts'
import { domainStack } from './aws/domain.ts'
import { backgroundDomains } from './aws/rights.ts'
import { readStage } from './aws/stage.ts'

const root = join(import.meta.dirname, '..')
const app = new App()
const stage = readStage(app.node)

const background = backgroundDomains.filter((domain) =>
  existsSync(join(root, 'functions', domain, 'handler.ts')),
)
const bundles = await bundleAll(
  [...routes.map(({ domain }) => domain), ...background],
  join(root, 'cdk.out', 'bundles'),
)

const codeOf = (domain: string): Code => Code.fromAsset(bundles.get(domain)?.folder ?? '')

const data = dataStack(app, stage)
const api = apiStack(app, stage, data, {
  contracts: routes,
  background,
  codeOf,
})
const { domain } = stage
if (domain !== undefined) domainStack(app, { ...stage, domain }, api)
Tags.of(app).add('quad:stage', stage.name)
app.synth()
