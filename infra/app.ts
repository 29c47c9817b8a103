import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { bundleAll } from './aws/bundle/bundle.ts'
import { checkBeside } from './aws/checked.ts'
import { domains, stacksWith } from './aws/code.ts'
import { readStage, refuseDroppedSettings } from './aws/stage.ts'

const root = join(import.meta.dirname, '..')
refuseDroppedSettings(readFileSync(join(root, 'cdk.json'), 'utf8'))
const app = new App()
const stage = readStage(app.node)

// Without bundling the CDK only lists or destroys stacks.
const wanted = app.node.tryGetContext('aws:cdk:bundling-stacks')
const deploys = !Array.isArray(wanted) || wanted.length > 0

// A separate process checks the templates while the functions are bundled.
const checked = deploys ? checkBeside() : Promise.resolve(true)
process.env.CDK_VALIDATION = 'false'
const bundles = join(root, 'node_modules', '.cache', 'quad-bundles')
stacksWith(app, stage, deploys ? await bundleAll(domains, bundles) : new Map())
app.synth()
if (!(await checked)) process.exitCode = 1
