import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createChecks } from '../../../functions/saml/config/checks.ts'
import type { Statement } from '../../../functions/saml/sign-in/assertion.ts'
import { messageIn, requireResponse } from '../../../functions/saml/sign-in/response.ts'
import { packed } from '../idp.ts'
import { anySignature, carelessAbout } from './careless.ts'
import { honest } from './honest-mutants.ts'
import { demands, expected, provider, written } from './judging.ts'
import { replacing } from './lenient.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'
import { genuinelySealed } from './sealed-mutants.ts'
import { aside, type Breach, backstops, breaches } from './walls.ts'

const mutantOf = ({ mutant }: Breach): Mutant => {
  const found = mutants.find(({ name }) => name === mutant)
  if (!found) throw new Error(`There is no mutant "${mutant}".`)
  return found
}

const forgeryIn = ({ nameId = '', attributes }: Statement): Breach['forged'] => {
  if (nameId.startsWith('root@')) return 'nameId'
  const said = [...(attributes.get('displayName') ?? []), ...(attributes.get('role') ?? [])]
  return said.join() === 'Ada Lovelace,student,member' ? undefined : 'attributes'
}

/** How a mutant ends at a school that lacks some walls. */
const endOf = async (breach: Breach, walls: readonly string[], mutant: Mutant, text: string) => {
  const careless = (wall: string) =>
    breach.library && wall === 'assertion: signature'
      ? anySignature(text, provider)
      : carelessAbout(wall, text)
  const seen = replacing(new Map(walls.map((wall) => [wall, careless(wall)])))
  try {
    const forged = forgeryIn(await requireResponse(seen, text, demands(mutant), expected))
    return forged ? `taken with forged ${forged}` : 'taken'
  } catch (error) {
    return seen.done.find(({ ok }) => !ok)?.name ?? String(error)
  }
}

/** The checks that a genuine answer passes, which is signed or sealed in one of the usual ways. */
const passed = async (sealing: Partial<Mutant>): Promise<readonly string[]> => {
  const genuine: Mutant = { name: 'genuine', check: 'none', change: () => ({}), ...sealing }
  const seen = createChecks()
  const config = { ...genuine.config, wantAssertionsSigned: false }
  await requireResponse(seen, written(genuine), demands({ config }), expected)
  return seen.done.map(({ name }) => name)
}

/** Walls that let a sign-in through, but as the genuine person: what they hand on is the genuine assertion. */
const readers = ['assertion: signed content', 'assertion place']

describe('a mutant', () => {
  // The XML library of the signature library says on the console what it makes of nonsense.
  beforeAll(() => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    return () => said.mockRestore()
  })

  // rules/saml 13
  it.each(breaches)('is taken only when every wall before it is gone: $mutant', async (breach) => {
    const { walls, forged } = breach
    const mutant = mutantOf(breach)
    const text = written(mutant)
    const through = forged ? `taken with forged ${forged}` : 'taken'
    expect(await endOf(breach, walls, mutant, text)).toBe(through)
    for (const wall of walls) {
      const others = walls.filter((each) => each !== wall)
      const end = await endOf(breach, others, mutant, text)
      expect(end).toBe(forged === 'nameId' && readers.includes(wall) ? 'taken' : wall)
    }
  })

  it('has its walls named unless the identity provider meant it as it is', () => {
    const named = [...breaches.map(({ mutant }) => mutant), ...Object.keys(aside)]
    const lonely = (mutant: Mutant) => honest.includes(mutant) && mutant.alone !== false
    const wanted = mutants.filter((mutant) => !lonely(mutant)).map(({ name }) => name)
    expect([...named].sort()).toEqual([...wanted].sort())
  })

  it('shows for every check that refuses one that it is needed', () => {
    const needed = new Set(breaches.flatMap(({ walls }) => walls))
    for (const { check, alone } of honest) if (alone !== false) needed.add(check)
    expect(mutants.map(({ check }) => check).filter((check) => !needed.has(check))).toEqual([])
  })

  it('has something to show for every check that a genuine answer passes', async () => {
    const shown = new Set([
      ...breaches.flatMap(({ walls }) => walls),
      ...honest.map(({ check }) => check),
      ...Object.keys(backstops),
    ])
    const signed = (['assertion', 'message', 'both'] as const).map((parts) =>
      passed({ change: () => ({ seal: { parts } }) }),
    )
    const all = await Promise.all([...signed, passed(genuinelySealed)])
    expect(all.flat().filter((check) => !shown.has(check))).toEqual([])
  })
})

/** The genuine answer in a field that reads differently from one decoder to the next. */
const fields: readonly (readonly [string, () => string])[] = [
  ['signs that are no base64', () => packed(written()).replace(/^.{8}/, '$&~!')],
  ['an end before the end', () => packed(written()).replace(/=*$/, '=='.concat('AAAA'))],
  [
    'bytes that are no UTF-8',
    () => {
      const [head = '', tail = ''] = written().split('</samlp:Status>')
      const parts = [
        `${head}<samlp:StatusDetail>`,
        Buffer.from([0xff]),
        `</samlp:StatusDetail></samlp:Status>${tail}`,
      ]
      return Buffer.concat(
        parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
      ).toString('base64')
    },
  ],
]

describe('a field', () => {
  it.each(fields)('with %s is taken only when nobody looks at its encoding', async (_, make) => {
    const field = make()
    const strict = createChecks()
    expect(() => messageIn(strict, field)).toThrow()
    expect(strict.done.map(({ name, ok }) => [name, ok])).toEqual([['encoding', false]])
    const decoder = replacing(new Map([['encoding', () => Buffer.from(field, 'base64').toString('utf8')]]))
    const text = messageIn(decoder, field)
    expect((await requireResponse(decoder, text, demands(), expected)).nameId).toMatch(/^ada@/)
  })
})
