import { call, type PageContext } from '../call.ts'
import {
  atQuestionFields,
  builderFields,
  builderNames,
  builderValues,
  questionsSent,
} from '../form/builder.ts'
import { type Filled, field, hidden, refusedForm, textArea } from '../layout/forms.ts'
import { confirmedMenuAction, html, menu } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import type { Done, FormInput } from './change.ts'
import { dashboardPath, type PartOf } from './dashboard.ts'

const firstTitle = msg('Membership form')

/** The questions that people answer when they join or apply. */
export const joinFormPart: PartOf = async ({ name, path, club }, _, filled, context) => {
  const found = await call(context, 'organizations', 'getOrganizationByName', { name })
  if (!found.ok) return found
  const { memberForm: form } = found.value.overview
  const values: Filled['values'] = form
    ? { title: form.title, description: form.description, ...builderValues(form.questions) }
    : { title: t(firstTitle) }
  const own: Filled = filled.values.do === 'join-form' ? filled : { values }
  const isOther = filled.values.do !== 'join-form'
  const remove = form
    ? menu(
        [
          confirmedMenuAction(path, {
            text: t('Remove form'),
            consequence: t(
              '{name} is deleted, and people join or apply without questions. This cannot be undone.',
              { name: html`<bdi>${form.title}</bdi>` },
            ),
            carried: { do: 'join-none' },
            label: form.title,
          }),
        ],
        t('More actions for the membership form'),
      )
    : ''
  const when = club?.requireApprovalForJoin
    ? t('You read the answers under {applications} and decide who joins.', {
        applications: html`<a href="${dashboardPath(path, 'applications')}">${t('Applications')}</a>`,
      })
    : t('People join at once after they answer. To read the answers first, require approval on the {page}.', {
        page: html`<a href="${dashboardPath(path, 'page')}">${t('club page')}</a>`,
      })
  const titleField = field(own, { name: 'title', label: t('Title'), longest: 200 })
  const descriptionField = textArea(own, {
    name: 'description',
    label: t('Introduction'),
    longest: 2000,
    optional: true,
  })
  return html`${isOther ? refusedForm(filled, []) : ''}<form class="stack" method="post" action="${path}"><div class="row between"><h2>${t('Questions for new members')}</h2></div><p class="soft">${when}</p>${hidden('do', 'join-form')}${refusedForm(own, ['title', 'description', ...builderNames(own.values)])}<div class="card">${titleField}${descriptionField}</div>${builderFields(own)}<button class="btn">${t('Save form')}</button></form>${remove}`
}

/** Saves the membership form, or removes it: then people join without questions. */
export const changeJoinForm = async (input: FormInput, context: PageContext): Promise<Done> => {
  const { orgId, title = '', description = '' } = input
  const part = 'join-form'
  if (input.do === 'join-none') {
    const result = await call(context, 'organizations', 'editOrganization', { orgId, memberForm: null })
    return { part, done: 'removed', result }
  }
  const memberForm = { title, description, questions: questionsSent(input) }
  const result = await call(context, 'organizations', 'editOrganization', { orgId, memberForm })
  if (result.ok) return { part, done: 'join-form-saved', result }
  return { part, done: '', result: { ok: false, refusal: atQuestionFields(result.refusal, input) } }
}
