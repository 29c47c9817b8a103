import * as z from 'zod/mini'
import type { Rows } from '../../../lib/contract/row.ts'
import { Cursor, Deed, DeskPart, maybe, page, Short, sentForm, Words } from './page.ts'

const chess = { orgId: 'demo-org-chess' }
const event = { eventId: 'demo-event' }

/** What officers of a club do: its desk, its events and their doors. */
export const officerRows = {
  showDesk: {
    summary: 'The desk of an organization: members, applications, roles, events, news, budgets',
    ...page,
    path: '/club-dashboard/:orgId',
    query: z.object(DeskPart),
    example: { as: 'ada', path: chess },
  },
  changeDesk: {
    summary: 'Does one thing at the desk of an organization',
    ...sentForm,
    path: '/club-dashboard/:orgId',
    body: z.catchall(z.object({ do: Deed }), Words),
    example: { as: 'ada', path: chess, body: { do: 'post', content: 'We meet at six' } },
  },
  showPlan: {
    summary: 'The page to plan an event on, or to change one',
    ...page,
    path: '/create-event',
    aliases: ['/create-event/form'],
    query: z.object({ org: maybe(Short), event: maybe(Short), said: maybe(Short) }),
    example: { as: 'ada' },
  },
  planByForm: {
    summary: 'Shows who will be asked about an event, keeps it as a draft, submits it, or saves what changed',
    ...sentForm,
    path: '/create-event/form',
    body: z.catchall(z.object({ do: z.enum(['ask', 'draft', 'submit', 'save']) }), Words),
    example: {
      as: 'ada',
      body: {
        do: 'submit',
        host: 'demo-org-chess',
        name: 'Spring Open',
        type: 'Competition',
        start_time: '2026-05-09T18:00',
        end_time: '2026-05-09T21:00',
        location: 'Main hall',
        visibility: 'public',
        expectedAttendance: '40',
      },
    },
  },
  showDashboard: {
    summary: 'An event as those who keep it see it: its approval, numbers, people and news',
    ...page,
    path: '/event/:eventId/dashboard',
    query: z.object({ said: maybe(Short) }),
    example: { as: 'ada', path: event },
  },
  changeEvent: {
    summary: 'Does one thing with an event: submits, takes back, cancels, announces, opens the door',
    ...sentForm,
    path: '/event/:eventId/dashboard',
    body: z.catchall(z.object({ do: Deed }), Words),
    example: { as: 'ada', path: event, body: { do: 'open-door' } },
  },
  showDoor: {
    summary: 'The door of an event: who is expected, who is in, the camera',
    ...page,
    path: '/event/:eventId/door',
    query: z.object({ search: maybe(Short), cursor: Cursor, said: maybe(Short) }),
    example: { as: 'ada', path: event },
  },
  changeDoor: {
    summary: 'Checks somebody in or out at the door',
    ...sentForm,
    path: '/event/:eventId/door',
    body: z.catchall(z.object({ do: z.enum(['in', 'out', 'code']) }), Words),
    example: { as: 'ada', path: event, body: { do: 'in', person: 'demo-user-ben' } },
  },
} as const satisfies Rows
