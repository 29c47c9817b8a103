import type { Answer } from '../call.ts'
import { momentWords } from '../layout/dates.ts'
import { hidden } from '../layout/forms.ts'
import { type Html, html } from '../layout/page.ts'
import { msg, t } from '../locale.ts'

export type Task = Answer<'tasks', 'listOrgTasks'>['tasks'][number]
export type BoardColumn = Answer<'tasks', 'getTaskBoard'>['statuses'][number]

/** The page with the board, and what its forms are called. */
export type BoardPlace = {
  readonly path: string
  /** The address of the board, with its query. */
  readonly address: string
  /** Before the names of forms: `tasks-` for `tasks-done`. */
  readonly prefix: string
  readonly zone: string
  /** Shows the event of each task. */
  readonly hasEvents: boolean
}

/** Tasks that a column shows, so that the page stays small. Its heading leads to all of them. */
const perColumn = 12
const perList = 60

const priorityTags: Readonly<Record<string, readonly [tone: string, text: string]>> = {
  high: ['warn', msg('High priority')],
  critical: ['bad', msg('Urgent')],
}

export const inRank = (tasks: readonly Task[]): Task[] =>
  [...tasks].sort((a, b) => a.boardRank - b.boardRank || (a._id < b._id ? -1 : 1))

const editAddress = ({ address }: BoardPlace, taskId: string): string =>
  `${address}&id=${encodeURIComponent(taskId)}`

const dueText = ({ dueAt, overdue }: Task, zone: string): Html | string => {
  if (dueAt === null) return ''
  return overdue
    ? html`<span class="tag bad">${t('Overdue since {time}', { time: momentWords(dueAt, zone) })}</span>`
    : html`<span class="soft">${t('Due {time}', { time: momentWords(dueAt, zone) })}</span>`
}

const button = (name: string, text: string, label: string, css = 'plain small'): Html =>
  html`<button class="btn ${css}" name="do" value="${name}" aria-label="${label}">${text}</button>`

const card = (task: Task, isOpen: boolean, place: BoardPlace): Html => {
  const { _id, title, ownerUserId, eventId } = task
  const { path, prefix, zone, hasEvents } = place
  const [tone, priority] = priorityTags[task.priority] ?? []
  const event = hasEvents && eventId ? html`<p class="soft clip"><bdi>${eventId.name}</bdi></p>` : ''
  const buttons = html`${isOpen ? button(`${prefix}done`, t('Done'), t('Done: {title}', { title })) : ''}${button(`${prefix}up`, '\u2191', t('Move up: {title}', { title }))}${button(`${prefix}down`, '\u2193', t('Move down: {title}', { title }))}`
  return html`<li class="card stack-s"><h3><a href="${editAddress(place, _id)}"><bdi>${title}</bdi></a></h3>${event}<p class="tags">${priority ? html`<span class="tag ${tone}">${t(priority)}</span>` : ''}${task.effectiveStatus === 'blocked' ? html`<span class="tag bad">${t('Blocked')}</span>` : ''}${dueText(task, zone)}</p><p class="soft">${ownerUserId ? html`<bdi>${ownerUserId.name}</bdi>` : t('Nobody assigned')}</p><form class="row" method="post" action="${path}">${hidden('id', _id)}${buttons}</form></li>`
}

/** The tasks of a board in its columns, or those of one column. */
export const boardView = (
  columns: readonly BoardColumn[],
  tasks: readonly Task[],
  place: BoardPlace,
  only?: string,
): Html => {
  const shown = columns.filter(({ key }) => only === undefined || key === only)
  const limit = only === undefined ? perColumn : perList
  const column = ({ key, label, category }: BoardColumn): Html => {
    const own = inRank(tasks.filter(({ status }) => status === key))
    const isOpen = category === 'backlog' || category === 'active'
    const rest =
      own.length > limit
        ? html`<p><a href="${place.address}&amp;id=column-${key}">${t('All {count, plural, one {# task} other {# tasks}}', { count: own.length })}</a></p>`
        : ''
    return html`<section class="stack"><h2><bdi>${t(label)}</bdi> <span class="soft num">${own.length}</span></h2>${own.length === 0 ? html`<p class="soft">${t('No tasks here.')}</p>` : html`<ul class="stack">${own.slice(0, limit).map((task) => card(task, isOpen, place))}</ul>`}${rest}</section>`
  }
  return html`<div class="board">${shown.map(column)}</div>`
}

/** The ids of a column's tasks after one of them has moved by a place. */
export const movedIds = (tasks: readonly Task[], id: string, by: -1 | 1): string[] => {
  const status = tasks.find(({ _id }) => _id === id)?.status
  const ids = inRank(tasks.filter((task) => task.status === status)).map(({ _id }) => _id)
  const from = ids.indexOf(id)
  const [one, other] = [ids[from], ids[from + by]]
  if (one === undefined || other === undefined) return ids
  return ids.map((own, at) => (at === from ? other : at === from + by ? one : own))
}

/** The column that means done. Every board has one. */
export const doneColumn = (columns: readonly BoardColumn[]): string =>
  columns.find(({ category }) => category === 'done')?.key ?? 'done'
