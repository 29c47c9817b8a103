import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { described, line } from '../../lib/contract/fields.ts'
import { settable } from '../../lib/contract/settable.ts'

const fields = settable({
  title: described(line(10), 'The title', 'Chess'),
  motto: z.optional(described(line(10, 0), 'The motto')),
  tags: z.array(line(5)).check(z.maxLength(2)),
  size: z.optional(z.int().check(z.maximum(9))),
})
const Stored = z.object(fields.stored)
const Sent = z.strictObject(fields.sent)

describe('settable fields', () => {
  it('have their limits in requests, where each may be absent', () => {
    const fits = (value: object): boolean => z.safeParse(Sent, value).success
    const wrong = [{ title: 'x'.repeat(11) }, { title: null }, { tags: ['a', 'b', 'c'] }, { size: 10 }]
    expect(wrong.map(fits)).toEqual(wrong.map(() => false))
    const right = [{}, { title: 'Go' }, { motto: null }, { motto: '' }, { tags: ['a'] }, { size: null }]
    expect(right.map(fits)).toEqual(right.map(() => true))
  })

  it('are read as they were stored, whatever limits held then', () => {
    const old = { title: 'x'.repeat(11), motto: 'x'.repeat(11), tags: ['abcdef', 'b', 'c'], size: 10.5 }
    expect(z.safeParse(Stored, old)).toEqual({ success: true, data: old })
  })

  it('change as a request says: absent ones stay, empty optional ones go', () => {
    expect(fields.changes({ title: 'Go' })).toEqual({ title: 'Go' })
    const cleared = fields.changes({ motto: '', size: null, tags: [] })
    expect(Object.entries(cleared)).toEqual([
      ['motto', undefined],
      ['tags', []],
      ['size', undefined],
    ])
  })

  it('are picked from a record, without its other fields', () => {
    const record = { title: 'Go', motto: 'Play', tags: [], size: 1, secret: 'x' }
    expect(fields.pick(record)).toEqual({ title: 'Go', motto: 'Play', tags: [], size: 1 })
  })

  it('are described wherever they are used', () => {
    const words = (shape: z.ZodMiniType, io: 'input' | 'output') =>
      z.toJSONSchema(shape, {
        io,
        override: ({ zodSchema, jsonSchema }) =>
          void Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)),
      })
    const title = { description: 'The title', examples: ['Chess'] }
    for (const schema of [words(Stored, 'output'), words(Sent, 'input')])
      expect(schema.properties).toMatchObject({ title, motto: { description: 'The motto' } })
  })
})
