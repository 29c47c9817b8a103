import * as z from 'zod/mini'
import { Integer64 } from '../../lib/contract/fields.ts'
import { bare } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'

export const Plant = z.object({ name: z.string(), tag: z.optional(z.string()) })

export const NewPlant = z.strictObject({
  id: Integer64,
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  tag: z.optional(z.string().check(z.maxLength(200))),
})

export const contract = declare('plants', 'The sample plant store, API version 1.0.0', {
  createPlant: {
    summary: 'Create a plant',
    method: 'POST',
    path: '/plants',
    access: 'caller',
    body: NewPlant,
    reply: bare(Plant),
    errors: 'plants',
    costs: { depth: 2, read: 2, write: 1 },
    example: { as: 'ada', body: { id: 1, name: 'Monstera', tag: 'indoor' } },
  },
})
