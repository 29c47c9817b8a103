import { call, type PageContext, pageScope, readerOf, readZone } from '../call.ts'
import type { Done, FormInput } from '../club-dashboard/change.ts'
import type { Desk, Part, PartOf } from '../club-dashboard/dashboard.ts'
import { bigNumbers } from '../layout/chart.ts'
import { type Choice, type Filled, refusedForm, select } from '../layout/forms.ts'
import { confirmedAction, empty, type Html, html } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { t } from '../locale.ts'
import { type BoardPlace, boardView, doneColumn, movedIds, type Task } from './board.ts'
import { columnsPage, saveColumns } from './columns.ts'
import { atTaskFields, newTaskValues, taskForm, taskIn, taskValues } from './form.ts'

const part = 'tasks'
const zoneOf = (context: PageContext): string => pageScope(context).visit.timezone

const placeOf = ({ path }: Desk, context: PageContext): BoardPlace => ({
  path,
  address: `${path}?part=${part}`,
  prefix: 'task-',
  zone: zoneOf(context),
  hasEvents: true,
})

const back = ({ path }: Desk): Html => html`<p><a href="${path}?part=${part}">${t('All tasks')}</a></p>`

const edited = async (desk: Desk, id: string, filled: Filled, context: PageContext): Promise<Part> => {
  const { orgId, path } = desk
  const [found, board, listed] = await Promise.all([
    call(context, 'tasks', 'getOrgTask', { orgId, taskId: id }),
    call(context, 'tasks', 'getTaskBoard', { orgId }),
    call(context, 'members', 'listOrgMembers', { orgId, limit: '100' }),
  ])
  if (!found.ok) return found
  if (!board.ok) return board
  const { task } = found.value
  const zone = zoneOf(context)
  const isOwn = filled.values.do === 'task-edit'
  const form = taskForm(isOwn ? filled : { values: taskValues(task, zone) }, {
    path,
    name: 'task-edit',
    heading: t('Edit task'),
    button: t('Save task'),
    columns: board.value.statuses,
    members: listed.ok ? listed.value.members : [],
    task,
    zone,
    readerId: readerOf(context),
  })
  return html`${back(desk)}<div class="medium stack">${isOwn ? '' : refusedForm(filled, [])}${form}${confirmedAction(path, { text: t('Delete task'), consequence: t('{name} will be deleted. This cannot be undone.', { name: html`<bdi>${task.title}</bdi>` }), carried: { do: 'task-delete', id }, css: 'bad small', label: task.title })}</div>`
}

/** The events of the club with the people who have tasks there. */
const assigneesPage = async (desk: Desk, context: PageContext): Promise<Part> => {
  const { orgId, path } = desk
  const [people, listed] = await Promise.all([
    call(context, 'tasks', 'getTaskAssignees', { orgId }),
    call(context, 'tasks', 'listOrgTasks', { orgId }),
  ])
  if (!people.ok) return people
  if (!listed.ok) return listed
  const names = new Map(
    listed.value.tasks.flatMap(({ eventId }) => (eventId ? [[eventId._id, eventId.name] as const] : [])),
  )
  const rows = Object.entries(people.value.assigneesByEventId).map(([id, all]) => ({ id, all }))
  return html`${back(desk)}${dataTable({
    caption: t('People with tasks'),
    rows,
    empty: [
      t('Nobody has a task yet'),
      t('Assign tasks of events to members.'),
      { href: `${path}?part=${part}`, text: t('All tasks') },
    ],
    columns: [
      {
        key: 'event',
        label: t('Event'),
        cell: ({ id }) =>
          html`<a href="/event/${id}/dashboard?part=tasks"><bdi>${names.get(id) ?? t('Event')}</bdi></a>`,
      },
      {
        key: 'people',
        label: t('People'),
        cell: ({ all }) => html`<bdi>${all.map(({ name }) => name).join(', ')}</bdi>`,
      },
    ],
  })}`
}

const columnPrefix = 'column-'

