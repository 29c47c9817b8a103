import { type Answer, call, type PageContext } from '../call.ts'
import { momentWords, spanOf } from '../layout/dates.ts'
import { type Filled, hidden, refusedForm } from '../layout/forms.ts'
import { confirmedMenuAction, menu, menuLink } from '../layout/menu.ts'
import { actionButton, bar, empty, face, type Html, html, listed } from '../layout/page.ts'
import { t } from '../locale.ts'
import { jobForms, jobPage } from './job.ts'
import {
  assignmentTag,
  atJobFields,
  isOutside,
  type Job,
  jobControls,
  jobFields,
  jobIn,
  savedJob,
} from './job-fields.ts'
import { templateForms, templatesPage } from './job-templates.ts'
import type { EventPart, ManagedEvent, SendForm, ShowPart } from './parts.ts'
import { outsideTag } from './states.ts'

type Signup = Answer<'jobs', 'listVolunteerSignups'>['signups'][number]

const jobRow = (job: Job, { event, path }: ManagedEvent): Html => {
  const { _id, name, filledCount, requiredCount, openToAll, assignments } = job
  const open = `${path}?part=jobs&id=${encodeURIComponent(_id)}`
  const when =
    job.shiftStart && job.shiftEnd
      ? spanOf(job.shiftStart, job.shiftEnd, event.timezone)
      : t('During the event')
  const count = t('{filled, number} of {required, plural, one {# person} other {# people}}', {
    filled: filledCount,
    required: requiredCount,
  })
  const openNote = openToAll ? html` &middot; ${t('open to everyone')}` : ''
  const assigned = assignments.map(
    ({ memberId: { name: member }, status }) =>
      html`<li>${face(member, undefined)}<bdi>${member}</bdi> ${assignmentTag(status)}</li>`,
  )
  return html`<li><div class="stack-s"><h3><a href="${open}"><bdi>${name}</bdi></a></h3><p class="soft">${when}${openNote}</p>${isOutside(job, event) ? html`<p class="tags">${outsideTag()}</p>` : ''}${bar(filledCount, requiredCount)}<p class="soft num">${count}</p>${assigned.length > 0 ? html`<ul class="people">${assigned}</ul>` : ''}</div><div class="row"><a class="btn plain small" href="${open}&amp;search=" aria-label="${t('Assign people: {name}', { name })}">${t('Assign people')}</a>${menu(
    [
      menuLink(open, t('Edit job')),
      confirmedMenuAction(path, {
        text: t('Delete job and its assignments'),
        consequence: t('{name} is deleted, and nobody is assigned to it any more. This cannot be undone.', {
          name: html`<bdi>${name}</bdi>`,
        }),
        carried: { do: 'jobs-delete', id: _id },
        label: name,
      }),
    ],
    t('More actions for {name}', { name }),
  )}</div></li>`
}

const signupRow = ({ _id, member, roleName, shiftStart }: Signup, { event, path }: ManagedEvent): Html => {
  const name = member?.name ?? t('Former student')
  return html`<li>${face(name, member?.picture)}<div class="stack-s"><h3><bdi>${name}</bdi></h3><p class="soft"><bdi>${roleName ?? t('Job')}</bdi>, ${momentWords(shiftStart, event.timezone)}</p></div><div class="row">${actionButton(path, t('Accept'), { do: 'jobs-approve', id: _id }, { css: 'small', label: name })}${actionButton(path, t('Decline'), { do: 'jobs-reject', id: _id }, { css: 'plain small', label: name })}</div></li>`
}

const signupList = (signups: readonly Signup[], managed: ManagedEvent): Html | string => {
  const pending = signups.filter(({ status }) => status === 'pending')
  return pending.length === 0
    ? ''
    : html`<section class="stack"><h2>${t('{count, plural, one {# person offers to help} other {# people offer to help}}', { count: pending.length })}</h2>${listed(
        pending.map((signup) => signupRow(signup, managed)),
        ['', ''],
      )}</section>`
}

const show: ShowPart = async (managed, query, filled, context) => {
  const { event, orgId, path } = managed
  const { id = '' } = query
  if (id === 'templates') return templatesPage(managed, filled, context)
  const scope = { orgId, eventId: event._id }
  if (id !== '') return jobPage(managed, query, filled, context)
  const [listedJobs, listedSignups, listedTemplates] = await Promise.all([
    call(context, 'jobs', 'listEventJobs', scope),
    call(context, 'jobs', 'listVolunteerSignups', scope),
    call(context, 'jobs', 'listOrgEventRoles', { orgId }),
  ])
  if (!listedJobs.ok) return listedJobs
  const { roles } = listedJobs.value
  const signups = listedSignups.ok ? listedSignups.value.signups : []
  const { roles: templates } = listedTemplates.ok ? listedTemplates.value : { roles: [] }
  const isOwn = filled.values.do === 'jobs-add'
  const own: Filled = isOwn ? filled : { values: { requiredCount: '1' } }
  return html`${isOwn ? '' : refusedForm(filled, [])}<div class="two list-first"><div class="rest stack-l">${signupList(signups, managed)}<section class="stack"><h2>${t('Jobs for volunteers')}</h2><p class="soft">${t('Work at the event that people sign up for. What organizers have to prepare is under {tasks}.', { tasks: html`<a href="${path}?part=tasks">${t('Tasks')}</a>` })}</p>${
    roles.length === 0
      ? empty(
          t('No jobs yet'),
          t(
            'Add the work that needs people, such as set-up or tickets. Students can offer to help on the event page.',
          ),
        )
      : listed(
          roles.map((job) => jobRow(job, managed)),
          ['', ''],
        )
  }</section></div><aside class="stack"><form class="card stack" method="post" action="${path}"><h2>${t('Add a job')}</h2>${hidden('do', 'jobs-add')}${isOwn ? refusedForm(own, jobFields) : ''}${jobControls(own, templates)}<button class="btn">${t('Add job')}</button></form><p><a href="${path}?part=jobs&amp;id=templates">${t('Job templates of the club')}</a></p></aside></div>`
}

const add: SendForm = async (form, managed, context) => {
  const parsed = jobIn(form, managed)
  if ('refused' in parsed) return { result: parsed.refused, done: '' }
  const { orgId } = managed
  const input = { orgId, eventId: form.eventId, orgRoleId: form.template || undefined, ...parsed.job }
  return {
    result: atJobFields(await call(context, 'jobs', 'createEventJob', input)),
    done: savedJob(parsed.job, managed),
  }
}

const decide =
  (status: 'approved' | 'rejected'): SendForm =>
  async ({ eventId, id = '' }, { orgId }, context: PageContext) => ({
    result: await call(context, 'jobs', 'decideVolunteerSignup', { orgId, eventId, signupId: id, status }),
    done: status === 'approved' ? 'helper-accepted' : 'declined',
  })

/** The work of an event: jobs with the people they need, and people who offer to help. */
export const jobsPart: EventPart = {
  show,
  forms: {
    add,
    delete: async ({ eventId, id = '' }, { orgId }, context) => ({
      result: await call(context, 'jobs', 'deleteEventJob', { orgId, eventId, roleId: id }),
      done: 'removed',
    }),
    approve: decide('approved'),
    reject: decide('rejected'),
    ...jobForms,
    ...templateForms,
  },
}
