import type { EventAgenda } from '../events/service.ts'

/** An agenda as its organizers read it. */
export const agendaViewOf = ({ id: _id, itemCount: _, version: __, ...agenda }: EventAgenda) => ({
  _id,
  ...agenda,
})

/** What stands for an agenda that nobody has begun; nothing is written for it (events.md 3.6). */
export const noAgenda = (eventId: string, orgId: string) => ({
  _id: null,
  eventId,
  orgId,
  items: [],
  isPublished: false,
})
