import * as z from 'zod/mini'

/** An object that takes no other fields. Unlike zod's own it does not repeat their names, which somebody made up. */
export const closed = <const S extends z.core.$ZodShape>(shape: S) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? 'Unknown field' : undefined),
  })
