import { type AreaAction, type PartOf, partPath } from '../admin/admin.ts'
import { type Answer, call, operation, type PageContext } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { type Html, html, nextPageLink, type States, tagged } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { roleWords } from './role-names.ts'

type DecidedEvent = Answer<'approvals', 'listApprovedByRole'>['events'][number]

type Reply = Answer<'approvals', 'getApproval'>
type Decision = Reply['decisions'][number]
type Row = DecidedEvent & {
  readonly decision: Decision | undefined
  readonly by: string | undefined
  /** Undefined where the event is not submitted at present. */
  readonly newest: Reply['instance'] | undefined
}

const mostShown = 10

/** The last decision of a kind on a step. A rejection of one role ends the steps of all. */
const decisionOn = (
  decisions: readonly Decision[],
  kind: Decision['decision'],
  role: string,
): Decision | undefined => {
  const made = decisions.filter(({ decision }) => decision === kind).sort((a, b) => b.at.localeCompare(a.at))
  return made.find((one) => one.role === role) ?? (kind === 'rejected' ? made[0] : undefined)
}

/** Adds to each event the decision that ended its step, and the name of who made it. */
const withDecisions = async (
  events: readonly DecidedEvent[],
  kind: Decision['decision'],
  context: PageContext,
): Promise<Row[]> => {
  const found = await Promise.all(
    events.map(({ _id: eventId, submission }) =>
      call(context, 'approvals', 'getApproval', { eventId, submission: String(submission) }),
    ),
  )
  const replies = found.map((result) => (result.ok ? result.value : undefined))
  const decisions = events.map(({ pendingStepRoleId: role }, at) =>
    decisionOn(replies[at]?.decisions ?? [], kind, role),
  )
  const ids = [...new Set(decisions.flatMap((one) => one?.userId ?? []))]
  const people =
    ids.length > 0 ? await call(context, 'users', 'getUsers', { userIds: JSON.stringify(ids) }) : undefined
  const names = new Map(people?.ok ? people.value.users.map(({ _id, name }) => [_id, name]) : [])
  const nameOf = ({ userId }: Decision): string =>
    names.get(userId) ?? (userId.startsWith('global:') ? t('Platform administrator') : t('Former member'))
  return events.map((event, at) => {
    const decision = decisions[at]
    return { ...event, decision, by: decision && nameOf(decision), newest: replies[at]?.instance }
  })
}

const states: States = {
  pending: ['warn', msg('Waiting for approval')],
  approved: ['good', msg('Approved')],
  rejected: ['bad', msg('Rejected')],
  cancelled: ['', msg('Back with the organizers')],
}
const stateTag = tagged(states)

/** The state of the event now, which may differ from that of the decision. */
const stateNow = ({ newest, submission }: Row): Html =>
  newest === undefined
    ? stateTag('cancelled')
    : html`${stateTag(newest.status)}${newest.submission > submission ? html`<br><small>${t('Submitted again since')}</small>` : ''}`

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
      : [
          t('Nothing approved yet'),
          t('Events that you or others approved appear here.'),
          { href: partPath('waits'), text: t('See approvals') },
        ],
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
      { key: 'now', label: t('Now'), cell: stateNow },
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
