import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Statement } from '../functions/saml/assertion.ts'
import { requireResponse } from '../functions/saml/response.ts'
import { anySignature, carelessAbout } from './saml/careless.ts'
import { honest } from './saml/honest-mutants.ts'
import { demands, expected, provider, written } from './saml/judging.ts'
import { replacing } from './saml/lenient.ts'
import type { Mutant } from './saml/mutant.ts'
import { mutants } from './saml/mutants.ts'
import { aside, type Breach, breaches } from './saml/walls.ts'

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

/** Walls that let a sign-in through, but as the genuine person: what they hand on is the genuine assertion. */
const readers = ['assertion: signed content', 'assertion place']

describe('a mutant', () => {
  // The XML library of the signature library says on the console what it makes of nonsense.
  beforeAll(() => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    return () => said.mockRestore()
  })

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
    const wanted = mutants.filter((mutant) => !honest.includes(mutant)).map(({ name }) => name)
    expect([...named].sort()).toEqual([...wanted].sort())
  })

  it('shows for every check that refuses one that it is needed', () => {
    const needed = new Set(breaches.flatMap(({ walls }) => walls))
    const refusing = mutants.filter((mutant) => !honest.includes(mutant)).map(({ check }) => check)
    expect(refusing.filter((check) => !needed.has(check))).toEqual([])
  })
})
