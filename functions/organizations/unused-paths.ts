import * as z from 'zod/mini'
import { data, done, flat } from '../../lib/contract/reply.ts'

/**
 * Paths that an existing client calls on every page for things that this platform does not have: usage analytics, study
 * rooms, friends, banners. Each says so in the shape that the client reads, without looking at anything, so that pages go
 * on and ask no more. What the platform has does not belong here. They stand in the domain to which the gateway leads what
 * no route names, so that none takes a route.
 */
const common = { access: 'anyone', host: 'tenant', standalone: true, legacy: true } as const

const nothing = data(z.null())
const none = data(z.array(z.unknown()))

export const unusedPaths = {
  getAnalyticsConfig: {
    ...common,
    summary: 'Whether a client reports how it is used: it does not',
    method: 'GET',
    path: '/api/event-system-config/analytics-config',
    reply: data(z.object({ enabled: z.literal(false) })),
    example: {},
  },
  logVisit: {
    ...common,
    summary: 'Takes note of no visit, and of no scan of a printed code',
    method: 'POST',
    path: '/log-visit',
    aliases: ['/log-repeated-visit', '/qr-scan', '/qr-scan-event'],
    body: z.catchall(z.object({}), z.unknown()),
    reply: done('Visits are not counted here'),
    example: {},
  },
  listStudyRooms: {
    ...common,
    summary: 'Study rooms that people have checked in to: there are none',
    method: 'GET',
    path: '/checked-in',
    reply: flat(z.object({ classrooms: z.array(z.unknown()) })),
    example: {},
  },
  getBanner: {
    ...common,
    summary: 'The banner above all pages: there is none',
    method: 'GET',
    path: '/api/notice/web',
    reply: nothing,
    example: {},
  },
  listFeatured: {
    ...common,
    summary: 'What the home page of a client puts first: nothing',
    method: 'GET',
    path: '/featured-all',
    reply: none,
    example: {},
  },
  getSuggestedAction: {
    ...common,
    summary: 'What the home page of a client asks people to do: nothing',
    method: 'GET',
    path: '/suggested-action',
    reply: nothing,
    example: {},
  },
  getSpacesSummary: {
    ...common,
    summary: 'Whether there are study rooms to look for: there are none',
    method: 'GET',
    path: '/spaces-summary',
    reply: data(z.object({ hasRoomsOrBuildings: z.literal(false) })),
    example: {},
  },
  listFriends: {
    ...common,
    summary: 'Friends, requests for friendship and events of friends: there are none',
    method: 'GET',
    path: '/getFriends',
    aliases: ['/friend-requests', '/friends-events'],
    reply: none,
    example: {},
  },
  getDeveloper: {
    ...common,
    summary: 'Whether the caller writes for an earlier product: nobody does',
    method: 'GET',
    path: '/get-developer',
    reply: flat(z.object({ developer: z.null() })),
    example: {},
  },
  listReservationConflicts: {
    ...common,
    summary:
      'Reservations of an organization that stand against each other: it reserves nothing apart from events',
    method: 'GET',
    path: '/org-event-management/:orgId/reservations/conflicts',
    reply: none,
    example: { path: { orgId: 'demo-org-chess' } },
  },
  getReservationFigures: {
    ...common,
    summary: 'How many reservations an organization has: it reserves nothing apart from events',
    method: 'GET',
    path: '/org-event-management/:orgId/reservations/metrics',
    reply: nothing,
    example: { path: { orgId: 'demo-org-chess' } },
  },
  listPrintedCodes: {
    ...common,
    summary: 'Printed codes of an event: there are none',
    method: 'GET',
    path: '/org-event-management/:orgId/events/:eventId/qr',
    reply: none,
    example: { path: { orgId: 'demo-org-chess', eventId: 'demo-event' } },
  },
  getPrintedCodeFigures: {
    ...common,
    summary: 'How often printed codes of an event were scanned: there are none',
    method: 'GET',
    path: '/org-event-management/:orgId/events/:eventId/qr/analytics',
    reply: nothing,
    example: { path: { orgId: 'demo-org-chess', eventId: 'demo-event' } },
  },
  checkStrangersRegistration: {
    ...common,
    summary: 'Whether somebody without an account is registered for an event: nobody can be',
    method: 'GET',
    path: '/events/:eventId/check-anonymous-registration',
    query: z.object({ guestEmail: z.optional(z.string()) }),
    reply: flat(z.object({ registered: z.literal(false) })),
    example: { path: { eventId: 'demo-event' } },
  },
  claimStrangersRegistrations: {
    ...common,
    summary: 'Takes over registrations made without an account: there are none',
    method: 'POST',
    path: '/claim-anonymous-registrations',
    body: z.catchall(z.object({}), z.unknown()),
    reply: flat(z.object({ claimed: z.array(z.never()) })),
    example: { body: { registrations: [] } },
  },
  listStudySpaces: {
    ...common,
    summary: 'Resources, feeds and banners that staff see to: there are none',
    method: 'GET',
    path: '/api/resources/admin',
    aliases: ['/api/notice/admin', '/get-rss-feeds'],
    reply: none,
    example: {},
  },
  listManagedSpaces: {
    access: 'admin',
    legacy: true,
    summary:
      'Buildings and study rooms that administrators see to: there are none, rooms of events stand under `/rooms`',
    method: 'GET',
    path: '/admin/rooms',
    aliases: ['/admin/buildings'],
    reply: flat(
      z.object({
        data: z.array(z.never()),
        rooms: z.array(z.never()),
        buildings: z.array(z.never()),
        pagination: z.object({ total: z.number(), page: z.number(), totalPages: z.number() }),
      }),
    ),
    example: { as: 'root' },
  },
  getPersonFigures: {
    access: 'admin',
    legacy: true,
    summary: 'How somebody uses the pages of a client: nobody counts that',
    method: 'GET',
    path: '/admin/user/:userId/analytics',
    reply: nothing,
    example: { as: 'root', path: { userId: 'demo-user-ben' } },
  },
} as const

/** What each of them answers. */
export const unusedAnswers = {
  getAnalyticsConfig: async () => ({ enabled: false }) as const,
  logVisit: async () => undefined,
  listStudyRooms: async () => ({ classrooms: [] }),
  getBanner: async () => null,
  listFeatured: async () => [],
  getSuggestedAction: async () => null,
  getSpacesSummary: async () => ({ hasRoomsOrBuildings: false }) as const,
  listFriends: async () => [],
  getDeveloper: async () => ({ developer: null }),
  listReservationConflicts: async () => [],
  getReservationFigures: async () => null,
  listPrintedCodes: async () => [],
  getPrintedCodeFigures: async () => null,
  checkStrangersRegistration: async () => ({ registered: false }) as const,
  claimStrangersRegistrations: async () => ({ claimed: [] }),
  listStudySpaces: async () => [],
  listManagedSpaces: async () => ({
    data: [],
    rooms: [],
    buildings: [],
    pagination: { total: 0, page: 1, totalPages: 1 },
  }),
  getPersonFigures: async () => null,
}
