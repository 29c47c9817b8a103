import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, pagesOf } from './pages.ts'

/** A check of what only an account can show: commands, and the pattern of their output. */
export type Check = Page & { readonly expected: RegExp }

const file = join(import.meta.dirname, '..', '..', 'docs', 'aws-evidence.md')

const expectedIn = /^Expected: `(.+)`$/m

const sectionOf = (text: string, heading: string): string => {
  const start = text.indexOf(`## ${heading}\n`)
  const end = text.indexOf('\n## ', start + 1)
  return text.slice(start, end < 0 ? undefined : end)
}

/** The checks of docs/aws-evidence.md, in their order. Throws for one without a pattern or commands. */
export const checksOf = (text = readFileSync(file, 'utf8')): readonly Check[] =>
  sectionOf(text, 'Checks')
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [page] = pagesOf(`## ${part}`, part.split('\n', 1)[0])
      const [, pattern] = expectedIn.exec(part) ?? []
      if (!page || page.commands === '' || pattern === undefined)
        throw new Error(
          `A check of docs/aws-evidence.md has no commands or no pattern: ${part.split('\n', 1)[0]}`,
        )
      return { ...page, expected: new RegExp(pattern, 'm') }
    })

/** What remains to be done by hand. */
export const remainingOf = (text = readFileSync(file, 'utf8')): readonly string[] =>
  [...sectionOf(text, 'By hand').matchAll(/^\| (.+?) \|/gm)]
    .map(([, what = '']) => what)
    .filter((what) => what !== 'what' && !/^-+$/.test(what))

/** One page or check of a game day, and its outcome. */
export type Walk = {
  readonly heading: string
  readonly outcome: 'walked' | 'FAILED' | 'left out'
  readonly seconds: number
  readonly wrong?: string | undefined
}

const rowOf = ({ heading, outcome, seconds, wrong = '' }: Walk): string =>
  `| ${heading} | ${outcome} | ${Math.round(seconds)} | ${wrong.replaceAll('|', '\\|')} |`

const tableOf = (walks: readonly Walk[]): readonly string[] => [
  '| page | result | seconds | reason |',
  '|---|---|---|---|',
  ...walks.map(rowOf),
]

/** The report of a game day in Markdown, without the output of any command. */
export const reportOf = (
  { stage, onAws, at }: { readonly stage: string; readonly onAws: boolean; readonly at: Date },
  pages: readonly Walk[],
  checks: readonly Walk[],
  remaining: readonly string[] = remainingOf(),
): string => {
  const all = [...pages, ...checks]
  const count = (outcome: Walk['outcome']): number => all.filter((one) => one.outcome === outcome).length
  const where = onAws ? 'an AWS account' : 'an emulator, which shows no rights, alarms or rollouts'
  return [
    `# Game day of stage ${stage}`,
    '',
    `${at.toISOString()}, on ${where}. ${count('walked')} walked, ${count('FAILED')} failed, ${count('left out')} left out.`,
    '',
    '## Runbook',
    '',
    ...tableOf(pages),
    '',
    '## What only an account can show',
    '',
    ...(checks.length > 0 ? tableOf(checks) : ['Not checked.']),
    '',
    '## By hand',
    '',
    ...remaining.map((what) => `- [ ] ${what}`),
    '',
  ].join('\n')
}
