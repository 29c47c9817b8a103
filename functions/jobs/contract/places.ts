import type { Rows } from '../../../lib/contract/row.ts'

/** Keeps what is written about rows to the letter, so that operations are checked against it. */
export const rows = <const R extends Rows>(some: R): R => some

export const organizer = { org: 'manage_events' } as const
export const event = '/org-event-management/:orgId/events/:eventId'
export const place = { orgId: 'demo-org-chess', eventId: 'demo-event' }
