import { type Answer, call, type PageContext, readerOf } from '../call.ts'
import { checkbox, type Filled, hidden, refusedForm } from '../layout/forms.ts'
import { bar, confirmedAction, empty, type Html, html } from '../layout/page.ts'
import { pickedIn } from '../layout/table.ts'
import { msg, t } from '../locale.ts'
import { type BoardPlace, boardView, doneColumn, movedIds } from '../tasks/board.ts'
import { atTaskFields, newTaskValues, taskForm, taskIn, taskValues } from '../tasks/form.ts'
import type { EventPart, ManagedEvent, PartView, SendForm, ShowPart } from './parts.ts'

type Readiness = Answer<'tasks', 'getEventReadiness'>

const bands: Readonly<Record<Readiness['band'], readonly [tone: string, text: string]>> = {
  ready: ['good', msg('Ready')],
  on_track: ['good', msg('On track')],
  at_risk: ['warn', msg('Needs attention')],
  not_ready: ['bad', msg('Not ready')],
}

const blockerTexts: Readonly<Record<string, string>> = {
  critical_blocked_tasks: msg('A task that the event needs is blocked.'),
  approvals_pending: msg('The event is not approved yet.'),
  critical_near_deadline: msg(
    'The event starts in less than 72 hours, and tasks that it needs are still open.',
  ),
}

const readinessCard = ({ score, band, blockers, missing }: Readiness): Html => {
  const [tone, text] = bands[band]
  const open = missing.slice(0, 5).map(({ label }) => html`<li><bdi>${label}</bdi></li>`)
  return html`<section class="card stack"><div class="row between"><h2>${t('Readiness')}</h2><span class="tag ${tone}">${t(text)}</span></div>${bar(score, 100)}<p class="soft num">${t('{score, number} of 100, from tasks, approval, jobs, place and registrations', { score: Math.round(score) })}</p>${blockers.map(({ type, label }) => html`<p class="tell warn">${t(blockerTexts[type] ?? label)}</p>`)}${open.length > 0 ? html`<p>${t('Still open and needed:')}</p><ul>${open}</ul>` : ''}</section>`
}

const placeOf = ({ event, path }: ManagedEvent): BoardPlace => ({
  path,
  address: `${path}?part=tasks`,
  prefix: 'tasks-',
  zone: event.timezone,
  hasEvents: false,
})

const scopeOf = ({ event, orgId }: ManagedEvent) => ({ orgId, eventId: event._id })

const dueTexts = {
  before: msg('{count, plural, one {# day before the event.} other {# days before the event.}}'),
  after: msg('{count, plural, one {# day after the event.} other {# days after the event.}}'),
} as const

/** Usual tasks for such an event, to choose from. */
const suggestionsPage = async (managed: ManagedEvent, context: PageContext): Promise<PartView> => {
  const { path } = managed
  const found = await call(context, 'tasks', 'listTaskSuggestions', scopeOf(managed))
  if (!found.ok) return found
  const { suggestions } = found.value
  return html`<p><a href="${path}?part=tasks">${t('All tasks')}</a></p><form class="card stack" method="post" action="${path}"><h2>${t('Suggested tasks')}</h2><p class="soft">${t('Their due dates follow the event if it moves.')}</p>${hidden('do', 'tasks-apply')}${suggestions.map(
    ({ key, title, description, dueRule: { offsetValue, direction } }) =>
      html`<div>${checkbox({ values: { [`pick-${key}`]: 'yes' } }, `pick-${key}`, t(title))}<p class="soft">${description ? `${t(description)} ` : ''}${t(dueTexts[direction ?? 'before'], { count: offsetValue ?? 0 })}</p></div>`,
  )}<button class="btn">${t('Add selected tasks')}</button></form>`
}

const edited = async (
  managed: ManagedEvent,
  id: string,
  filled: Filled,
  context: PageContext,
): Promise<PartView> => {
  const { event, orgId, path } = managed
  const [found, board, listed] = await Promise.all([
    call(context, 'tasks', 'getOrgTask', { orgId, taskId: id }),
    call(context, 'tasks', 'getTaskBoard', { orgId }),
    call(context, 'members', 'listOrgMembers', { orgId, limit: '100' }),
  ])
  if (!found.ok) return found
  if (!board.ok) return board
  const { task } = found.value
  const isOwn = filled.values.do === 'tasks-edit'
  const form = taskForm(isOwn ? filled : { values: taskValues(task, event.timezone) }, {
    path,
    name: 'tasks-edit',
    heading: t('Edit task'),
    button: t('Save task'),
    columns: board.value.statuses,
    members: listed.ok ? listed.value.members : [],
    task,
    zone: event.timezone,
    readerId: readerOf(context),
  })
  return html`<p><a href="${path}?part=tasks">${t('All tasks')}</a></p><div class="medium stack">${isOwn ? '' : refusedForm(filled, [])}${form}${confirmedAction(path, { text: t('Delete task'), consequence: t('{name} will be deleted. This cannot be undone.', { name: html`<bdi>${task.title}</bdi>` }), carried: { do: 'tasks-delete', id }, css: 'bad small', label: task.title })}</div>`
}

