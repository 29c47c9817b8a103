import { momentOf } from '../../../lib/zones.ts'
import { type Answer, type CallResult, refusalOf } from '../call.ts'
import { wallOf } from '../layout/dates.ts'
import {
  type Choice,
  checkbox,
  type Filled,
  field,
  hidden,
  refusedForm,
  select,
  textArea,
} from '../layout/forms.ts'
import { type Html, html } from '../layout/page.ts'
import { currentLocale, msg, t, translateChoices } from '../locale.ts'
import type { BoardColumn, Task } from './board.ts'

type Member = Answer<'members', 'listOrgMembers'>['members'][number]
type Form = Readonly<Record<string, string | undefined>>

const priorities: readonly Choice[] = [
  ['low', msg('Low')],
  ['medium', msg('Normal')],
  ['high', msg('High')],
  ['critical', msg('Urgent')],
]

export const taskFields = ['title', 'description', 'due', 'owner'] as const

/** The fields of a task that exists, as the form shows them. */
export const taskValues = (task: Task, zone: string): Filled['values'] => ({
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  owner: task.ownerUserId?._id ?? '',
  due: task.dueAt ? wallOf(task.dueAt, zone) : '',
  ...(task.isCritical ? { critical: 'yes' } : {}),
})

export const newTaskValues: Filled['values'] = { priority: 'medium' }

type FormLook = {
  readonly path: string
  readonly name: string
  readonly heading: string
  readonly button: string
  readonly columns: readonly BoardColumn[]
  readonly members: readonly Member[]
  /** Of an existing task: who has it now, also if they are not in the list of members. */
  readonly task?: Task
  /** Above the fields, such as a choice of the event. */
  readonly more?: Html | string
  readonly zone: string
  readonly readerId: string
}

/** By name, the reader first. */
const ownersOf = ({ members, task, readerId }: FormLook): Choice[] => {
  const people = new Map(members.map(({ user_id: { _id, name } }) => [_id, name]))
  if (task?.ownerUserId) people.set(task.ownerUserId._id, task.ownerUserId.name)
  const { language } = currentLocale()
  const rank = (id: string): number => (id === readerId ? 0 : 1)
  const sorted = [...people].sort(
    ([id, name], [otherId, other]) => rank(id) - rank(otherId) || name.localeCompare(other, language),
  )
  return [['', t('Nobody yet')], ...sorted]
}

/** The form of a new task, or of one that exists. */
export const taskForm = (filled: Filled, look: FormLook): Html => {
  const { path, name, heading, button, columns, task, more = '', zone } = look
  const stages = columns.map(({ key, label }): Choice => [key, t(label)])
  const before = task?.dueAt ? wallOf(task.dueAt, zone) : ''
  const ownerFields = [
    select(filled, 'owner', t('Assigned to'), ownersOf(look)),
    field(filled, { name: 'due', label: t('Due'), type: 'datetime-local', optional: true }),
  ]
  const statusFields = [
    select(filled, 'status', t('Status'), stages),
    select(filled, 'priority', t('Priority'), translateChoices(priorities)),
  ]
  return html`<form class="card stack" method="post" action="${path}"><h2>${heading}</h2>${hidden('do', name)}${task ? html`${hidden('id', task._id)}${hidden('due-before', before)}` : ''}${refusedForm(filled, taskFields)}${field(filled, { name: 'title', label: t('Task'), longest: 180 })}${more}${textArea(filled, { name: 'description', label: t('Details'), longest: 5000, optional: true })}<div class="pair">${ownerFields}</div><div class="pair">${statusFields}</div>${checkbox(filled, 'critical', t('The event cannot take place without it'))}<button class="btn">${button}</button></form>`
}

/** The fields of the form for operations. A due time that was not changed keeps its rule. */
export const taskIn = (form: Form, zone: string) => {
  const { due = '', title = '', priority, owner = '', description = '', status } = form
  const dueAt = due === '' ? null : momentOf(due, zone)
  const isSame = due === (form['due-before'] ?? undefined)
  if (dueAt === undefined && !isSame) {
    const message = t('Enter a date and a time that exist.')
    const refused: CallResult<never> = { ok: false, refusal: refusalOf(400, { field: 'due', message }) }
    return { refused }
  }
  const task = {
    title,
    description,
    status: status || undefined,
    priority: (['low', 'medium', 'high', 'critical'] as const).find((one) => one === priority),
    ownerUserId: owner || null,
    isCritical: form.critical === 'yes',
    ...(isSame ? {} : { dueAt }),
  }
  return { task }
}

/** Refusals at the fields of the form. */
export const atTaskFields = (result: CallResult<unknown>): CallResult<unknown> => {
  if (result.ok || result.refusal.field !== undefined) return result
  const fields: Readonly<Record<string, readonly [field: string, message: string]>> = {
    TASK_TITLE_REQUIRED: ['title', msg('Enter a title for the task.')],
    INVALID_DUE_DATE: ['due', msg('Enter a date and a time that exist.')],
    OWNER_NOT_A_MEMBER: ['owner', msg('This person is no longer an active member. Choose another person.')],
  }
  const found = fields[result.refusal.code ?? '']
  if (found === undefined) return result
  const [name, message] = found
  return { ok: false, refusal: { ...result.refusal, field: name, message: t(message) } }
}
