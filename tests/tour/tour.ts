import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { launch, placeIn, untilServed } from '../load/platform-process.ts'

// Runs the commands of the README and of docs/tour as they are printed, each page on a new demo campus, and compares what every request was
// answered with the list beside this file: `npm run test:tour`. UPDATE_TOUR=1 records the list anew.

const root = join(import.meta.dirname, '..', '..')
const recordFile = join(import.meta.dirname, 'answers.json')
const folder = mkdtempSync(join(tmpdir(), 'quad-tour-'))
const recorded: Record<string, readonly string[]> = JSON.parse(readFileSync(recordFile, 'utf8'))
const met: Record<string, readonly string[]> = {}

/** The commands of a page that ask a running platform: its blocks for the shell that call curl. */
const commandsOf = (page: string): string =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, block = '']) => block)
    .filter((block) => block.includes('curl '))
    .join('\n')

/** The README, and those pages of the tour that have something to ask. */
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs', 'tour'))
    .filter((name) => name.endsWith('.md'))
    .map((page) => `docs/tour/${page}`),
]
  .filter((page) => commandsOf(page) !== '')
  .sort()

/** `curl` as it is, that also says on the channel of complaints what it was answered. */
const witness = `curl() { command curl -w '%{stderr}answered %{http_code} %{method} %{url}\\n' "$@"; }\n`

/** What a script says on the channel of complaints. */
const run = (shell: string, script: string, cwd: string): Promise<string> =>
  new Promise((resolve) => {
    const child = spawn(shell, ['-c', script], { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
    let complaints = ''
    child.stderr.on('data', (chunk) => {
      complaints += chunk
    })
    child.once('exit', () => resolve(complaints))
  })

/** Ids and ports differ from run to run. */
const steady = (line: string): string =>
  line.replace(/localhost:\d+/, 'localhost').replace(/[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{24,64}/g, '<id>')

/** A shell with habits of its own, and one that knows nothing but the standard. */
const shells = ['bash', 'dash']

for (const [page, shell] of pages.flatMap((page) => shells.map((shell) => [page, shell] as const))) {
  test(`in ${shell} the commands of ${page} are answered as they were`, { timeout: 180_000 }, async () => {
    const home = join(folder, `${basename(page, '.md')}-${shell}`)
    mkdirSync(home)
    execFileSync('git', ['init', '-q', home])
    const place = await placeIn(home, root, [])
    const platform = launch(place)
    try {
      await untilServed(place, platform)
      symlinkSync(place.dataDir, join(home, '.local'))
      const script = commandsOf(page).replaceAll('localhost:3000', `localhost:${place.port}`)
      const lines = (await run(shell, witness + script, home)).trim().split('\n')
      const { answers = [], complaints } = Object.groupBy(lines, (line) =>
        line.startsWith('answered ') ? 'answers' : 'complaints',
      )
      assert.equal(complaints, undefined)
      // What a walk writes holds sessions: git must never see it.
      assert.deepEqual(readdirSync(home).sort(), ['.git', '.local', 'data', 'data.log'])
      met[page] = answers.map(steady)
      if (process.env.UPDATE_TOUR !== '1') assert.deepEqual(met[page], recorded[page])
    } finally {
      await platform.stop()
    }
  })
}

after(() => {
  rmSync(folder, { recursive: true, force: true })
  if (process.env.UPDATE_TOUR === '1') writeFileSync(recordFile, `${JSON.stringify(met, null, 1)}\n`)
})
