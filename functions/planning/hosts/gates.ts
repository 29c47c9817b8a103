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

/** Checks that the caller may change an event; fails otherwise. */
export type Gate = (card: EventCard) => Promise<void>

/**
 * For paths with only an event id: admits those who run the event (`isHostOrganizer`). One
 * strongly consistent round trip. Others get `refusal`, or 404 if they cannot see the event.
 */
export const plannerGate =
  (context: Context<'caller'>, refusal: FailureKind): Gate =>
  async (card) => {
    const viewer = await viewerOf(context, [card], { all: true })
    if (!isHostOrganizer(card, viewer)) fail(isVisible(card, viewer) ? refusal : EventNotFound)
  }

/** For paths with an organization, whose rights the pipeline has checked. Admits only its own events. */
export const hostGate =
  (orgId: string): Gate =>
  async (card) => {
    if (!isHostedBy(card, orgId)) fail(isOfOrganization(card, orgId) ? HostOnly : EventNotFound)
  }
