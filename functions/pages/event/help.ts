import { type Answer, type CallResult, call, type PageContext } from '../call.ts'
import { spanOf } from '../layout/dates.ts'
import { actionButton, type ButtonCss, confirmedAction, type Html, html, listed } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { EventPage } from './event.ts'
import type { MorePart } from './more.ts'

type OpenJob = Answer<'jobs', 'listOpenJobs'>['roles'][number]

const tag = (tone: string, text: string): Html => html`<span class="tag ${tone}">${text}</span>`

/** The reader's place in a job, and what they can do about it. */
const ownState = (job: OpenJob, path: string): Html => {
  const { _id, name, assignment, signup, filledCount, requiredCount } = job
  if (assignment) {
    const answer = (text: string, what: string, css: ButtonCss): Html =>
      actionButton(path, text, { do: what, assignment: assignment._id }, { css, label: name })
    if (assignment.status === 'confirmed')
      return html`${tag('good', t('You help here'))}${confirmedAction(path, { text: t('Give up job'), consequence: t('The organizers see that you are not coming and can ask somebody else. Until then you can change your mind.'), button: t('Yes, give it up'), carried: { do: 'decline-job', assignment: assignment._id }, label: name })}`
    if (assignment.status === 'declined')
      return html`${tag('', t('You declined'))}${answer(t('I can help'), 'confirm-job', 'plain small')}`
    return html`${answer(t('Confirm'), 'confirm-job', 'small')}${answer(t('Decline'), 'decline-job', 'plain small')}`
  }
  if (signup?.status === 'pending')
    return html`${tag('warn', t('Waiting for the organizers'))}${actionButton(path, t('Withdraw'), { do: 'withdraw-help', signup: signup._id }, { css: 'plain small', label: name })}`
  if (signup?.status === 'rejected') return tag('', t('Not needed this time'))
  return filledCount >= requiredCount
    ? tag('', t('All places filled'))
    : actionButton(
        path,
        t('Offer to help'),
        { do: 'offer-help', job: _id },
        { css: 'plain small', label: name },
      )
}

const jobRow = (job: OpenJob, event: EventPage): Html => {
  const { name, description, shiftStart, shiftEnd, filledCount, requiredCount } = job
  const count = t('{filled, number} of {required, plural, one {# person} other {# people}}', {
    filled: filledCount,
    required: requiredCount,
  })
  return html`<li><div class="stack-s"><h3><bdi>${name}</bdi></h3><p class="soft">${spanOf(shiftStart, shiftEnd, event.timezone)} &middot; <span class="num">${count}</span></p>${description ? html`<p dir="auto">${description}</p>` : ''}</div><div class="row">${ownState(job, `/event/${event._id}`)}</div></li>`
}

/** Jobs at an event that the reader may do. */
export const helpPart: MorePart = async (event, _, context) => {
  const found = await call(context, 'jobs', 'listOpenJobs', {
    orgId: event.hostingId._id,
    eventId: event._id,
  })
  if (!found.ok) return found
  const { roles: jobs } = found.value
  return listed(
    jobs.map((job) => jobRow(job, event)),
    [
      html`<h3>${t('No help needed')}</h3>`,
      t('When the organizers look for volunteers, their jobs are listed here.'),
    ],
  )
}

type HelpForm = Readonly<Record<string, string | undefined>> & {
  readonly do: string
  readonly eventId: string
}

/** Offers to do a job, withdraws the offer, or answers an assignment. */
export const changeHelp = async (
  form: HelpForm,
  event: EventPage,
  context: PageContext,
): Promise<{ readonly result: CallResult<unknown>; readonly done: string }> => {
  const scope = { orgId: event.hostingId._id, eventId: form.eventId }
  const { job = '', signup = '', assignment = '' } = form
  if (form.do === 'offer-help')
    return {
      result: await call(context, 'jobs', 'createVolunteerSignup', { ...scope, roleId: job }),
      done: 'help-offered',
    }
  if (form.do === 'withdraw-help')
    return {
      result: await call(context, 'jobs', 'decideVolunteerSignup', {
        ...scope,
        signupId: signup,
        status: 'cancelled',
      }),
      done: 'help-withdrawn',
    }
  const status = form.do === 'confirm-job' ? 'confirmed' : 'declined'
  return {
    result: await call(context, 'jobs', 'updateAssignment', { ...scope, assignmentId: assignment, status }),
    done: status === 'confirmed' ? 'accepted' : 'declined',
  }
}
