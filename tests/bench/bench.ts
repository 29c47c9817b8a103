import { parseArgs } from 'node:util'
import { say } from '../load/figures.ts'
import { writeBudgets, writePage } from './bench-page.ts'
import { programs } from './bench-programs.ts'
import { readResults, resultOf, writeResults } from './bench-results.ts'
import { type Ran, run, stopRunning } from './bench-run.ts'

// npm run bench [-- names…] [-- --quick] [-- --list]: every program, or those that are named, one after the other.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    /** Prints, and writes nothing. */
    dry: { type: 'boolean', default: false },
    /** Only writes the page of results anew from what has been measured. */
    page: { type: 'boolean', default: false },
  },
})

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    stopRunning()
    setTimeout(() => process.exit(130), 2000)
  })
}

const chosen = positionals.length === 0 ? programs : programs.filter(({ name }) => positionals.includes(name))
const unknown = positionals.filter((name) => !programs.some((program) => program.name === name))

const runAll = async (): Promise<boolean> => {
  const done: [string, Ran][] = []
  for (const [index, program] of chosen.entries()) {
    const ran = await run(program, { quick: values.quick, at: `${index + 1}/${chosen.length}` })
    done.push([program.name, ran])
    // What ended before it measured anything leaves the results of the last time.
    if (values.dry || ran.figures.length === 0) continue
    // Read again each time: another run may have written meanwhile.
    writeResults({ ...readResults(), [program.name]: resultOf(ran, values.quick) })
    writePage(readResults())
  }
  // Numbers of a part, or of a short run, are nobody's but of whoever ran it.
  if (chosen === programs && !values.quick && !values.dry) writeBudgets(readResults())
  const rows = done.flatMap(([bench, { figures }]) =>
    figures
      .filter(({ operation }) => operation === undefined)
      .map(({ figure, value, unit, budget }) => ({ bench, figure, value, unit, budget: budget ?? '' })),
  )
  say('')
  for (const { bench, figure, value, unit, budget } of rows)
    say(
      `${bench.padEnd(11)} ${String(value).padStart(10)} ${unit}${budget === '' ? '' : ` (at most ${budget})`}  ${figure}`,
    )
  for (const [name, { seconds, passed }] of done) say(`${passed ? 'ok    ' : 'FAILED'} ${name}, ${seconds} s`)
  return done.every(([, { passed }]) => passed)
}

if (values.list) for (const { name, shows } of programs) console.log(`${name.padEnd(12)}${shows}`)
else if (unknown.length > 0) {
  say(`Nobody knows ${unknown.join(', ')}. There are: ${programs.map(({ name }) => name).join(', ')}`)
  process.exitCode = 1
} else if (values.page) writePage(readResults())
else if (!(await runAll())) process.exitCode = 1
