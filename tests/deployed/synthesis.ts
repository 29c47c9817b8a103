import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { machineArchitecture } from '../../infra/aws/stage-values.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder that the app was synthesized into. */
    assembly: string
  }
}

const root = join(import.meta.dirname, '..', '..')

/** Below it lie the schools of the stage that is tested. */
export const stageDomain = 'campus.example'

/** The context values of the stage that is tested. */
/** The context values of the stage that is tested. */
export const context = () => ({
  ...JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context,
  stage: 'deployed',
  domain: stageDomain,
  // So that its functions start from code that was compiled here.
  architecture: machineArchitecture,
  // Its administrators come from the stage's settings, as the first ones of every deployment do.
  PLATFORM_ADMIN_EMAILS: `root@${stageDomain}`,
  SECURITY_CONTACT: `mailto:security@${stageDomain}`,
})

const synthesize = (folder: string): void => {
  const CDK_CONTEXT_JSON = JSON.stringify(context())
  const env = { ...process.env, CDK_CONTEXT_JSON, CDK_OUTDIR: folder, AWS_EC2_METADATA_DISABLED: 'true' }
  execFileSync(process.execPath, ['infra/app.ts'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Synthesizes a stage in production once for all tests, or takes what `ASSEMBLY` names, as a production stage of that domain. */
export const setup = (project: TestProject): (() => void) => {
  const made = process.env.ASSEMBLY
  const folder = made ?? mkdtempSync(join(tmpdir(), 'quad-assembly-'))
  if (made === undefined) synthesize(folder)
  project.provide('assembly', folder)
  return () => {
    if (made === undefined) rmSync(folder, { recursive: true, force: true })
  }
}
