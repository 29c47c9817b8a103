import { type AreaAction, type PartOf, partPath } from '../admin/admin.ts'
import { type Answer, call, operation } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { type Html, html, nextPageLink } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { msg, t, translateChoices } from '../locale.ts'

type DecidedEvent = Answer<'approvals', 'listApprovedByRole'>['events'][number]

const filters = [
  ['', msg('Approved')],
  ['rejected', msg('Rejected')],
] as const

/** Events that the reader's roles approved or rejected; for administrators those of every role. */
export const decidedPart: PartOf = async ({ query, zone }, context) => {
  const isRejected = query.filter === 'rejected'
  const operation = isRejected ? 'listRejectedForRole' : 'listApprovedByRole'
  const page = { limit: '20', cursor: query.cursor }
  const result = isRejected
    ? await call(context, 'approvals', 'listRejectedForRole', page)
    : await call(context, 'approvals', 'listApprovedByRole', page)
  if (!result.ok) return result
  const { events, nextCursor } = result.value
  const table = dataTable<DecidedEvent>({
    caption: operation === 'listRejectedForRole' ? t('Rejected events') : t('Approved events'),
    address: partPath('decided'),
    values: { filter: query.filter },
    filters: [{ name: 'filter', label: t('Decision'), choices: translateChoices(filters) }],
    rows: events,
    empty: isRejected
      ? [t('Nothing rejected'), t('Events that you or others rejected appear here.')]
      : [t('Nothing approved yet'), t('Events that you or others approved appear here.')],
    columns: [
      {
        key: 'name',
        label: t('Event'),
        cell: ({ _id: id, name }): Html => html`<a href="/event/${id}"><bdi>${name}</bdi></a>`,
      },
      { key: 'host', label: t('Host'), cell: ({ hostName }) => html`<bdi>${hostName}</bdi>` },
      { key: 'role', label: t('Role'), cell: ({ pendingStepRoleName: role }) => html`<bdi>${role}</bdi>` },
      { key: 'start', label: t('Starts'), cell: ({ start_time: start }) => moment(start, zone) },
    ],
  })
  return html`${table}${nextPageLink(partPath('decided', { filter: query.filter }), nextCursor)}`
}

/** Deletes an approval comment: its author or an administrator may. */
export const commentActions: Readonly<Record<string, AreaAction>> = {
  'comment-delete': {
    part: 'waits',
    done: 'removed',
    run: operation('approvals', 'deleteApprovalComment', ({ event = '', id = '' }) => ({
      event_id: event,
      comment_id: id,
    })),
  },
}
