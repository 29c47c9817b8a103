import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type proofs, rightsCast } from './rights-cast.ts'
import { approving, cellOf, classes, type Matrix, matrixOf, places, rendered } from './rights-table.ts'

const file = join(import.meta.dirname, '../../docs/rights.md')
const begin =
  '<!-- The tables: npx vitest run tests/identity/rights.test.ts compares them with what the platform does. -->\n'
const end = '\n<!-- End of the tables. -->'

let matrix: Matrix

beforeAll(async () => {
  matrix = await matrixOf(await rightsCast())
}, 120_000)

const cells = (proof: (typeof proofs)[number], place: (typeof places)[number], among: RegExp) =>
  [...classes.keys(), approving]
    .filter((name) => among.test(name))
    .map((name) => [name, matrix.get(cellOf(place, proof, name))] as const)

/** The letters of who gets through, in any of the classes. */
const passing = (...of: Parameters<typeof cells>): string =>
  [...new Set(cells(...of).flatMap(([, letters = '']) => [...letters]))]
    .filter((one) => /\w/.test(one))
    .join('')

describe('rights', () => {
  // rules/identity 7
  it('are those of the table in docs/rights.md, cell by cell', () => {
    const page = readFileSync(file, 'utf8')
    const [before, rest = ''] = page.split(begin)
    const [, after] = rest.split(end)
    if (process.env.UPDATE_RIGHTS === '1')
      writeFileSync(file, `${before}${begin}\n${rendered(matrix)}\n${end}${after ?? '\n'}`)
    expect(readFileSync(file, 'utf8')).toContain(`${begin}\n${rendered(matrix)}\n${end}`)
  })

  // rules/identity 7
  it('are the same by password, Google, Apple and a code by mail', () => {
    for (const place of places)
      for (const proof of ['google', 'apple', 'code'] as const)
        expect(cells(proof, place, /./), `${proof} ${place}`).toEqual(cells('password', place, /./))
  })

  it("never reach the platform's by a school's provider, nor what wants a proof of the person's own", () => {
    for (const place of places)
      for (const proof of ['home', 'sister', 'impersonation', 'legacy'] as const)
        expect(passing(proof, place, /^platformAdmin|own proof/), `${proof} ${place}`).toBe('')
  })

  // rules/identity 9
  it("are a plain member's at another school than the one whose provider opened the session", () => {
    for (const [proof, place] of [
      ['home', 'sister'],
      ['sister', 'home'],
    ] as const) {
      expect(passing(proof, place, /^admin|owner|permission|approver|another school/), proof).toBe('')
      expect(cells(proof, place, /^(caller|member)$/)).toEqual([
        ['caller', '-MOWASRP'],
        ['member', '-MOWASRP'],
      ])
    }
  })

  it('of an administrator never come with acting for somebody, and stay at the school', () => {
    expect(passing('impersonation', 'home', /^admin/)).toBe('')
    expect(passing('impersonation', 'sister', /./) + passing('impersonation', 'www', /./)).toBe('')
  })
})
