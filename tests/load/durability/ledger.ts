/** A signed-in device, as far as the platform has acknowledged it. */
export type Device = {
  refreshToken: string
  accessToken: string
  /** `unsure`: signing out was asked for, and no answer came. */
  state: 'in' | 'unsure' | 'out'
}

/** What the platform has acknowledged about one person, and what it was asked without an answer. */
export type Person = {
  readonly number: number
  readonly email: string
  readonly school: string
  /** Set once a registration was acknowledged. */
  id?: string
  globalUserId?: string
  /** Number of the last profile that was acknowledged, and of the last that was asked for. */
  profile: number
  profileAsked: number
  /** The other school was joined, with an acknowledgement. */
  joined: boolean
  /** A mail was asked for, with an acknowledgement. */
  mailDue: boolean
  readonly devices: Device[]
}

export type Ledger = {
  readonly people: Person[]
  /** Registrations without an answer: they may be there or not, and can be repeated. */
  readonly open: Person[]
  readonly busy: Set<Person>
  /** Requests sent, writes acknowledged, by operation. */
  sent: number
  readonly acknowledged: Map<string, number>
  unanswered: number
  /** Correct requests that were refused. */
  readonly refusals: string[]
}

export const password = 'correct horse battery'
export const schools = ['demo', 'rpi'] as const

export const emptyLedger = (): Ledger => ({
  people: [],
  open: [],
  busy: new Set(),
  sent: 0,
  acknowledged: new Map(),
  unanswered: 0,
  refusals: [],
})

/** The school that a person of this one may join too. */
export const otherSchool = (school: string): string => (school === schools[0] ? schools[1] : schools[0])

// Digits may read as letters (455) and consonants as abbreviations: these spell nothing that a school refuses.
const spelled = (number: number): string =>
  String(number).replace(/\d/g, (digit) => 'bdgjzmqvwx'[Number(digit)] ?? '')

/** Name and username of a profile change go into one write, so they carry the same number. */
export const profileOf = (person: Person, change: number) => ({
  name: `Name ${change}`,
  username: `p${spelled(person.number)}n${spelled(change)}`,
})

export const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)
