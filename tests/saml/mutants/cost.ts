import { createChecks } from '../../../functions/saml/config/checks.ts'
import { requireResponse } from '../../../functions/saml/sign-in/response.ts'
import { print, rounded, say } from '../../load/figures.ts'
import { hostile } from './hostile.ts'
import { demands, expected, written } from './judging.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'

/** Milliseconds of one processor that any answer may cost. */
const budget = 50
const rounds = 5

type Body = { readonly name: string; readonly text: string; readonly config?: Partial<Mutant> }

const bodies: readonly Body[] = [
  ...mutants.map((mutant) => ({ name: mutant.name, text: written(mutant), config: mutant })),
  ...hostile.map(({ name, edit }) => ({ name, text: edit(written()) })),
]

const judged = async ({ text, config }: Body): Promise<string> => {
  const seen = createChecks()
  try {
    await requireResponse(seen, text, demands(config), expected)
    return 'taken'
  } catch {
    return seen.done.find(({ ok }) => !ok)?.name ?? 'refused without a word'
  }
}

/** The least of some rounds: what else the machine does only adds. */
const costOf = async (body: Body): Promise<{ ms: number; verdict: string }> => {
  let ms = Number.POSITIVE_INFINITY
  let verdict = ''
  for (let round = 0; round < rounds; round += 1) {
    const from = process.cpuUsage()
    verdict = await judged(body)
    const { user, system } = process.cpuUsage(from)
    ms = Math.min(ms, (user + system) / 1000)
  }
  return { ms, verdict }
}

// The XML library says on the console what it makes of nonsense.
const spoken = console.error
console.error = () => undefined
const genuine = await costOf({ name: 'genuine', text: written() })
const all: { name: string; ms: number; verdict: string }[] = []
for (const body of bodies) all.push({ name: body.name, ...(await costOf(body)) })
all.sort((a, b) => b.ms - a.ms)
console.error = spoken
for (const { name, ms, verdict } of all.slice(0, 5))
  say(`${rounded(ms)} ms, refused by "${verdict}": ${name}`)
const [worst] = all
print({
  figure: `CPU of the costliest of ${all.length} hostile answers: ${worst?.name}`,
  value: rounded(worst?.ms ?? 0),
  unit: 'ms',
  genuineMs: rounded(genuine.ms),
  budget,
  withinBudget: (worst?.ms ?? 0) <= budget,
})
process.exitCode = (worst?.ms ?? 0) <= budget ? 0 : 1
