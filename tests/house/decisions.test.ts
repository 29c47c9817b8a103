import { describe, expect, it } from 'vitest'
import { read, trackedFiles } from './files.ts'

// A decision is docs/decisions/<number>-<name>.md. Texts and comments cite it as `decision 070` or `decisions/070`.
const page = /^docs\/decisions\/(\d{3})-[a-z0-9-]+\.md$/
const citation = /\bdecisions?[\s/[]+(\d{3})\b/gi
const index = 'docs/decisions/README.md'

const decisions = trackedFiles().flatMap((path) => {
  const [, number] = page.exec(path) ?? []
  return number === undefined ? [] : [{ path, number, text: read(path) }]
})
const numbers = new Set(decisions.map(({ number }) => number))

const citing = trackedFiles().filter(
  (path) => /\.(?:md|ts|js|cjs|json)$/.test(path) && path !== 'package-lock.json',
)

describe('the decisions', () => {
  it('have a number each', () => {
    expect(decisions.map(({ number }) => number)).toEqual([...numbers])
  })

  it('are titled by what they use or forbid', () => {
    const others = decisions.filter(
      ({ number, text }) => !new RegExp(`^# ${number}: (?:Use|Do not) \\S`).test(text),
    )
    expect(others.map(({ path }) => path)).toEqual([])
  })

  it('have a context, a decision, alternatives and consequences', () => {
    const parts = ['Context', 'Decision', 'Alternatives', 'Consequences']
    const incomplete = decisions.filter(
      ({ text }) => [...text.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, part]) => part).join() !== parts.join(),
    )
    expect(incomplete.map(({ path }) => path)).toEqual([])
  })

  it('are in the index under their titles', () => {
    const rows = decisions.map(({ path, number, text }) => {
      const [, title] = /^# \d+: (.*)/.exec(text) ?? []
      return `| ${number} | [${title}](${path.split('/').at(-1)}) |`
    })
    expect(read(index).match(/^\| \d+ \|.*$/gm)).toEqual(rows)
  })

  it('exist where a text or a comment cites them', () => {
    const dead = citing
      .filter((path) => path !== 'tests/house/decisions.test.ts')
      .flatMap((path) =>
        [...read(path).matchAll(citation)]
          .filter(([, number = '']) => !numbers.has(number))
          .map(([text]) => `${path}: ${text}`),
      )
    expect(dead).toEqual([])
  })
})
