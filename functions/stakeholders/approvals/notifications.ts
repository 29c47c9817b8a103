import type { Audience } from '../../../lib/audience.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import type { Write } from '../../../lib/table/write.ts'
import type { Muted } from '../../events/contract.ts'
import { type ApprovalElement, type ApprovalInstance, type EventCard, toldOf } from '../../events/index.ts'

export type TellingWorld = {
  readonly table: { readonly tenant: string | undefined }
  now(): Date
  newId(): string
}

/** Channels of the templates, for who wants some of them only. */
const usual = {
  event_created: ['in_app', 'email'],
  approval_required: ['in_app', 'email', 'push'],
} as const

type Template = keyof typeof usual

/** What a notification about an event carries. */
export const aboutEvent = (card: EventCard, world: TellingWorld) => ({
  params: { ...toldOf(card), ...(card.hostingType === 'Org' ? { orgName: card.host.name } : {}) },
  metadata: {
    eventId: card.eventId,
    ...(card.hostingType === 'Org' ? { orgId: card.hostingId } : {}),
    tenantKey: world.table.tenant,
    navigation: {
      route: 'EventDetails',
      params: { eventId: card.eventId },
      deepLink: `/event/${card.eventId}`,
    },
  },
})

/** The people behind a decider. */
export const audienceOf = (decider: string): Audience => {
  const [, kind, id] = /^(org|user):(.+)$/s.exec(decider) ?? []
  if (kind === 'org' && id) return { kind: 'permission', orgId: id, permission: 'approve_events' }
  return kind === 'user' && id ? { kind: 'users', ids: [id] } : { kind: 'approvalRole', role: decider }
}

export type Told = { readonly decider: string; readonly muted: readonly Muted[] }

/**
 * Rows that tell deciders of an event: one for each set of channels that they want, under a cause of its own. Somebody
 * who is among them twice is told once.
 */
export const tellDeciders = (
  template: Template,
  cause: string,
  told: readonly Told[],
  card: EventCard,
  channels: ApprovalInstance['channels'],
  world: TellingWorld,
): readonly Write[] => {
  const groups = Map.groupBy(told, ({ muted }) => [...muted].sort().join(','))
  return [...groups].flatMap(([muted, members]) => {
    const wanted = (channels ?? usual[template]).filter((channel) => !muted.split(',').includes(channel))
    if (wanted.length === 0) return []
    const to = [...new Set(members.map(({ decider }) => decider))].map(audienceOf)
    return [
      notificationDue(world, {
        template,
        to,
        cause: muted === '' ? cause : `${cause}#without ${muted}`,
        ...aboutEvent(card, world),
        ...(channels || muted !== '' ? { channels: wanted } : {}),
      }),
    ]
  })
}

/** Everybody of the stage whose turn it is hears that they are needed. */
export const askStage = (
  { eventId, submission, currentStepIndex, elements, channels }: ApprovalInstance,
  card: EventCard,
  world: TellingWorld,
): readonly Write[] => {
  const asked = elements.filter(
    ({ kind, stage, status }: ApprovalElement) =>
      kind === 'approver' && status === 'pending' && stage === currentStepIndex,
  )
  const told = asked.flatMap(({ deciders, muted }) => deciders.map((decider) => ({ decider, muted })))
  const cause = `${eventId}#${submission}#stage ${currentStepIndex}`
  return tellDeciders('approval_required', cause, told, card, channels, world)
}
