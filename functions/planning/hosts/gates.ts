import type { Context } from '../../../lib/context.ts'
import { type FailureKind, fail } from '../../../lib/contract/failure.ts'
import {
  type EventCard,
  isHostedBy,
  isHostOrganizer,
  isOfOrganization,
  isVisible,
  viewerOf,
} from '../../events/index.ts'
import { EventNotFound, HostOnly } from '../contract/failures.ts'

/** Decides whether the caller may change an event; fails otherwise. */
export type Gate = (card: EventCard) => Promise<void>

/**
 * For paths that name the event alone: its maker, managers of the host's events, administrators. One
 * strong round trip. Others are told `refusal`, and those who cannot see the event 404.
 */
export const plannerGate =
  (context: Context<'caller'>, refusal: FailureKind): Gate =>
  async (card) => {
    const viewer = await viewerOf(context, [card], { all: true })
    if (!isHostOrganizer(card, viewer)) fail(isVisible(card, viewer) ? refusal : EventNotFound)
  }

/** For paths that name the organization, the rights in which the pipeline has checked: its own events. */
export const hostGate =
  (orgId: string): Gate =>
  async (card) => {
    if (!isHostedBy(card, orgId)) fail(isOfOrganization(card, orgId) ? HostOnly : EventNotFound)
  }
