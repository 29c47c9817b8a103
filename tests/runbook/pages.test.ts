import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { alarmTexts } from '../../infra/aws/alarms/texts.ts'
import { everything, functionsOf, resourcesOf, templatesWith } from '../infra/stack-templates.ts'
import { firstPage, pagesOf } from './pages.ts'
import { commandsFor, environmentFor } from './stage.ts'

const pages = pagesOf()
const written = pages.filter(({ commands }) => commands !== '')
const needed = written.find(({ heading }) => heading === firstPage)?.commands ?? ''

describe('the runbook', () => {
  it('has commands on every page that an alarm leads to, but those that lead on', () => {
    const leadingOn = ['People are affected', 'One part fails', 'Background work has stopped']
    const silent = [...new Set<string>(Object.values(alarmTexts).map(({ heading }) => heading))].filter(
      (heading) => !written.some((page) => page.heading === heading) && !leadingOn.includes(heading),
    )
    expect(silent).toEqual([])
  })

  it.each(written)('prints what a shell can read: $heading', ({ commands }) => {
    execFileSync('sh', ['-n', '-c', `${needed}${commands}`])
    expect(commands).not.toMatch(/<[a-z]+>|…/)
  })

  it.each(written)(
    'splits no variable into words, which a shell on a Mac does not do: $heading',
    ({ commands }) => {
      const bare = commands.replaceAll(/'[^']*'/g, "''").replaceAll(/"[^"()\n]*(?="|\$\()/g, '"')
      expect(bare).not.toMatch(/\s\$\{?\w/)
    },
  )

  it.each(written)(
    'writes literals of queries as JSON, because AWS trims the spaces of others: $heading',
    ({ commands }) => {
      for (const [, literal = ''] of commands.matchAll(/`([^`]*)`/g))
        expect(() => JSON.parse(literal), literal).not.toThrow()
      expect(commands).not.toBe('')
    },
  )

  it('restores a second time, and deletes no table that an earlier restore has put in place', () => {
    const { commands = '' } = written.find(({ heading }) => heading === 'Restoring the table') ?? {}
    const tables = [...commands.matchAll(/--(?:target-)?table-name (\S+)/g)].map(([, name]) => name)
    expect(new Set(tables)).toEqual(new Set(['"$restored"']))
    expect(commands).toMatch(/^restored=\S*\$\(date /m)
  })
})

describe('what the commands need', () => {
  // Twenty letters, so that CloudFormation would cut a part of the stack's name from those of its functions.
  const { functions } = templatesWith({ stage: 'a-stage-of-20-letter' })

  it('finds all functions that have an alias, whatever CloudFormation calls them', () => {
    const [, start = ''] = /starts_with\(Description \|\| '', '([^']*)'\)/.exec(needed) ?? []
    const found = [...functionsOf(functions).values()].filter(({ Properties }) =>
      Properties.Description.startsWith(start.replace('$stage', 'a-stage-of-20-letter')),
    )
    expect(start).toContain('$stage')
    expect(found).toHaveLength(resourcesOf(functions, 'AWS::Lambda::Alias').length)
  })

  it('searches no more logs at once than CloudWatch allows', () => {
    const { api, functions: ours, watching } = templatesWith(everything)
    const logs = [api, ours, watching].flatMap((template) => resourcesOf(template, 'AWS::Logs::LogGroup'))
    expect(logs.length).toBeLessThanOrEqual(50)
  })
})

describe('a game day', () => {
  const at = new Date('2026-11-25T16:20:00Z')
  const place = { stage: 'rehearsal', domain: 'rehearsal.example.edu' }

  it('puts the stage and the day where the page names others', () => {
    for (const { commands } of written) {
      const ours = commandsFor(`${needed}${commands}`, place, at)
      expect(ours).toMatch(/^stage=rehearsal domain=rehearsal.example.edu$/m)
      expect(ours).not.toMatch(/2027-|production/)
    }
  })

  it('asks this machine alone unless it is told otherwise, and with keys of no account', () => {
    const own = {
      AWS_PROFILE: 'campus',
      AWS_ENDPOINT_URL_DYNAMODB: 'https://elsewhere.example',
      PATH: '/bin',
    }
    for (const endpoint of [
      undefined,
      'https://dynamodb.eu-central-1.amazonaws.com',
      'http://127.0.0.1.example',
    ])
      expect(() => environmentFor({ endpoint }, own)).toThrow('--on-aws')
    const env = environmentFor(
      { endpoint: 'http://127.0.0.1:4566' },
      { ...own, DYNAMODB_ENDPOINT: 'https://dynamodb.eu-central-1.amazonaws.com' },
    )
    expect(env.HTTPS_PROXY).toBe('http://127.0.0.1:9')
    expect(env.DYNAMODB_ENDPOINT).toBe('http://127.0.0.1:4566')
    expect(env).toMatchObject({
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4566',
      AWS_ACCESS_KEY_ID: 'test',
      PATH: '/bin',
    })
    expect(env).not.toHaveProperty('AWS_PROFILE')
    expect(env).not.toHaveProperty('AWS_ENDPOINT_URL_DYNAMODB')
    expect(environmentFor({ onAws: true }, own)).toBe(own)
  })

  it('refuses to begin without a place', () => {
    const file = join(import.meta.dirname, 'game-day.ts')
    const { status, stderr } = spawnSync(process.execPath, [file, '--stage', 'a', '--domain', 'b.example'], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([2, expect.stringContaining('--on-aws')])
  })
})
