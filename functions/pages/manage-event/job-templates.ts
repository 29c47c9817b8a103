import { type Answer, call, type PageContext } from '../call.ts'
import { type Filled, field, hidden, refusedForm, textArea } from '../layout/forms.ts'
import { collapsible, confirmedAction, type Html, html, listed } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { ManagedEvent, PartView, SendForm } from './parts.ts'

type Template = Answer<'jobs', 'listOrgEventRoles'>['roles'][number]

/** The id of this view in the address. */
const id = 'templates'

/** Field names with the template, because several of these forms are on the page. */
const controls = (filled: Filled): Html =>
  html`${field(filled, { name: 'name', label: t('Job'), longest: 100 })}${textArea(filled, { name: 'description', label: t('What helpers do'), longest: 1000, optional: true })}`

const editing = ({ _id, name, description = '' }: Template, { path }: ManagedEvent): Html =>
  html`<form class="stack" method="post" action="${path}">${hidden('do', 'jobs-retitle')}${hidden('template', _id)}<div class="field"><label for="name-${_id}">${t('Job')}</label><input id="name-${_id}" name="name" value="${name}" maxlength="100" required dir="auto"></div><div class="field"><label for="description-${_id}">${t('What helpers do (optional)')}</label><textarea id="description-${_id}" name="description" dir="auto">${description}</textarea></div><button class="btn plain small">${t('Save template')}</button></form>${confirmedAction(path, { text: t('Delete template'), consequence: t('{name} will be deleted. Jobs that were created from it stay. This cannot be undone.', { name: html`<bdi>${name}</bdi>` }), carried: { do: 'jobs-untemplate', template: _id }, css: 'bad small', label: name })}`

const row = (template: Template, managed: ManagedEvent): Html =>
  html`<li><div class="stack-s"><h3><bdi>${template.name}</bdi></h3>${template.description ? html`<p class="soft clip2" dir="auto">${template.description}</p>` : ''}${collapsible(html`${t('Edit')}<span class="vh"> ${template.name}</span>`, editing(template, managed))}</div></li>`

/** Templates for jobs that the club needs at many events. */
export const templatesPage = async (
  managed: ManagedEvent,
  filled: Filled,
  context: PageContext,
): Promise<PartView> => {
  const { orgId, path } = managed
  const found = await call(context, 'jobs', 'listOrgEventRoles', { orgId })
  if (!found.ok) return found
  const isOwn = filled.values.do === 'jobs-template'
  const own: Filled = isOwn ? filled : { values: {} }
  return html`<p><a href="${path}?part=jobs">${t('All jobs')}</a></p>${isOwn ? '' : refusedForm(filled, [])}<div class="two list-first"><section class="rest stack"><h2>${t('Job templates')}</h2>${listed(
    found.value.roles.map((template) => row(template, managed)),
    [
      t('No job templates'),
      t('Add jobs that the club needs at many events, to pick them when you plan one.'),
    ],
  )}</section><aside><form class="card stack" method="post" action="${path}"><h2>${t('Add a template')}</h2>${hidden('do', 'jobs-template')}${isOwn ? refusedForm(own, ['name', 'description']) : ''}${controls(own)}<button class="btn">${t('Add template')}</button></form></aside></div>`
}

const create: SendForm = async ({ name = '', description }, { orgId }, context) => {
  const result = await call(context, 'jobs', 'createOrgEventRole', {
    orgId,
    name,
    description: description || null,
  })
  if (result.ok || result.refusal.code !== 'EVENT_ROLE_EXISTS')
    return { result, done: 'job-template-saved', id }
  return { result: { ok: false, refusal: { ...result.refusal, field: 'name' } }, done: '', id }
}

/** Forms of the templates. */
export const templateForms: Readonly<Record<string, SendForm>> = {
  template: create,
  retitle: async ({ name, description, template = '' }, { orgId }, context) => ({
    result: await call(context, 'jobs', 'updateOrgEventRole', {
      orgId,
      roleId: template,
      name,
      description: description || null,
    }),
    done: 'job-template-saved',
    id,
  }),
  untemplate: async ({ template = '' }, { orgId }, context) => ({
    result: await call(context, 'jobs', 'deleteOrgEventRole', { orgId, roleId: template }),
    done: 'removed',
    id,
  }),
}
