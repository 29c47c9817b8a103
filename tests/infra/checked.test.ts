import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { checks } from '../../infra/aws/checked.ts'

let folder: string
const made: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-checked-'))
  made.push(folder)
})
afterAll(() => {
  for (const one of made) rmSync(one, { recursive: true, force: true })
})

const env = { CDK_CONTEXT_JSON: '{"stage":"test"}', CDK_DEFAULT_REGION: 'eu-central-1' }
const reported = (pluginReports: readonly object[]): void =>
  writeFileSync(join(folder, 'validation-report.json'), JSON.stringify({ pluginReports }))

describe('templates that passed all checks', () => {
  it('are not checked again, until a source, a value of the stage or the account is another', () => {
    expect(checks(folder, 'sources', env).passed()).toBe(false)
    reported([])
    checks(folder, 'sources', env).note(folder)
    expect(checks(folder, 'sources', { ...env, PATH: '/bin' }).passed()).toBe(true)
    expect(checks(folder, 'others', env).passed()).toBe(false)
    expect(checks(folder, 'sources', { ...env, CDK_CONTEXT_JSON: '{}' }).passed()).toBe(false)
    expect(checks(folder, 'sources', { ...env, CDK_DEFAULT_ACCOUNT: '1' }).passed()).toBe(false)
  })

  it('are those alone of which nothing was complained', () => {
    reported([{ pluginName: 'rules', violations: [{}] }])
    checks(folder, 'sources', env).note(folder)
    expect(checks(folder, 'sources', env).passed()).toBe(false)
  })

  it('are not known where the context is not', () => {
    reported([])
    for (const unknown of [{}, { ...env, CONTEXT_OVERFLOW_LOCATION_ENV: 'context.json' }]) {
      checks(folder, 'sources', unknown).note(folder)
      expect(checks(folder, 'sources', unknown).passed()).toBe(false)
    }
  })
})
