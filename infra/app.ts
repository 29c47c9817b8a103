import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { fingerprints } from './aws/bundle/fingerprints.ts'
import { asBuilt, keptBundles } from './aws/bundle/kept-bundles.ts'
import { checkBeside, checks } from './aws/checked.ts'
import { comparingVariable, domains, stacksWith } from './aws/code.ts'
import { readStage, refuseLostSettings } from './aws/stage.ts'
import { machineArchitecture } from './aws/stage-values.ts'

const say = (sentence: string): void => console.error(sentence)

const root = join(import.meta.dirname, '..')
refuseLostSettings(readFileSync(join(root, 'cdk.json'), 'utf8'))
const app = new App()
const stage = readStage(app.node)
const kept = join(root, 'node_modules', '.cache', 'quad-bundles')
const { architecture } = stage.values
const codeCache = architecture === machineArchitecture

// The CDK bundles no stack where it only lists or takes away.
const wanted = app.node.tryGetContext('aws:cdk:bundling-stacks')
const deploys = !Array.isArray(wanted) || wanted.length > 0
const compares = process.env[comparingVariable] !== undefined
const builds = deploys && !compares

/** Goes on beside the bundling. What nobody deploys, or passed before, needs no check. */
const checking = (): Promise<boolean> => {
  const sources = fingerprints(codeCache).ofAll()
  return checks(kept, sources, process.env).passed() ? Promise.resolve(true) : checkBeside(kept, sources)
}
const checked = builds ? checking() : Promise.resolve(true)
process.env.CDK_VALIDATION = 'false'

const build = () => {
  if (!codeCache)
    say(`This machine cannot compile ahead for ${architecture}: functions start without a code cache.`)
  return keptBundles(domains, kept, { codeCache, say })
}
const built = builds ? await build() : deploys ? asBuilt(domains, kept, codeCache) : new Map()

const { unbuilt } = stacksWith(app, stage, built)
if (deploys && unbuilt.length > 0)
  say(`Changed since they were last built here, and not built now: ${unbuilt.join(', ')}.`)
app.synth()
if (!(await checked)) process.exitCode = 1
