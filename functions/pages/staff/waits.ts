import { type Answer, ask, type PageContext } from '../ask.ts'
import { commentsOf, stepsOf } from '../keep/approval.ts'
import { moment } from '../layout/dates.ts'
import { type Filled, hidden } from '../layout/forms.ts'
import { empty, further, type Html, html } from '../layout/page.ts'
import { byQuestion, questionFields } from '../layout/questions.ts'
import { type PartOf, staffPath } from './staff.ts'

type Waiting = Answer<'approvals', 'listWaitingOnMe'>['events'][number]
type Told = Answer<'approvals', 'getApproval'>

/** The questions of the step that an event waits at. */
export const questionsAt = (told: Told | undefined, stepId: string | null) =>
  told?.instance.approvals.find(({ _id }) => _id === stepId)?.questions ?? []

const why = ({ stuck, pendingStepRoleName, dueAt }: Waiting, told: Told | undefined, zone: string): Html => {
  const step = told?.instance.approvals.find(({ status }) => status === 'pending')
  if (stuck && step?.escalated)
    return html`<p class="tell warn">Stuck: nobody of <bdi>${pendingStepRoleName}</bdi> can or did decide, so administrators may.</p>`
  if (stuck)
    return html`<p class="tell warn">Stuck: <bdi>${pendingStepRoleName}</bdi> should have decided until ${moment(dueAt, zone)}.</p>`
  return html`<p class="soft">For <bdi>${pendingStepRoleName}</bdi>, until ${moment(dueAt, zone)}</p>`
}

const decision = (event: Waiting, told: Told | undefined, filled: Filled, alone: boolean): Html => {
  const questions = questionsAt(told, event.stepId) as Parameters<typeof questionFields>[0]
  if (questions.length > 0 && !alone)
    return html`<a class="btn" href="${staffPath}?part=waits&amp;id=${event._id}">Answer and decide<span class="vh">: ${event.name}</span></a>`
  const own: Filled = filled.values.event === event._id ? filled : { values: {} }
  const answers: Filled = {
    values: own.values,
    refusal: own.refusal && byQuestion(own.refusal, questions),
  }
  const say = `say-${event._id}`
  return html`<form class="stack" method="post" action="${staffPath}">${hidden('event', event._id)}${event.stepId ? hidden('step', event.stepId) : ''}${questionFields(questions, answers)}<div class="field"><label for="${say}">What you say to it<span class="vh">: ${event.name}</span></label><textarea class="few" id="${say}" name="comment" maxlength="1000" dir="auto">${own.values.comment ?? ''}</textarea></div><div class="row"><button class="btn" name="do" value="approve" aria-label="Approve: ${event.name}">Approve</button><button class="btn plain" name="do" value="changes" aria-label="Ask for changes: ${event.name}">Ask for changes</button><button class="btn bad" name="do" value="reject" aria-label="Reject: ${event.name}">Reject</button></div></form>`
}

const card = (event: Waiting, told: Told | undefined, filled: Filled, zone: string, alone: boolean): Html => {
  const comments = (told?.comments ?? []).map(({ author, ...one }) => ({ ...one, userId: author }))
  return html`<li class="card stack"><header class="stack-s"><h2><a href="/event/${event._id}"><bdi>${event.name}</bdi></a></h2><p class="soft"><bdi>${event.type}</bdi> &middot; ${moment(event.start_time, zone)}${event.location ? html` &middot; <bdi>${event.location}</bdi>` : ''} &middot; <bdi>${event.hostName}</bdi> &middot; ${event.expectedAttendance} people</p></header>${why(event, told, zone)}${told ? html`<details class="more"><summary>All steps<span class="vh"> of ${event.name}</span></summary><div class="stack">${stepsOf(told.instance, zone)}${commentsOf({ comments }, zone)}</div></details>` : ''}${decision(event, told, filled, alone)}</li>`
}

const mostShown = 10

/** What waits for the reader and, for administrators, what is stuck and why; each is decided where it stands. */
export const waitsPart: PartOf = async ({ asked, filled, isStaff, zone }, context: PageContext) => {
  const page = { limit: String(mostShown), cursor: asked.cursor }
  const [mine, stuck] = await Promise.all([
    ask(context, 'approvals', 'listWaitingOnMe', page),
    isStaff ? ask(context, 'approvals', 'listStuckApprovals', { limit: String(mostShown) }) : undefined,
  ])
  if (!mine.ok) return mine
  const both = [...mine.value.events, ...(stuck?.ok ? stuck.value.events : [])]
  const once = both.filter(({ _id }, at) => both.findIndex((other) => other._id === _id) === at)
  const events = asked.id === undefined ? once : once.filter(({ _id }) => _id === asked.id)
  const told = await Promise.all(
    events.map(({ _id }) => ask(context, 'approvals', 'getApproval', { eventId: _id })),
  )
  if (events.length === 0)
    return empty('Nothing waits', 'Events that need a decision stand here, and what is stuck.')
  const cards = events.map((event, at) => {
    const heard = told[at]
    return card(event, heard?.ok ? heard.value : undefined, filled, zone, asked.id !== undefined)
  })
  return html`<ul class="stack">${cards}</ul>${further(`${staffPath}?part=waits`, mine.value.nextCursor)}`
}
