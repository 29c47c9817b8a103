import { type Answer, call, notFoundRefusal, type PageContext } from '../call.ts'
import { spanOf } from '../layout/dates.ts'
import { type Filled, hidden, refusedForm } from '../layout/forms.ts'
import { confirmedMenuAction, menu, menuAction } from '../layout/menu.ts'
import { actionButton, face, type Html, html, listed, nextPageLink } from '../layout/page.ts'
import { t } from '../locale.ts'
import {
  assignmentTag,
  atJobFields,
  jobControls,
  jobFields,
  jobIn,
  jobValues,
  savedJob,
} from './job-fields.ts'
import type { ManagedEvent, PartQuery, PartView, SendForm } from './parts.ts'

type Assignment = Answer<'jobs', 'listAssignments'>['assignments'][number]

const assignmentRow = (assignment: Assignment, jobId: string, { event, path }: ManagedEvent): Html => {
  const { _id, member, status, shiftStart, shiftEnd } = assignment
  const name = member?.name ?? t('Former student')
  const carried = { id: jobId, assignment: _id }
  const confirm = () =>
    menuAction(path, t('Mark as confirmed'), { do: 'jobs-confirm', ...carried }, { label: name })
  const remove = confirmedMenuAction(path, {
    text: t('Remove from this job'),
    consequence: t('{name} no longer has this job. You can assign them again.', {
      name: html`<bdi>${name}</bdi>`,
    }),
    carried: { do: 'jobs-unassign', ...carried },
    label: name,
  })
  return html`<li>${face(name, member?.picture)}<div class="stack-s"><h3><bdi>${name}</bdi></h3><p class="soft">${spanOf(shiftStart, shiftEnd, event.timezone)}</p></div><div class="row">${assignmentTag(status)}${menu(
    [status === 'confirmed' ? '' : confirm(), remove],
    t('More actions for {name}', { name }),
  )}</div></li>`
}

/** Members of the club by the beginning of a name, each with a button that assigns them. */
const assigning = async (
  managed: ManagedEvent,
  jobId: string,
  search: string,
  assigned: ReadonlySet<string>,
  context: PageContext,
): Promise<Html> => {
  const { orgId, path } = managed
  const found = await call(context, 'members', 'listOrgMembers', {
    orgId,
    limit: '20',
    ...(search === '' ? {} : { search }),
  })
  const members = found.ok ? found.value.members : []
  const free = members.filter(({ user_id: { _id } }) => !assigned.has(_id))
  return html`<section class="card stack"><h2>${t('Assign people')}</h2><form class="find" role="search" action="${path}">${hidden('part', 'jobs')}${hidden('id', jobId)}<label class="vh" for="search">${t('Name of a member')}</label><input id="search" name="search" type="search" value="${search}" placeholder="${t('Name of a member')}" maxlength="100" dir="auto"><button class="btn plain">${t('Find')}</button></form>${listed(
    free.map(
      ({ user_id: { _id, name, picture } }) =>
        html`<li>${face(name, picture)}<div><bdi>${name}</bdi></div>${actionButton(path, t('Assign'), { do: 'jobs-assign', id: jobId, person: _id }, { css: 'plain small', label: name })}</li>`,
    ),
    [
      t('No member found'),
      t('Only members of the club can be assigned. Others can offer to help on the event page.'),
    ],
    'list lines',
  )}</section>`
}

/** One job: its fields, its people, and members to assign. */
export const jobPage = async (
  managed: ManagedEvent,
  { id = '', search, cursor }: PartQuery,
  filled: Filled,
  context: PageContext,
): Promise<PartView> => {
  const { event, orgId, path } = managed
  const scope = { orgId, eventId: event._id }
  const [jobs, listedPeople] = await Promise.all([
    call(context, 'jobs', 'listEventJobs', scope),
    call(context, 'jobs', 'listAssignments', { ...scope, roleId: id, cursor }),
  ])
  if (!jobs.ok) return jobs
  const { roles } = jobs.value
  const job = roles.find(({ _id }) => _id === id)
  if (!job) return { refusal: notFoundRefusal }
  const { assignments, nextCursor } = listedPeople.ok
    ? listedPeople.value
    : { assignments: [], nextCursor: undefined }
  const isOwn = filled.values.do === 'jobs-edit'
  const own: Filled = isOwn ? filled : { values: jobValues(job, event.timezone) }
  const assigned = new Set(assignments.map(({ memberId }) => memberId))
  const people = await assigning(managed, id, (search ?? '').trim(), assigned, context)
  return html`<p><a href="${path}?part=jobs">${t('All jobs')}</a></p>${isOwn ? '' : refusedForm(filled, [])}<div class="two list-first"><div class="rest stack"><h2><bdi>${job.name}</bdi></h2><p class="soft num">${t('{filled, number} of {required, plural, one {# person} other {# people}}', { filled: job.filledCount, required: job.requiredCount })}</p>${listed(
    assignments.map((assignment) => assignmentRow(assignment, id, managed)),
    [t('Nobody is assigned yet'), t('Assign members, or accept people who offer to help.')],
  )}${nextPageLink(`${path}?part=jobs&id=${encodeURIComponent(id)}`, nextCursor, t('More people'))}</div><aside class="stack">${people}<form class="card stack" method="post" action="${path}"><h2>${t('Edit job')}</h2>${hidden('do', 'jobs-edit')}${hidden('id', id)}${isOwn ? refusedForm(own, jobFields) : ''}${jobControls(own)}<button class="btn">${t('Save job')}</button></form></aside></div>`
}

const edit: SendForm = async (form, managed, context) => {
  const { eventId, id = '' } = form
  const parsed = jobIn(form, managed)
  if ('refused' in parsed) return { result: parsed.refused, done: '' }
  const input = { orgId: managed.orgId, eventId, roleId: id, ...parsed.job }
  return {
    result: atJobFields(await call(context, 'jobs', 'updateEventJob', input)),
    done: savedJob(parsed.job, managed),
    id,
  }
}

/** Forms of one job. */
export const jobForms: Readonly<Record<string, SendForm>> = {
  edit,
  assign: async ({ eventId, id = '', person = '' }, { orgId }, context) => ({
    result: await call(context, 'jobs', 'createAssignment', {
      orgId,
      eventId,
      roleId: id,
      memberId: person,
      status: 'assigned',
    }),
    done: 'helper-assigned',
    id,
  }),
  unassign: async ({ eventId, id, assignment = '' }, { orgId }, context) => ({
    result: await call(context, 'jobs', 'deleteAssignment', { orgId, eventId, assignmentId: assignment }),
    done: 'removed',
    id,
  }),
  confirm: async ({ eventId, id, assignment = '' }, { orgId }, context) => ({
    result: await call(context, 'jobs', 'updateAssignment', {
      orgId,
      eventId,
      assignmentId: assignment,
      status: 'confirmed',
    }),
    done: 'helper-confirmed',
    id,
  }),
}
