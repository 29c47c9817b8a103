/**
 * The fresh proof that a row can require in addition to the session.
 * - `none`: the session is enough
 * - `recent`: a second factor shown in this session within fifteen minutes, a sign-in with one included
 * - `again`: the same, shown after the sign-in, so that a session stolen just after it is not enough
 * Both apply to people who have a factor or must have one (rules/mfa 11, 12).
 */
export type FreshProof = 'none' | 'recent' | 'again'

/** Harm that an operation can do in the wrong hands, and the proof that it requires (rules/mfa 30). */
export const consequences = {
  'grants-role': { does: 'changes roles, permissions or memberships of people', requires: 'recent' },
  ownership: { does: 'hands an organization to somebody else', requires: 'recent' },
  impersonation: { does: 'acts as somebody else', requires: 'recent' },
  'mass-message': { does: 'sends words to many people', requires: 'recent' },
  'personal-export': { does: 'exports everything about one person', requires: 'again' },
  erases: { does: 'deletes an account or an organization', requires: 'again' },
  roster: { does: 'reads or changes the list of people of a school', requires: 'recent' },
  export: { does: 'exports data of many people, or of an organization', requires: 'recent' },
  settings: { does: 'changes who may sign in, what decides, or what a school is', requires: 'recent' },
  factors: { does: 'removes or replaces a second factor', requires: 'recent' },
  none: { does: 'none of these', requires: 'none' },
} as const satisfies Readonly<Record<string, { readonly does: string; readonly requires: FreshProof }>>

export type Consequence = keyof typeof consequences

/** The proof that a row requires. A test (`undecided`) shows that rows without a consequence are harmless. */
export const freshProofOf = ({
  consequence = 'none',
}: {
  readonly consequence?: Consequence | undefined
}): FreshProof => consequences[consequence].requires
