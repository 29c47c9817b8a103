import type { ChangeContext } from '../../../lib/consumer.ts'
import type { Tenant } from '../../../lib/context.ts'
import type { Mail } from '../../../lib/gateways/gateways.ts'
import { plainAddressOf } from '../../../lib/gateways/mail.ts'
import { oncePerBatch } from '../../../lib/keyed-answer.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { type EventBody, type EventCard, eventBody, eventCard } from '../../events/index.ts'

type Addition = { readonly calendar: boolean; readonly link: boolean }
type MailSchool = Pick<Tenant, 'key' | 'origin' | 'web'>

/** Templates of mails about the reader's own registration, and what they add to the text. */
const additions: Readonly<Record<string, Addition>> = {
  event_registered: { calendar: true, link: true },
  event_waitlisted: { calendar: true, link: false },
  waitlist_promoted: { calendar: true, link: true },
  registration_withdrawn: { calendar: false, link: false },
  event_updated: { calendar: true, link: true },
  event_cancelled: { calendar: true, link: false },
  event_reminder: { calendar: false, link: true },
}

/** The parts that a mail about events adds to its text. */
export type EventMailParts = Pick<Mail, 'attachments' | 'replyTo'> & {
  /** The https address that the organizers entered, such as that of an online meeting. */
  readonly link?: string
}

type FoundEvent = { readonly card: EventCard; readonly body: EventBody | undefined }

const findEvents = async (table: Table, eventIds: readonly string[]): Promise<readonly FoundEvent[]> => {
  const rows = await table.batchGet(
    eventIds.flatMap((eventId) => [key(eventCard, { eventId }), key(eventBody, { eventId })]),
    { strong: true },
  )
  return eventIds.flatMap((_, at) => {
    const [card, body] = rows.slice(2 * at, 2 * at + 2) as [EventCard | undefined, EventBody | undefined]
    return card ? [{ card, body }] : []
  })
}

/** The file says PUBLISH. It has the feed's UID and SEQUENCE, so a later file replaces an earlier one. */
const calendarFile = async (
  events: readonly FoundEvent[],
  tenant: MailSchool,
  tentative: boolean,
): Promise<NonNullable<Mail['attachments']>[number]> => {
  const { calendarText } = await import('../icalendar.ts')
  const [only] = events
  const entries = events.map(({ card, body }) => ({
    card,
    tentative,
    ...(events.length === 1 && body?.description ? { description: body.description } : {}),
  }))
  return {
    filename: 'event.ics',
    contentType: 'text/calendar',
    content: calendarText({
      name: only?.card.name ?? '',
      entries,
      isCut: false,
      tenant,
      method: 'PUBLISH',
    }),
  }
}

const partsOf = async (
  table: Table,
  template: string,
  { calendar, link: hasLink }: Addition,
  eventIds: readonly string[],
  school: MailSchool,
): Promise<EventMailParts> => {
  const events = await findEvents(table, eventIds)
  const bodies = events.map(({ body }) => body)
  const replyTo = plainAddressOf(bodies[0]?.contact)
  const link = bodies[0]?.externalLink
  return {
    ...(replyTo && bodies.every((body) => body?.contact === bodies[0]?.contact) ? { replyTo } : {}),
    ...(hasLink && link && bodies.every((body) => body?.externalLink === link) ? { link } : {}),
    ...(calendar && events.length > 0
      ? { attachments: [await calendarFile(events, school, template === 'event_waitlisted')] }
      : {}),
  }
}

/**
 * Finds the parts of a mail about the reader's registration for some events: a calendar file, the organizers' link, and
 * their published contact as the reply address. Nothing for other templates. A contact that is no mail address and the
 * addresses of people are never used. The mails of one batch to many people share them.
 */
export const findEventMailParts = async (
  context: Pick<ChangeContext, 'table' | 'once'>,
  template: string,
  eventIds: readonly string[],
  school: MailSchool,
): Promise<EventMailParts> => {
  const added = Object.hasOwn(additions, template) ? additions[template] : undefined
  if (!added || eventIds.length === 0) return {}
  const { table } = context
  const name = ['event mail', template, ...eventIds].join(' ')
  return oncePerBatch(context, name, () => partsOf(table, template, added, eventIds, school))
}
