import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, CfnOutput, CfnParameter, type Stack } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { routes } from '../../functions/routes.ts'
import { backgroundDomains } from './lambda/rights.ts'
import { stacksOf } from './stacks/stacks.ts'
import type { Stage } from './stage.ts'

/** Set by `npm run diff` alone: functions that have changed are named, not built. */
export const comparingVariable = 'QUAD_COMPARES'

/** All functions, by the domain that each serves. */
export const domains: readonly string[] = [...routes.map(({ domain }) => domain), ...backgroundDomains]

/** Stands for the code of functions that nobody has built. Each is another, and fails at its start. */
const unbuiltCode = (): ((domain: string) => Code) => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-unbuilt-'))
  writeFileSync(join(folder, 'index.mjs'), "throw new Error('This function was compared, not built.')\n")
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return (domain) =>
    Code.fromAsset(folder, { assetHash: createHash('sha256').update(`unbuilt ${domain}`).digest('hex') })
}

/**
 * Makes a stack undeployable, by any tool: it wants a parameter that nobody gives, and whose pattern no value matches. Its
 * text names the functions that were not built.
 */
const refuseDeployment = (stack: Stack, unbuilt: readonly string[]): void => {
  const wanted = new CfnParameter(stack, 'ChangedAndNotBuilt', {
    type: 'String',
    description: unbuilt.join(', ').slice(0, 4000),
    allowedPattern: '(?!)',
    constraintDescription:
      'must be of no use: these functions were compared, not built. Deploy by cdk deploy.',
  })
  // A template has to use what it asks for.
  new CfnOutput(stack, 'NotBuilt', { value: wanted.valueAsString })
}

type Built = { readonly folder: string; readonly hash: string }

/**
 * All stacks of a stage with the code that is built. Where that of a function is not among it, something else stands for it
 * and nobody can deploy what comes out. Gives the functions that were not built.
 */
export const stacksWith = (app: App, stage: Stage, built: ReadonlyMap<string, Built>) => {
  const unbuilt = domains.filter((domain) => !built.has(domain))
  const standIn = unbuiltCode()
  const codeOf = (domain: string): Code => {
    const bundle = built.get(domain)
    return bundle ? Code.fromAsset(bundle.folder, { assetHash: bundle.hash }) : standIn(domain)
  }
  const stacks = stacksOf(app, stage, { contracts: routes, codeOf })
  if (unbuilt.length > 0) refuseDeployment(stacks.api.stack, unbuilt)
  return { stacks, unbuilt }
}
