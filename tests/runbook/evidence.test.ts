import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { read } from '../house/files.ts'
import { templatesWith } from '../infra/stack-templates.ts'
import { checksOf, remainingOf, reportOf } from './evidence.ts'
import { firstPage, pagesOf } from './pages.ts'

const needed = pagesOf().find(({ heading }) => heading === firstPage)?.commands ?? ''

describe('the checks of what only an account can show', () => {
  const checks = checksOf()

  it.each(checks)('can be read by a shell: $heading', ({ commands, expected }) => {
    execFileSync('sh', ['-n', '-c', `${needed}${commands}`])
    // A pattern that nothing satisfies would pass whatever a command prints.
    expect(expected.test('')).toBe(false)
    expect(commands).not.toMatch(/<[a-z]+>|…/)
  })

  it('ask for outputs that the stacks have', () => {
    const { data, api } = templatesWith({ stage: 'production', domain: 'quad.example.edu' })
    const given = new Map(Object.entries({ data, api }))
    const asked = checks.flatMap(({ commands }) => [...commands.matchAll(/\bof (data|api) (\w+)/g)])
    expect(asked.length).toBeGreaterThan(5)
    for (const [, stack = '', name = ''] of asked)
      expect(Object.keys(given.get(stack)?.findOutputs('*') ?? {})).toContain(name)
  })

  it('call programs that there are', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const called = checks.flatMap(({ commands }) => [...commands.matchAll(/npm run -s ([\w:-]+)/g)])
    expect(called.length).toBeGreaterThan(2)
    for (const [, name = ''] of called) expect(Object.keys(scripts)).toContain(name)
  })

  it('need a pattern and commands', () => {
    expect(() => checksOf('## Checks\n\n### One\n\n```sh\ntrue\n```\n')).toThrow('One')
    expect(() => checksOf('## Checks\n\n### One\n\nExpected: `a`\n')).toThrow('One')
    const [one, ...others] = checksOf(
      '## Checks\n\n### One\n\nExpected: `^a$`\n\n```sh\ntrue\n```\n\n## Other\n',
    )
    expect([one, others]).toEqual([{ heading: 'One', commands: 'true\n', expected: /^a$/m }, []])
  })
})

describe('the report of a game day', () => {
  it('has each result with its reason, and what remains to be done by hand', () => {
    const at = new Date('2027-01-31T09:00:00Z')
    const text = reportOf(
      { stage: 'rehearsal', onAws: true, at },
      [
        { heading: 'Going back', outcome: 'walked', seconds: 61.4 },
        { heading: 'The edge', outcome: 'left out', seconds: 0 },
      ],
      [{ heading: 'Names', outcome: 'FAILED', seconds: 2, wrong: 'did not say a | b' }],
    )
    for (const line of [
      '2027-01-31T09:00:00.000Z, on an AWS account. 1 walked, 1 failed, 1 left out.',
      '| Going back | walked | 61 |  |',
      '| Names | FAILED | 2 | did not say a \\| b |',
      '- [ ] WAF limits by address',
    ])
      expect(text.split('\n')).toContain(line)
    expect(remainingOf().length).toBeGreaterThan(15)
    expect(reportOf({ stage: 'a', onAws: false, at }, [], [])).toContain('on an emulator')
  })
})
