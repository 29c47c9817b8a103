import type { Table } from '../../table/table.ts'
import { type Session, session } from '../person/records.ts'
import type { AccessClaims, RefreshClaims } from './tokens.ts'

/** Tabs of one browser may refresh at the same time; their requests and responses may cross for this long. */
const crossingSeconds = 30

/**
 * An access token of the newest generation was used while responses could still cross. Its holder is determined later.
 */
const crossingMark = -1

export type RefreshState = 'newest' | 'again' | 'late' | 'stolen' | 'unknown'

/** Whether a token in this state may be exchanged for tokens. */
export const isUsable = (state: RefreshState): boolean => state !== 'stolen' && state !== 'unknown'

const isCrossing = ({ rotatedAt }: Session, now: Date): boolean =>
  now.getTime() - Date.parse(rotatedAt) <= crossingSeconds * 1000

type PresentedRefresh = Pick<RefreshClaims, 'generation' | 'issue'>

/**
 * The state of a refresh token in its session.
 * - `newest`: is exchanged
 * - `again`: gets another token of the newest generation; it comes from a parallel tab, or its response was lost
 * - `late`: likewise, but two exchanges behind; other requests overtook it
 * - `stolen`: two clients hold a copy, since one client never sends a token that it did not receive or has replaced
 * - `unknown`: comes from a later state that a restored table has lost
 */
export const refreshStateOf = (
  current: Session,
  { generation, issue = 0 }: PresentedRefresh,
  now: Date,
): RefreshState => {
  const behind = current.generation - generation
  const { exchanged = 0, exchangedBefore, seen = crossingMark } = current
  if (behind < 0) return 'unknown'
  if (behind === 0) return seen === crossingMark || seen === issue ? 'newest' : 'stolen'
  if (behind === 1 && issue === exchanged) {
    return current.seen === undefined || isCrossing(current, now) ? 'again' : 'stolen'
  }
  return behind === 2 && issue === exchangedBefore && isCrossing(current, now) ? 'late' : 'stolen'
}

/**
 * Whether the exchanged token was issued only a moment ago: a request with its predecessor may still be in progress.
 */
const isYoung = ({ iat = 0 }: RefreshClaims, at: Date): boolean =>
  at.getTime() / 1000 - iat <= crossingSeconds

/**
 * Facts that the next session stores about the exchanged token. A token issued to a late request allows no further
 * late request. Otherwise two holders of copies could overtake each other in turns and never be detected.
 */
export const exchangeOf = (
  claims: RefreshClaims,
  at: Date,
): Pick<Session, 'exchanged' | 'exchangedBefore'> => ({
  exchanged: claims.issue ?? 0,
  exchangedBefore: isYoung(claims, at) && !claims.late ? (claims.before ?? 0) : undefined,
})

/** The known holder of the newest generation, after one of its tokens was used; undefined if already recorded. */
export const rotationSeen = (
  current: Session,
  { pair }: Pick<AccessClaims, 'pair'>,
  now: Date,
): number | undefined => {
  const [generation, issue] = pair ?? []
  if (generation !== current.generation || generation === 1) return undefined
  const { seen, again = 0 } = current
  if (seen === undefined) return isCrossing(current, now) ? crossingMark : issue
  return seen === crossingMark && again > 0 && !isCrossing(current, now) ? issue : undefined
}

/**
 * Records the first use of an exchange's tokens: one write per generation, and one more if several tokens of it were
 * issued. From then on, a client without these tokens did not merely lose a response.
 */
export const recordRotationSeen = async (
  table: Table,
  current: Session,
  claims: Pick<AccessClaims, 'pair'>,
  now: Date,
): Promise<void> => {
  const seen = rotationSeen(current, claims, now)
  if (seen === undefined) return
  const { globalUserId, id, generation, seen: before } = current
  const unchanged = before === undefined ? { without: ['seen'] as const } : {}
  const equals = { generation, ...(before === undefined ? {} : { seen: before }) }
  await table.update(session, { globalUserId, id }, { set: { seen } }, { equals, ...unchanged })
}
