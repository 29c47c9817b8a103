import * as z from 'zod/mini'
import { pictureLimits } from '../../../lib/contract/picture.ts'
import { form, type Rows } from '../../../lib/contract/row.ts'
import { Cursor, DashboardPart, formRow, maybe, oneOf, pageRow, Short, Words } from './page.ts'

const chess = { orgId: 'demo-org-chess' }
const event = { eventId: 'demo-event' }

/** What officers of a club do: its desk, its events and their doors. */
export const officerRows = {
  showClubDashboard: pageRow(
    '/club-dashboard/:orgId',
    'Show the club dashboard: members, applications, roles, events, news, budgets, forms',
    {
      costs: { depth: 3, read: 11, write: 0 },
      query: z.object({
        ...DashboardPart,
        person: maybe(Short),
        confirm: maybe(Short),
        view: maybe(Short),
        event: maybe(Short),
      }),
      example: { as: 'ada', path: chess },
    },
  ),
  changeClub: formRow('/club-dashboard/:orgId', 'Perform one action of the club dashboard, by form', {
    costs: { depth: 3, read: 7, write: 8 },
    takesPictures: true,
    body: form(
      z.catchall(
        z.object({
          do: oneOf(
            'give-role remove invite approve reject save-role delete-role post delete-post save-page save-form delete-form',
            'alert-resubmit alert-accept alert-decline alert-withdraw alert-refuse batch-check batch-send batch-revoke',
            'member-roles member-remove member-offer member-transfer order-up order-down join-form join-none',
            'message-like message-reply message-edit message-delete notice-send renewal-confirm verification-ask',
            'template-use template-edit template-delete bulk-publish bulk-cancel bulk-archive bulk-delete bulk-run',
            'task-add task-edit task-up task-down task-done task-delete task-columns task-columns-reset',
            'begin-budget save-budget submit-budget withdraw-budget delete-budget',
            'approve-stage reject-stage revise-stage comment-budget',
          ),
        }),
        Words,
      ),
      ['image', 'bannerImage'],
      pictureLimits.formBytes,
    ),
    example: {
      as: 'ada',
      headers: { 'content-type': 'application/json' },
      path: chess,
      body: { do: 'post', content: 'We meet at six' },
    },
  }),
  showEventForm: pageRow('/create-event', 'Show the form that creates or edits an event', {
    costs: { depth: 2, read: 6, write: 0 },
    aliases: ['/create-event/form'],
    query: z.object({
      org: maybe(Short),
      event: maybe(Short),
      /** The event that the form begins with a copy of. */
      copy: maybe(Short),
      /** The form with questions that was created for the event just now. */
      questions: maybe(Short),
      done: maybe(Short),
    }),
  }),
  submitEventForm: formRow(
    '/create-event/form',
    'Preview approvals, or save, submit or change an event, by form',
    {
      costs: { depth: 10, read: 19.5, write: 26 },
      body: z.catchall(z.object({ do: z.enum(['ask', 'draft', 'form', 'submit', 'save']) }), Words),
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
  ),
  showDashboard: pageRow(
    '/event/:eventId/dashboard',
    'Show one part of the manage page of an event, such as overview, agenda, jobs, check-in or messages',
    {
      costs: { depth: 7, read: 22.5, write: 0 },
      query: z.object(DashboardPart),
      example: { as: 'ada', path: event },
    },
  ),
  changeEvent: formRow(
    '/event/:eventId/dashboard',
    'Perform one action of the manage page of an event, by form',
    {
      costs: { depth: 8, read: 16, write: 1 },
      takesPictures: true,
      body: form(
        z.catchall(
          z.object({
            do: oneOf(
              'submit take-back cancel delete announce comment open-door close-door picture picture-remove report',
              'agenda-add agenda-edit agenda-move agenda-sort agenda-delete agenda-notes agenda-publish',
              'checkin-open checkin-close checkin-rotate checkin-settings checkin-helper checkin-revoke',
              'messages-send messages-recipients jobs-add jobs-edit jobs-delete jobs-approve jobs-reject jobs-assign jobs-unassign',
              'jobs-confirm jobs-template jobs-retitle jobs-untemplate',
              'tasks-add tasks-edit tasks-up tasks-down tasks-done tasks-apply tasks-delete',
              'settings-status settings-invite settings-remove settings-template',
            ),
          }),
          Words,
        ),
        'image',
        pictureLimits.formBytes,
      ),
      example: {
        as: 'ada',
        headers: { 'content-type': 'application/json' },
        path: event,
        body: { do: 'open-door' },
      },
    },
  ),
  showAttendees: pageRow(
    '/event/:eventId/attendees',
    'Show the attendees of an event, its waitlist and the answers, to organizers',
    {
      costs: { depth: 8, read: 21.5, write: 0 },
      query: z.object({
        part: maybe(Short),
        search: maybe(Short),
        in: maybe(Short),
        find: maybe(Short),
        cursor: Cursor,
        done: maybe(Short),
        person: maybe(Short),
        name: maybe(Short),
      }),
      example: { as: 'ada', path: event },
    },
  ),
  changeAttendees: formRow(
    '/event/:eventId/attendees',
    'Change the attendees of an event by form: add, check in, promote or remove one person',
    {
      costs: { depth: 7, read: 15.5, write: 7 },
      body: z.catchall(z.object({ do: oneOf('in out add remove promote force drop') }), Words),
      example: { as: 'ada', path: event, body: { do: 'in', person: 'demo-user-ben' } },
    },
  ),
  showCheckInDesk: pageRow(
    '/event/:eventId/door',
    'Show the check-in desk of an event: expected people, people inside, camera',
    {
      costs: { depth: 7, read: 21, write: 0 },
      query: z.object({
        search: maybe(Short),
        cursor: Cursor,
        done: maybe(Short),
        person: maybe(Short),
        name: maybe(Short),
        helper: maybe(Short),
      }),
      example: { as: 'ada', path: event },
    },
  ),
  changeCheckIn: formRow(
    '/event/:eventId/door',
    'Check a person in or out, or start or stop helping with a helper link, by form',
    {
      costs: { depth: 4, read: 7, write: 7 },
      body: z.catchall(z.object({ do: oneOf('in out code start-helping stop-helping') }), Words),
      example: { as: 'ada', path: event, body: { do: 'in', person: 'demo-user-ben' } },
    },
  ),
} as const satisfies Rows
