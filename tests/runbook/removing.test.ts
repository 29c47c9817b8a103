import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { everything, type Resource, templatesWith } from '../infra/stack-templates.ts'

const runbook = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8')
const page = runbook.slice(runbook.indexOf('## Removing a stage'), runbook.indexOf('## When an alarm rings'))

describe('the page on removing a stage', () => {
  const { stage: _, termination: __, ...templates } = templatesWith(everything)
  const resources = Object.values(templates).flatMap((template): Resource[] =>
    Object.values(template.toJSON().Resources ?? {}),
  )

  it('names every type of resource that outlives its stack, and no other', () => {
    const kept = resources
      .filter(({ DeletionPolicy }) => DeletionPolicy !== undefined && DeletionPolicy !== 'Delete')
      .map(({ Type }) => Type)
    const named = [...page.matchAll(/^\|[^|]*\| `(AWS::[\w:]+)` \|/gm)].map(([, type]) => type)
    expect(named.sort()).toEqual([...new Set(kept)].sort())
  })

  it('takes every stack away', () => {
    const stacks = ['edge', 'domain', 'mail', 'api', 'data']
    for (const one of stacks) expect(page).toMatch(new RegExp(`npx cdk destroy [^\\n]*quad-<stage>-${one}`))
    const { functions, watching, ...ownStacks } = templates
    expect(Object.keys(ownStacks).sort()).toEqual(stacks.sort())
  })
})
