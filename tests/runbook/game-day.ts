import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checksOf, reportOf, type Walk } from './evidence.ts'
import { firstPage, pagesOf } from './pages.ts'
import { commandsFor, environmentFor, exportsOf, type Walked } from './stage.ts'
import { answersIn, question, warningOf } from './standing-still.ts'

// Walks the runbook on a stage: pastes the commands of each page into a shell and looks at what they say. It stops clock,
// stream and gateway for a minute and starts them again, so that it is for a stage that nobody uses: `npm run game-day`.

const root = join(import.meta.dirname, '..', '..')

/** What a page has to say beside going through. */
const expected: Readonly<Record<string, readonly RegExp[]>> = {
  'Going back': [/^arn:\S+:live\t\d+$/m, /^[1-9]\d*$/m],
  'The edge': [/^[\da-f-]{32,64}$/m],
  'Restoring the table': [
    /^DISABLED\nDisabl(?:ed|ing)\n0(?:\.0)?$/m,
    /^arn:aws[\w-]*:dynamodb:\S+:table\/quad-restored-\d+\/stream\/\S+$/m,
    /^ENABLED\nEnabl(?:ed|ing)$/m,
  ],
  'When an alarm rings': [/\S/],
}

/** What tools say when they could not do it, also in the middle of a line that goes on. */
const refused = /An error occurred|Could not connect|Unknown options|usage: aws|not found$|\bNone\b.*live/m

/** What a shell ends with when what it ran was interrupted. */
const interruption = 130

/** Runs a page in a shell of its own. Gives what it said, and in a sentence what was wrong with it. */
const walk = (patterns: readonly RegExp[], script: string, env: Walked['environment'], shell: string) => {
  const { status, signal, stdout, stderr, error } = spawnSync(shell, ['-eu', '-c', script], {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: 1_800_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  const said = `${stdout}${stderr}`
  if (error) return { said, wrong: error.message }
  if (signal !== null || status === interruption) return { said, wrong: 'was interrupted', interrupted: true }
  const line = said.split('\n').find((one) => refused.test(one))
  if (status !== 0 || line !== undefined)
    return { said, wrong: line ?? (stderr.trim().split('\n').at(-1) || `ended with ${status}`) }
  const missing = patterns.filter((pattern) => !pattern.test(said))
  return { said, ...(missing.length > 0 ? { wrong: `did not say ${missing.join(' and ')}` } : {}) }
}

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    domain: { type: 'string' },
    endpoint: { type: 'string' },
    'on-aws': { type: 'boolean' },
    only: { type: 'string' },
    without: { type: 'string', multiple: true, default: [] },
    shell: { type: 'string', default: 'sh' },
    verbose: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
})

const main = (): number => {
  const { stage, domain, endpoint, 'on-aws': onAws = false, only, without, shell, verbose, report } = values
  if (stage === undefined || domain === undefined)
    throw new Error('Say which stage: npm run game-day -- --stage rehearsal --domain rehearsal.example.edu …')
  const env = environmentFor({ endpoint, onAws }, process.env)
  const pages = pagesOf()
  const needed = pages.find(({ heading }) => heading === firstPage)?.commands ?? ''
  const isChosen = ({ heading }: { readonly heading: string }): boolean =>
    !without.includes(heading) && (only === undefined || heading === only)
  const walked = [
    ...pages
      .filter(({ heading, commands }) => commands !== '' && heading !== firstPage)
      .map((page) => ({ ...page, patterns: expected[page.heading] ?? [], isCheck: false })),
    // An emulator shows none of this.
    ...(onAws ? checksOf() : []).map((check) => ({ ...check, patterns: [check.expected], isCheck: true })),
  ].filter(isChosen)
  const run = (patterns: readonly RegExp[], commands: string) =>
    walk(patterns, commandsFor(`${needed}${commands}`, { stage, domain }, new Date()), env, shell)
  const ask = () => answersIn(run([], question).said)
  const unfit = run([], '').said.trim()
  if (unfit !== '') throw new Error(unfit)
  const begun = ask()
  const warn = (): boolean => {
    const lines = warningOf(begun, ask(), exportsOf(env))
    for (const line of lines) console.error(line)
    return lines.length > 0
  }
  if (warn()) throw new Error('So it was before this game day, which begins on a stage that runs.')
  // Who gives up has to hear what stands still, too: the shell ends, and this goes on to say it.
  process.on('SIGINT', () => undefined)
  let failed = 0
  const results: (Walk & { readonly isCheck: boolean })[] = []
  for (const { heading, commands, patterns, isCheck } of walked) {
    const started = performance.now()
    const { said, wrong, interrupted } = run(patterns, commands)
    if (wrong !== undefined) failed += 1
    const seconds = (performance.now() - started) / 1000
    results.push({ heading, outcome: wrong === undefined ? 'walked' : 'FAILED', seconds, wrong, isCheck })
    console.log(
      `${wrong === undefined ? 'walked' : 'FAILED'}  ${heading}${wrong === undefined ? '' : `: ${wrong}`}`,
    )
    if (verbose || wrong !== undefined) console.log(said.replaceAll(/^(?=.)/gm, '        '))
    if (interrupted) break
    if (wrong !== undefined) warn()
  }
  for (const heading of without) {
    console.log(`left out  ${heading}`)
    results.push({ heading, outcome: 'left out', seconds: 0, isCheck: false })
  }
  if (report !== undefined) {
    const [own, checks] = [false, true].map((which) => results.filter(({ isCheck }) => isCheck === which))
    writeFileSync(report, reportOf({ stage, onAws, at: new Date() }, own ?? [], checks ?? []))
  }
  console.log(`${walked.length - failed} of ${walked.length} pages walked in ${shell}.`)
  const stopped = warn()
  return failed === 0 && walked.length > 0 && !stopped ? 0 : 1
}

try {
  process.exitCode = main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
