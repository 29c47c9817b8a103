import type { Audience } from '../../lib/audience.ts'
import { notificationDue } from '../../lib/outbox.ts'
import type { Write } from '../../lib/table/write.ts'
import type { EventCard } from '../events/service.ts'
import { type ApprovalInstance, aboutEvent } from '../stakeholders/service.ts'

type World = { readonly table: { readonly tenant: string | undefined }; now(): Date; newId(): string }

/** Who made the event, and who manages the events of its host. */
const organizersOf = ({ createdBy, hostingType, hostingId }: EventCard): Audience[] => [
  { kind: 'users', ids: [createdBy] },
  ...(hostingType === 'Org'
    ? [{ kind: 'permission' as const, orgId: hostingId, permission: 'manage_events' }]
    : []),
]

/** The organizers learn what became of a submission: once, whoever decided. */
export const outcomeTold = (
  template: 'event_approved' | 'event_rejected' | 'event_changes_requested' | 'approval_expired',
  { _id, submission, channels }: ApprovalInstance,
  card: EventCard,
  reason: string | undefined,
  world: World,
): Write => {
  const about = aboutEvent(card, world)
  return notificationDue(world, {
    template,
    to: organizersOf(card),
    cause: `${_id}#${submission}`,
    ...about,
    params: { ...about.params, ...(reason === undefined ? {} : { reason }) },
    ...(channels ? { channels } : {}),
  })
}