const columnPrefix = 'column-'

const show: ShowPart = async (managed, { id = '' }, filled, context) => {
  const { event, orgId, path } = managed
  if (id === 'suggestions') return suggestionsPage(managed, context)
  const only = id.startsWith(columnPrefix) ? id.slice(columnPrefix.length) : undefined
  if (id !== '' && only === undefined) return edited(managed, id, filled, context)
  const [listed, board, readiness, members] = await Promise.all([
    call(context, 'tasks', 'listEventTasks', scopeOf(managed)),
    call(context, 'tasks', 'getTaskBoard', { orgId }),
    call(context, 'tasks', 'getEventReadiness', scopeOf(managed)),
    call(context, 'members', 'listOrgMembers', { orgId, limit: '100' }),
  ])
  if (!listed.ok) return listed
  if (!board.ok) return board
  const { tasks } = listed.value
  const { statuses } = board.value
  const isOwn = filled.values.do === 'tasks-add'
  const suggest = html`<a class="btn plain small" href="${path}?part=tasks&amp;id=suggestions">${t('Add suggested tasks')}</a>`
  const form = taskForm(isOwn ? filled : { values: newTaskValues }, {
    path,
    name: 'tasks-add',
    heading: t('Add a task'),
    button: t('Add task'),
    columns: statuses,
    members: members.ok ? members.value.members : [],
    zone: event.timezone,
    readerId: readerOf(context),
  })
  const all =
    tasks.length === 0
      ? empty(
          t('No tasks yet'),
          t('Add what has to be done before, at and after the event, or start with suggestions.'),
          {
            href: `${path}?part=tasks&id=suggestions`,
            text: t('Add suggested tasks'),
          },
        )
      : html`<div class="row between"><p class="soft num">${t('{count, plural, one {# task} other {# tasks}}', { count: tasks.length })}</p>${suggest}</div>${boardView(statuses, tasks, placeOf(managed), only)}`
  return html`${isOwn ? '' : refusedForm(filled, [])}<div class="two list-first"><div class="rest stack">${all}</div><aside class="stack">${readiness.ok ? readinessCard(readiness.value) : ''}${form}</aside></div>`
}

const add: SendForm = async (form, managed, context) => {
  const parsed = taskIn(form, managed.event.timezone)
  if (parsed.refused) return { result: parsed.refused, done: '' }
  const input = { ...scopeOf(managed), ...parsed.task }
  return { result: atTaskFields(await call(context, 'tasks', 'createEventTask', input)), done: 'task-saved' }
}

const edit: SendForm = async (form, managed, context) => {
  const parsed = taskIn(form, managed.event.timezone)
  if (parsed.refused) return { result: parsed.refused, done: '' }
  const input = { ...scopeOf(managed), taskId: form.id ?? '', ...parsed.task }
  return { result: atTaskFields(await call(context, 'tasks', 'updateEventTask', input)), done: 'task-saved' }
}

const move =
  (by: -1 | 1): SendForm =>
  async ({ id = '' }, managed, context) => {
    const listed = await call(context, 'tasks', 'listEventTasks', scopeOf(managed))
    if (!listed.ok) return { result: listed, done: '' }
    const taskIds = movedIds(listed.value.tasks, id, by).slice(0, 100)
    const result = await call(context, 'tasks', 'orderEventTasks', { ...scopeOf(managed), taskIds })
    return { result, done: 'order-saved' }
  }

const finish: SendForm = async ({ id = '' }, managed, context) => {
  const board = await call(context, 'tasks', 'getTaskBoard', { orgId: managed.orgId })
  if (!board.ok) return { result: board, done: '' }
  const input = { ...scopeOf(managed), taskId: id, status: doneColumn(board.value.statuses) }
  return { result: await call(context, 'tasks', 'updateEventTask', input), done: 'task-done' }
}

const apply: SendForm = async (form, managed, context) => {
  const found = await call(context, 'tasks', 'listTaskSuggestions', scopeOf(managed))
  if (!found.ok) return { result: found, done: '' }
  const picked = new Set(pickedIn(form))
  const suggestions = found.value.suggestions
    .filter(({ key }) => picked.has(key))
    .map(({ key: _, ...suggestion }) => ({
      ...suggestion,
      source: 'template_applied' as const,
      userConfirmed: true,
    }))
  const result = await call(context, 'tasks', 'applyTaskSuggestions', { ...scopeOf(managed), suggestions })
  return { result, done: 'tasks-added' }
}

/** What has to be done for an event, as columns, and how ready it is. */
export const tasksPart: EventPart = {
  show,
  forms: {
    add,
    edit,
    up: move(-1),
    down: move(1),
    done: finish,
    apply,
    delete: async ({ id = '' }, managed, context) => ({
      result: await call(context, 'tasks', 'deleteEventTask', { ...scopeOf(managed), taskId: id }),
      done: 'removed',
    }),
  },
}