/** The tasks of a club in columns, with and without an event. */
export const tasksPart: PartOf = async (desk, { id = '' }, filled, context) => {
  const { orgId, path } = desk
  if (id === 'columns') return columnsPage(desk, filled, context)
  if (id === 'people') return assigneesPage(desk, context)
  const only = id.startsWith(columnPrefix) ? id.slice(columnPrefix.length) : undefined
  if (id !== '' && only === undefined) return edited(desk, id, filled, context)
  const [listed, board, members, events] = await Promise.all([
    call(context, 'tasks', 'listOrgTasks', { orgId }),
    call(context, 'tasks', 'getTaskBoard', { orgId }),
    call(context, 'members', 'listOrgMembers', { orgId, limit: '100' }),
    call(context, 'planning', 'listOrgEvents', {
      orgId,
      limit: '50',
      timeRange: 'current',
      sortBy: 'start_time',
    }),
  ])
  if (!listed.ok) return listed
  if (!board.ok) return board
  const { tasks, summary } = listed.value
  const { statuses } = board.value
  const isOwn = filled.values.do === 'task-add'
  const own: Filled = isOwn ? filled : { values: newTaskValues }
  const upcoming = events.ok ? events.value.events.map(({ _id, name }): Choice => [_id, name]) : []
  const form = taskForm(own, {
    path,
    name: 'task-add',
    heading: t('Add a task'),
    button: t('Add task'),
    columns: statuses,
    members: members.ok ? members.value.members : [],
    more: upcoming.length > 0 ? select(own, 'event', t('Event'), [['', t('None')], ...upcoming]) : '',
    zone: zoneOf(context),
    readerId: readerOf(context),
  })
  const links = html`<div class="row"><a class="btn plain small" href="${path}?part=${part}&amp;id=people">${t('People with tasks')}</a><a class="btn plain small" href="${path}?part=${part}&amp;id=columns">${t('Edit columns')}</a></div>`
  const all =
    tasks.length === 0
      ? empty(
          t('No tasks yet'),
          t('Add what the club has to do, with or without an event. Tasks of events appear here too.'),
        )
      : html`${bigNumbers([
          [t('Tasks'), summary.total],
          [t('Overdue tasks'), summary.overdue],
          [t('Blocked tasks'), summary.blocked],
        ])}${boardView(statuses, tasks, placeOf(desk, context), only)}`
  return html`${isOwn ? '' : refusedForm(filled, [])}${links}<div class="two list-first"><div class="rest stack">${all}</div><aside>${form}</aside></div>`
}

type FormAction = (input: FormInput, context: PageContext) => Promise<Omit<Done, 'part'>>

const add: FormAction = async (input, context) => {
  const parsed = taskIn(input, await readZone(context))
  if (parsed.refused) return { result: parsed.refused, done: '' }
  const task = { orgId: input.orgId, eventId: input.event || null, ...parsed.task }
  return { result: atTaskFields(await call(context, 'tasks', 'createOrgTask', task)), done: 'task-saved' }
}

const edit: FormAction = async (input, context) => {
  const { orgId, id = '' } = input
  const parsed = taskIn(input, await readZone(context))
  if (parsed.refused) return { result: parsed.refused, done: '', id }
  const result = atTaskFields(
    await call(context, 'tasks', 'updateOrgTask', { orgId, taskId: id, ...parsed.task }),
  )
  return result.ok ? { result, done: 'task-saved' } : { result, done: '', id }
}

const move =
  (by: -1 | 1): FormAction =>
  async ({ orgId, id = '' }, context) => {
    const listed = await call(context, 'tasks', 'listOrgTasks', { orgId })
    if (!listed.ok) return { result: listed, done: '' }
    const tasks: readonly Task[] = listed.value.tasks
    const taskIds = movedIds(tasks, id, by).slice(0, 100)
    return { result: await call(context, 'tasks', 'orderOrgTasks', { orgId, taskIds }), done: 'order-saved' }
  }

const finish: FormAction = async ({ orgId, id = '' }, context) => {
  const board = await call(context, 'tasks', 'getTaskBoard', { orgId })
  if (!board.ok) return { result: board, done: '' }
  const status = doneColumn(board.value.statuses)
  return {
    result: await call(context, 'tasks', 'updateOrgTask', { orgId, taskId: id, status }),
    done: 'task-done',
  }
}

const forms: Readonly<Record<string, FormAction>> = {
  'task-add': add,
  'task-edit': edit,
  'task-up': move(-1),
  'task-down': move(1),
  'task-done': finish,
  'task-delete': async ({ orgId, id = '' }, context) => ({
    result: await call(context, 'tasks', 'deleteOrgTask', { orgId, taskId: id }),
    done: 'removed',
  }),
  'task-columns': saveColumns,
  'task-columns-reset': saveColumns,
}

/** Changes the tasks of a club by a form of their part. */
export const changeTasks = async (input: FormInput, context: PageContext): Promise<Done> => {
  const run = forms[input.do] ?? add
  return { part, ...(await run(input, context)) }
}
