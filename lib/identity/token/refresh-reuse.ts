import type { Table } from '../../table/table.ts'
import { type Session, session } from '../person/records.ts'
import type { AccessClaims, RefreshClaims } from './tokens.ts'

/** Tabs of one browser may ask at the same moment; what they sent and got may cross for so long. */
const crossingSeconds = 30

/** An access token of the newest generation was used while answers could still cross: whose it is shows later. */
const crossingMark = -1

export type RefreshState = 'newest' | 'again' | 'late' | 'stolen' | 'unknown'

/** Whether a token so shown may be answered with tokens. */
export const isUsable = (state: RefreshState): boolean => state !== 'stolen' && state !== 'unknown'

const isCrossing = ({ rotatedAt }: Session, now: Date): boolean =>
  now.getTime() - Date.parse(rotatedAt) <= crossingSeconds * 1000

type PresentedRefresh = Pick<RefreshClaims, 'generation' | 'issue'>

/**
 * How a refresh token stands to its session. `newest` is exchanged; `again` is answered with another token of the newest
 * generation: a parallel tab, or an answer that got lost; `late` is so too, two exchanges behind: a request that others
 * overtook. `stolen`: two hold a copy, since one client never shows what it did not receive, or what it had replaced.
 * `unknown` is a token of a future that a restored table has forgotten.
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

/** Whether a token that is exchanged now was made only a moment ago: what it replaced may still be under way. */
const isYoung = ({ iat = 0 }: RefreshClaims, at: Date): boolean =>
  at.getTime() / 1000 - iat <= crossingSeconds

/**
 * What the next session says of the token that it was exchanged for. A token handed out to a late request lets no other
 * request be late: two who hold copies would overtake each other by turns, and neither would ever be noticed.
 */
export const exchangeOf = (
  claims: RefreshClaims,
  at: Date,
): Pick<Session, 'exchanged' | 'exchangedBefore'> => ({
  exchanged: claims.issue ?? 0,
  exchangedBefore: isYoung(claims, at) && !claims.late ? (claims.before ?? 0) : undefined,
})

/** Who is known to hold the newest generation, once something of it was used; undefined when that is known already. */
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
 * Notes the first use of what an exchange has brought: one write per generation, one more where several tokens of it were
 * handed out. From then on nobody who lacks it lost an answer.
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
