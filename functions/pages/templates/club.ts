import { momentOf } from '../../../lib/zones.ts'
import {
  type Answer,
  call,
  notFoundRefusal,
  type PageContext,
  pageScope,
  readZone,
  refusalOf,
} from '../call.ts'
import type { Done, FormInput } from '../club-dashboard/change.ts'
import type { Desk, Part, PartOf } from '../club-dashboard/dashboard.ts'
import { type FormInput as EventInput, withEnd } from '../event-form/submission.ts'
import { momentWords } from '../layout/dates.ts'
import { type Filled, field, hidden, refusedForm, textArea } from '../layout/forms.ts'
import { menu, menuLink } from '../layout/menu.ts'
import { confirmedMenuAction, type Html, html, nextPageLink } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { t } from '../locale.ts'

type Template = Answer<'planning', 'listEventTemplates'>['data'][number]

const part = 'templates'
const zoneOf = (context: PageContext): string => pageScope(context).visit.timezone
const listTemplates = (context: PageContext, orgId: string, cursor?: string) =>
  call(context, 'planning', 'listEventTemplates', { orgId, limit: '50', cursor })

const textOf = ({ templateData }: Template, name: string): string => {
  const value = templateData[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** One template: an event from it, and its fields. */
const editor = ({ path }: Desk, template: Template, filled: Filled): Html => {
  const { _id, name, description } = template
  const isUse = filled.values.do === 'template-use'
  const isEdit = filled.values.do === 'template-edit'
  const use: Filled = isUse ? filled : { values: {} }
  const edit: Filled = isEdit
    ? filled
    : {
        values: {
          name,
          description,
          location: textOf(template, 'location'),
          expectedAttendance: textOf(template, 'expectedAttendance'),
          text: textOf(template, 'description'),
        },
      }
  const startField = field(use, { name: 'start', label: t('Starts'), type: 'datetime-local' })
  const endField = field(use, {
    name: 'end',
    label: t('Ends'),
    type: 'datetime-local',
    optional: true,
    hint: t('If empty, one hour after the start'),
  })
  const nameField = field(edit, { name: 'name', label: t('Name of the template'), longest: 120 })
  const descriptionField = textArea(edit, {
    name: 'description',
    label: t('When to use it'),
    longest: 2000,
    optional: true,
  })
  const locationField = field(edit, { name: 'location', label: t('Where'), longest: 300, optional: true })
  const expectedAttendanceField = field(edit, {
    name: 'expectedAttendance',
    label: t('Expected attendance'),
    inputmode: 'numeric',
    longest: 5,
    optional: true,
  })
  const textField = textArea(edit, {
    name: 'text',
    label: t('Description of the event'),
    longest: 10_000,
    optional: true,
  })
  const heading = t('New event from {template}', { template: html`<bdi>${name}</bdi>` })
  const about = t('You get a draft, which you can change before you submit it.')
  const refusedUse = isUse ? refusedForm(use, ['start', 'end']) : ''
  const useForm = html`<form class="rest card stack" method="post" action="${path}"><h2>${heading}</h2><p class="soft">${about}</p>${hidden('do', 'template-use')}${hidden('id', _id)}${refusedUse}<div class="pair">${startField}${endField}</div><button class="btn">${t('Create draft')}</button></form>`
  const refusedEdit = isEdit
    ? refusedForm(edit, ['name', 'description', 'location', 'expectedAttendance'])
    : ''
  const editFields = html`${nameField}${descriptionField}${locationField}${expectedAttendanceField}${textField}`
  const editForm = html`<form class="card stack" method="post" action="${path}"><h2>${t('Edit template')}</h2>${hidden('do', 'template-edit')}${hidden('id', _id)}${refusedEdit}${editFields}<button class="btn plain">${t('Save template')}</button></form>`
  return html`<p><a href="${path}?part=${part}">${t('All templates')}</a></p><div class="two list-first">${useForm}<aside>${editForm}</aside></div>`
}

const table = (desk: Desk, templates: readonly Template[], context: PageContext): Html => {
  const { path } = desk
  const open = (id: string): string => `${path}?part=${part}&id=${encodeURIComponent(id)}`
  return dataTable({
    caption: t('Event templates'),
    rows: templates,
    empty: [
      t('No templates yet'),
      t('Open an event that you repeat, and choose "Save as a template" under Settings.'),
      { href: `${path}?part=events`, text: t('Events of the club') },
    ],
    columns: [
      {
        key: 'name',
        label: t('Template'),
        cell: ({ _id, name, description }) =>
          html`<a href="${open(_id)}"><bdi>${name}</bdi></a>${description ? html`<br><span class="soft" dir="auto">${description.slice(0, 120)}</span>` : ''}`,
      },
      {
        key: 'used',
        label: t('Used'),
        cell: ({ usageCount, lastUsed }) =>
          lastUsed
            ? t('{count, plural, one {# time} other {# times}}, last {when}', {
                count: usageCount,
                when: momentWords(lastUsed, zoneOf(context)),
              })
            : t('Not yet'),
      },
      {
        key: 'actions',
        label: t('Actions'),
        isHidden: true,
        cell: ({ _id, name }) =>
          html`<div class="row"><a class="btn plain small" href="${open(_id)}" aria-label="${t('Use template: {name}', { name })}">${t('Use template')}</a>${menu(
            [
              menuLink(open(_id), t('Edit template')),
              confirmedMenuAction(path, {
                text: t('Delete template'),
                consequence: t(
                  '{name} will be deleted. Events that were created from it stay. This cannot be undone.',
                  { name: html`<bdi>${name}</bdi>` },
                ),
                carried: { do: 'template-delete', id: _id },
                label: name,
              }),
            ],
            t('More actions for {name}', { name }),
          )}</div>`,
      },
    ],
  })
}

/** Templates for events that a club repeats. */
export const templatesPart: PartOf = async (desk, { id, cursor }, filled, context): Promise<Part> => {
  const found = await listTemplates(context, desk.orgId, id ? undefined : cursor)
  if (!found.ok) return found
  const { data: templates, nextCursor } = found.value
  if (id === undefined)
    return html`${refusedForm(filled, [])}<h2>${t('Event templates')}</h2>${table(desk, templates, context)}${nextPageLink(`${desk.path}?part=${part}`, nextCursor, t('More templates'))}`
  const template = templates.find(({ _id }) => _id === id)
  return template ? editor(desk, template, filled) : { refusal: notFoundRefusal }
}

type FormAction = (input: FormInput, context: PageContext) => Promise<Omit<Done, 'part'>>

/** Creates a draft from a template, and leads to it. */
const use: FormAction = async (input, context) => {
  const { orgId, id = '', start = '' } = input
  const { end_time: end = '' } = withEnd<EventInput>({ start_time: start, end_time: input.end })
  const zone = await readZone(context)
  const [startTime, endTime] = [momentOf(start, zone), momentOf(end, zone)]
  const wrong = startTime === undefined ? 'start' : endTime === undefined || endTime <= startTime ? 'end' : ''
  if (wrong !== '') {
    const message =
      wrong === 'start' ? t('Enter a date and a time that exist.') : t('Enter an end after the start.')
    return { result: { ok: false, refusal: refusalOf(400, { field: wrong, message }) }, done: '', id }
  }
  const result = await call(context, 'planning', 'createEventFromTemplate', {
    orgId,
    templateId: id,
    startTime,
    endTime,
    customizations: { asDraft: true },
  })
  if (!result.ok) return { result, done: '', id }
  return { result, done: 'draft-created', to: `/create-event?event=${result.value._id}` }
}

const edit: FormAction = async (input, context) => {
  const { orgId, id = '', name, description = '', location, expectedAttendance, text } = input
  const result = await call(context, 'planning', 'updateEventTemplate', {
    orgId,
    templateId: id,
    name,
    description,
    templateData: {
      ...(location ? { location } : {}),
      ...(expectedAttendance ? { expectedAttendance: Number(expectedAttendance) } : {}),
      ...(text ? { description: text } : {}),
    },
  })
  if (result.ok) return { result, done: 'template-changed', id }
  const details = result.refusal.details.map((one) => ({
    ...one,
    field: one.field.replace(/^templateData\./, ''),
  }))
  return { result: { ok: false, refusal: { ...result.refusal, details } }, done: '', id }
}

const forms: Readonly<Record<string, FormAction>> = {
  'template-use': use,
  'template-edit': edit,
  'template-delete': async ({ orgId, id = '' }, context) => ({
    result: await call(context, 'planning', 'deleteEventTemplate', { orgId, templateId: id }),
    done: 'removed',
  }),
}

/** Changes the templates of a club by a form of their part. */
export const changeTemplates = async (input: FormInput, context: PageContext): Promise<Done> => {
  const run = forms[input.do] ?? edit
  return { part, ...(await run(input, context)) }
}
