import { type Answer, ask, by } from '../ask.ts'
import { moment } from '../layout/dates.ts'
import { further, type Html, html } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { type AreaDeed, type PartOf, partPath } from '../staff/staff.ts'

type DecidedEvent = Answer<'approvals', 'listApprovedByRole'>['events'][number]

const filters = [
  ['', 'Approved'],
  ['rejected', 'Rejected'],
] as const

/** Events that the reader's roles approved or rejected; for administrators those of every role. */
export const decidedPart: PartOf = async ({ asked, zone }, context) => {
  const isRejected = asked.filter === 'rejected'
  const operation = isRejected ? 'listRejectedForRole' : 'listApprovedByRole'
  const query = { limit: '20', cursor: asked.cursor }
  const result = isRejected
    ? await ask(context, 'approvals', 'listRejectedForRole', query)
    : await ask(context, 'approvals', 'listApprovedByRole', query)
  if (!result.ok) return result
  const { events, nextCursor } = result.value
  const table = dataTable<DecidedEvent>({
    caption: operation === 'listRejectedForRole' ? 'Rejected events' : 'Approved events',
    address: partPath('decided'),
    values: { filter: asked.filter },
    filters: [{ name: 'filter', label: 'Decision', choices: filters }],
    rows: events,
    empty: isRejected
      ? ['Nothing rejected', 'Events that you or others rejected appear here.']
      : ['Nothing approved yet', 'Events that you or others approved appear here.'],
    columns: [
      {
        key: 'name',
        label: 'Event',
        cell: ({ _id: id, name }): Html => html`<a href="/event/${id}"><bdi>${name}</bdi></a>`,
      },
      { key: 'host', label: 'Host', cell: ({ hostName }) => html`<bdi>${hostName}</bdi>` },
      { key: 'role', label: 'Role', cell: ({ pendingStepRoleName: role }) => html`<bdi>${role}</bdi>` },
      { key: 'start', label: 'Starts', cell: ({ start_time: start }) => moment(start, zone) },
    ],
  })
  return html`${table}${further(partPath('decided', { filter: asked.filter }), nextCursor)}`
}

/** Deletes an approval comment: its author or an administrator may. */
export const commentDeeds: Readonly<Record<string, AreaDeed>> = {
  'comment-delete': {
    part: 'waits',
    said: 'removed',
    run: by('approvals', 'deleteApprovalComment', ({ event = '', id = '' }) => ({
      event_id: event,
      comment_id: id,
    })),
  },
}
