import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, type Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { afterAll, describe, expect, it } from 'vitest'
import { domains, stacksWith } from '../../infra/aws/code.ts'
import { readStage } from '../../infra/aws/stage.ts'
import { read } from '../house/files.ts'
import { functionsOf } from './stack-templates.ts'

const folder = mkdtempSync(join(tmpdir(), 'quad-code-test-'))
writeFileSync(join(folder, 'index.mjs'), 'export const handler = () => undefined')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const synthesized = (built: readonly string[]) => {
  const app = new App({ context: JSON.parse(read('cdk.json')).context, analyticsReporting: false })
  const code = new Map(built.map((domain) => [domain, { folder, hash: `hash-of-${domain}` }] as const))
  const { stacks, unbuilt } = stacksWith(app, readStage(app.node), code)
  return { unbuilt, template: Template.fromStack(stacks.api.stack), functions: stacks.api.functions }
}

const ofOurs = (template: Template) =>
  Object.entries(template.toJSON().Parameters ?? {}).filter(([name]) => name === 'ChangedAndNotBuilt')

describe('templates of a function that was not built', () => {
  const built = domains.filter((domain) => domain !== 'plants')
  const { template, functions, unbuilt } = synthesized(built)

  it('want a value that nobody can give, and name the function', () => {
    expect(unbuilt).toEqual(['plants'])
    const [[, wanted] = []] = ofOurs(template)
    expect(wanted).toMatchObject({ Type: 'String', Description: 'plants', AllowedPattern: '(?!)' })
    expect(wanted).not.toHaveProperty('Default')
    for (const value of ['', 'plants', '(?!)']) expect(value).not.toMatch(/^(?:(?!))$/)
  })

  it('show it as changed, and the others as built', () => {
    const keyOf = (stack: Stack, domain: string): string =>
      functionsOf(Template.fromStack(stack)).get(domain)?.Properties.Code.S3Key
    const { functions: whole } = synthesized(domains)
    expect(keyOf(functions, 'auth')).toBe(keyOf(whole, 'auth'))
    expect(keyOf(functions, 'plants')).not.toBe(keyOf(whole, 'plants'))
  })
})

describe('templates of functions that are all built', () => {
  it('can be deployed', () => {
    const { template, unbuilt } = synthesized(domains)
    expect([unbuilt, ofOurs(template)]).toEqual([[], []])
  })
})

describe('the scripts that deploy and synthesize', () => {
  it('build, and only the one that compares does not', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
    const compares = Object.entries(scripts).filter(([, script]) => script.includes('QUAD_COMPARES'))
    expect(compares).toEqual([['diff', expect.stringContaining(' cdk diff --method=template --output ')]])
  })
})
