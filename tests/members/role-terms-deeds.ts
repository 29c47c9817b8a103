import fc from 'fast-check'

/** What people and clocks do. `to` is a place in the cast. */
export type Deed =
  | {
      readonly does: 'assign'
      readonly to: number
      readonly roles: readonly string[]
      /** Hours from now; null takes the term away, nothing leaves it. */
      readonly ends?: number | null | undefined
    }
  | { readonly does: 'remove' | 'leave' | 'transfer'; readonly to: number }
  /** The clock goes on, and strikes so often, at once; one that dies does so before or after it has written. */
  | {
      readonly does: 'wait'
      readonly hours: number
      readonly strikes: number
      readonly dies?: 'before' | 'after' | undefined
    }

const to = fc.nat(3)
export const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('assign' as const),
      to,
      roles: fc.uniqueArray(fc.constantFrom('admin', 'officer', 'member'), { minLength: 1 }),
      ends: fc.constantFrom(undefined, null, 1, 1, 5, 5, 15 * 24),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('remove' as const, 'leave' as const, 'transfer' as const),
      to,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      hours: fc.constantFrom(0, 0, 1, 2, 6, 26),
      strikes: fc.constantFrom(0, 1, 1, 2),
      dies: fc.constantFrom(undefined, 'before' as const, 'after' as const),
    }),
  },
)

/** What every play begins with: terms that end soon, and one of whose end people hear in a day. */
export const beginnings: readonly Deed[] = [
  { does: 'assign', to: 1, roles: ['officer'], ends: 5 },
  { does: 'assign', to: 2, roles: ['admin', 'member'], ends: 2 },
  { does: 'assign', to: 3, roles: ['officer', 'admin'], ends: 15 * 24 },
]
