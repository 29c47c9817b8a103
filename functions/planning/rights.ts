import type { Context } from '../../lib/context.ts'
import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import {
  type EventCard,
  isHostedBy,
  isOfOrganization,
  isVisible,
  type Viewer,
  viewerOf,
} from '../events/service.ts'
import { EventNotFound, HostOnly } from './failures.ts'

/** Whoever made an event of an organization keeps it as long as they belong to that organization. */
const mayPlan = (card: EventCard, { userId, isAdmin, standings }: Viewer): boolean => {
  if (isAdmin) return true
  if (card.hostingType === 'User') return userId !== null && [card.hostingId, card.createdBy].includes(userId)
  const standing = standings.get(card.hostingId)
  if (!standing) return false
  return standing.may('manage_events') || (userId === card.createdBy && standing.member !== undefined)
}

/** Decides whether the caller may change an event; fails otherwise. */
export type Gate = (card: EventCard) => Promise<void>

/**
 * For paths that name the event alone: its maker, managers of the host's events, administrators (events.md 3.1). One
 * strong round trip. Others are told `refusal`, and those who cannot see the event 404.
 */
export const plannersOnly =
  (context: Context<'caller'>, refusal: FailureKind): Gate =>
  async (card) => {
    const viewer = await viewerOf(context, [card], { all: true })
    if (!mayPlan(card, viewer)) fail(isVisible(card, viewer) ? refusal : EventNotFound)
  }

/** For paths that name the organization, whose standing the pipeline has checked: its own events (events.md 0.6, 0.7). */
export const hostOnly =
  (orgId: string): Gate =>
  async (card) => {
    if (!isHostedBy(card, orgId)) fail(isOfOrganization(card, orgId) ? HostOnly : EventNotFound)
  }
