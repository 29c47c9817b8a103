import { type Change, update, type Write } from '../../table/write.ts'
import { type Session, session } from '../person/records.ts'
import type { Issuer } from './issuer.ts'

type World = { readonly issuer: Issuer; now(): Date }

type Next = Pick<Session, 'generation' | 'rotatedAt' | 'exchanged' | 'exchangedBefore'>

/** What moves a session on to its next generation. */
export const rotation = ({ exchangedBefore, rotatedAt, generation, exchanged }: Next) => ({
  set: { generation, rotatedAt, lastUsed: rotatedAt, again: 0, exchanged, exchangedBefore },
  remove: exchangedBefore === undefined ? (['seen', 'exchangedBefore'] as const) : (['seen'] as const),
})

/**
 * A session with its next refresh token, given to whoever holds its newest access token. Where the refresh token before
 * it is kept, that one is good for as long as after any exchange whose answer may be lost.
 */
export const rotated = async (
  { issuer, now }: World,
  own: Session,
): Promise<{ next: Session; token: string }> => {
  const at = now().toISOString()
  const next: Session = {
    ...own,
    generation: own.generation + 1,
    rotatedAt: at,
    lastUsed: at,
    exchanged: Math.max(own.seen ?? 0, 0),
    exchangedBefore: undefined,
  }
  return { next, token: await issuer.refreshToken(next) }
}

/** Moves a session on to its next refresh token, unless it moved meanwhile. */
export const rotationWrite = (own: Session, next: Session, more: Change<Session> = {}): Write => {
  const { set, remove } = rotation(next)
  return update(
    session,
    { globalUserId: own.globalUserId, id: own.id },
    { ...more, set: { ...set, ...more.set }, remove: [...remove, ...(more.remove ?? [])] },
    { equals: { generation: own.generation, epoch: own.epoch } },
  )
}
