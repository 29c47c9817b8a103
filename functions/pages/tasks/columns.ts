import { call, type PageContext, type Refusal } from '../call.ts'
import type { Done, FormInput } from '../club-dashboard/change.ts'
import type { Desk, Part } from '../club-dashboard/dashboard.ts'
import { type Choice, type Filled, field, hidden, refusedForm, seenVersion, select } from '../layout/forms.ts'
import { actionButton, html } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'
import type { BoardColumn } from './board.ts'

const mostColumns = 10
const freeColumns = 2
/** The id of this view in the address. */
const id = 'columns'

const meanings: readonly Choice[] = [
  ['backlog', msg('Not begun')],
  ['active', msg('In progress')],
  ['done', msg('Finished')],
  ['cancelled', msg('Called off')],
]

const valuesOf = (columns: readonly BoardColumn[]): Filled['values'] =>
  Object.fromEntries(
    columns.flatMap(({ key, label, category }, at) => [
      [`key-${at}`, key],
      [`label-${at}`, label],
      [`category-${at}`, category],
    ]),
  )

/** The columns of the club's task board, and empty ones for more. */
export const columnsPage = async (
  { orgId, path }: Desk,
  filled: Filled,
  context: PageContext,
): Promise<Part> => {
  const found = await call(context, 'tasks', 'getTaskBoard', { orgId })
  if (!found.ok) return found
  const { statuses, version } = found.value
  const isOutdated = filled.refusal?.code === 'CONCURRENT_CHANGE'
  const isOwn = filled.values.do === 'task-columns' && !isOutdated
  const own: Filled = isOwn ? filled : { values: { ...valuesOf(statuses), version: String(version) } }
  const count = Math.min(mostColumns, statuses.length + freeColumns)
  const columns = Array.from({ length: count }, (_, at) => {
    const columnFields = [
      field(own, { name: `label-${at}`, label: t('Name'), longest: 64, optional: true }),
      select(own, `category-${at}`, t('Tasks here are'), translateChoices(meanings)),
    ]
    return html`<fieldset><legend>${t('Column {number}', { number: at + 1 })}</legend>${hidden(`key-${at}`, own.values[`key-${at}`] ?? '')}<div class="pair">${columnFields}</div></fieldset>`
  })
  return html`<p><a href="${path}?part=tasks">${t('All tasks')}</a></p><div class="medium stack"><form class="card stack" method="post" action="${path}"><h2>${t('Columns')}</h2><p class="soft">${t('Clear the name of a column to remove it. A column with tasks cannot be removed.')}</p>${hidden('do', 'task-columns')}${hidden('version', own.values.version ?? '')}${refusedForm(filled, [])}${columns}<button class="btn">${t('Save columns')}</button></form>${actionButton(path, t('Restore the three usual columns'), { do: 'task-columns-reset', version: String(version) }, { css: 'plain small' })}</div>`
}

/** A key for a new column, from its name. */
const keyOf = (label: string, at: number): string => {
  const text = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 30)
  return text === '' ? `column_${at + 1}` : text
}

/** Refusals that name the API's categories, in the words of the form. */
const inPageWords = (refusal: Refusal): Refusal => {
  const { message } = refusal
  if (message.includes('category "done"'))
    return { ...refusal, message: t('One column must be for tasks that are done.') }
  if (message.includes('backlog or active'))
    return { ...refusal, message: t('One column must be for tasks that are not begun or in progress.') }
  return message.startsWith('Duplicate key')
    ? { ...refusal, message: t('Two columns have the same name. Choose another name for one of them.') }
    : refusal
}

export const saveColumns = async (input: FormInput, context: PageContext): Promise<Omit<Done, 'part'>> => {
  const { orgId } = input
  const isReset = input.do === 'task-columns-reset'
  const statuses = Array.from({ length: mostColumns }, (_, at) => at).flatMap((at) => {
    const label = input[`label-${at}`]?.trim() ?? ''
    if (label === '') return []
    return [
      {
        key: input[`key-${at}`] || keyOf(label, at),
        label,
        category: input[`category-${at}`] ?? '',
        order: at,
      },
    ]
  })
  const version = seenVersion(input)
  const columns = isReset ? { orgId, reset: true, version } : { orgId, statuses, version }
  const result = await call(context, 'tasks', 'saveTaskBoard', columns)
  return {
    result: result.ok ? result : { ok: false, refusal: inPageWords(result.refusal) },
    done: 'columns-saved',
    id,
  }
}
