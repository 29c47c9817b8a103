import { type AreaAction, type PartOf, partPath } from '../admin/admin.ts'
import { type Answer, call, operation, type PageContext } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { type Html, html, nextPageLink } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { roleWords } from './role-names.ts'

type DecidedEvent = Answer<'approvals', 'listApprovedByRole'>['events'][number]

type Decision = Answer<'approvals', 'getApproval'>['decisions'][number]
type Row = DecidedEvent & { readonly decision: Decision | undefined; readonly by: string | undefined }

const mostShown = 10

/** Adds to each event the decision that ended its step, and the name of who made it. */
const withDecisions = async (
  events: readonly DecidedEvent[],
  kind: Decision['decision'],
  context: PageContext,
): Promise<Row[]> => {
  const found = await Promise.all(
    events.map(({ _id: eventId }) => call(context, 'approvals', 'getApproval', { eventId })),
  )
  const decisions = found.map((result) =>
    result.ok ? result.value.decisions.findLast(({ decision }) => decision === kind) : undefined,
  )
  const ids = [...new Set(decisions.flatMap((one) => one?.userId ?? []))]
  const people =
    ids.length > 0 ? await call(context, 'users', 'getUsers', { userIds: JSON.stringify(ids) }) : undefined
  const names = new Map(people?.ok ? people.value.users.map(({ _id, name }) => [_id, name]) : [])
  return events.map((event, at) => {
    const decision = decisions[at]
    return { ...event, decision, by: decision && names.get(decision.userId) }
  })
}

const filters = [
  ['', msg('Approved')],
  ['rejected', msg('Rejected')],
] as const

/** Events that the reader's roles approved or rejected; for administrators those of every role. */
export const decidedPart: PartOf = async ({ query, zone }, context) => {
  const isRejected = query.filter === 'rejected'
  const page = { limit: String(mostShown), cursor: query.cursor }
  const result = isRejected
    ? await call(context, 'approvals', 'listRejectedForRole', page)
    : await call(context, 'approvals', 'listApprovedByRole', page)
  if (!result.ok) return result
  const { events, nextCursor } = result.value
  const rows = await withDecisions(events, isRejected ? 'rejected' : 'approved', context)
  const table = dataTable<Row>({
    caption: isRejected ? t('Rejected events') : t('Approved events'),
    address: partPath('decided'),
    values: { filter: query.filter },
    filters: [{ name: 'filter', label: t('Decision'), choices: translateChoices(filters) }],
    rows,
    empty: isRejected
      ? [t('Nothing rejected'), t('Events that you or others rejected appear here.')]
      : [t('Nothing approved yet'), t('Events that you or others approved appear here.')],
    columns: [
      {
        key: 'name',
        label: t('Event'),
        cell: ({ _id: id, name, decision }): Html =>
          html`<a href="/event/${id}"><bdi>${name}</bdi></a>${decision?.reason ? html`<br><span class="soft" dir="auto">${decision.reason}</span>` : ''}`,
      },
      { key: 'host', label: t('Host'), cell: ({ hostName }) => html`<bdi>${hostName}</bdi>` },
      {
        key: 'by',
        label: t('Decided by'),
        cell: ({ by, pendingStepRoleName: role }) =>
          html`${by === undefined ? '' : html`<bdi>${by}</bdi> `}<span class="soft">${t('as {role}', { role: html`<bdi>${roleWords(role)}</bdi>` })}</span>`,
      },
      {
        key: 'decided',
        label: t('Decided on'),
        cell: ({ decision, since }) => moment(decision?.at ?? since, zone),
      },
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
