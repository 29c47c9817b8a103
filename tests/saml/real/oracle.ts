import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createChecks } from '../../../functions/saml/config/checks.ts'
import { requireResponse } from '../../../functions/saml/sign-in/response.ts'
import { answerOf, facts, idp } from '../idp.ts'
import { hostile } from '../mutants/hostile.ts'
import { demands, expected, provider, request } from '../mutants/judging.ts'
import { mutants } from '../mutants/mutants.ts'
import { type Variant, variants } from '../mutants/variants.ts'
import { type Shibboleth, startShibboleth } from './shibboleth.ts'
import { stricter } from './stricter.ts'

const folder = mkdtempSync(join(tmpdir(), 'quad-shibboleth-'))
const own = idp(2)
let shibboleth: Shibboleth

before(async () => {
  shibboleth = await startShibboleth(folder, provider, request, own)
})

after(async () => {
  await shibboleth?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const corpus: readonly Variant[] = [
  ...variants,
  ...mutants,
  ...hostile.map(({ name, edit }) => ({ name, change: () => ({ edit }) })),
]

const written = ({ change }: Variant): string => {
  const now = new Date()
  const genuine = facts(provider, request, now)
  const { facts: changed = {}, seal, edit = (xml: string) => xml } = change(now, genuine)
  return edit(answerOf(provider, { ...genuine, ...changed }, seal))
}

/** Why a school with the fewest demands refuses a response; undefined when it is taken. */
const refusedByUs = async (xml: string): Promise<string | undefined> => {
  const seen = createChecks()
  const open = demands({ config: { wantAssertionsSigned: false, key: async () => own.key } })
  try {
    await requireResponse(seen, xml, open, { ...expected, now: new Date() })
    return undefined
  } catch {
    return seen.done.find(({ ok }) => !ok)?.name ?? 'no reason'
  }
}

type Verdicts = {
  /** Taken by both. */
  both: number
  /** Taken here and refused by Shibboleth, with its words. */
  readonly laxer: string[]
  /** Refused here and taken by Shibboleth. */
  readonly stricter: string[]
}

const judged = async (): Promise<Verdicts> => {
  const verdicts: Verdicts = { both: 0, laxer: [], stricter: [] }
  for (const one of corpus) {
    const xml = written(one)
    const [check, taken] = [await refusedByUs(xml), await shibboleth.takes(xml)]
    if (check === undefined && taken) verdicts.both += 1
    if (check === undefined && !taken) verdicts.laxer.push(`${one.name}: ${shibboleth.lastWords()}`)
    if (check !== undefined && taken) verdicts.stricter.push(one.name)
  }
  return verdicts
}

// rules/saml 60
test('nothing is taken here that Shibboleth refuses, and what only we refuse is known, with its reason', async () => {
  // The XML library says on the console what it makes of nonsense.
  const spoken = console.error
  console.error = () => undefined
  const verdicts = await judged().finally(() => {
    console.error = spoken
  })
  assert.ok(corpus.length >= 200, `${corpus.length} responses`)
  assert.ok(verdicts.both >= 60, `${verdicts.both} responses are taken by both`)
  assert.deepEqual(verdicts.laxer, [])
  assert.deepEqual([...verdicts.stricter].sort(), Object.keys(stricter).sort())
})
