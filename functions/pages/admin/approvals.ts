import { delegationForm } from '../approvals/delegation.ts'
import {
  type EarlierReturn,
  earlierReturns,
  findEarlierReturns,
  withoutReasons,
} from '../approvals/earlier.ts'
import { roleWords } from '../approvals/role-names.ts'
import { type Answer, call, type PageContext, type Refusal, readerOf } from '../call.ts'
import { agoWords, moment } from '../layout/dates.ts'
import { type Filled, hidden, wrongIn } from '../layout/forms.ts'
import {
  actionButton,
  confirmedAction,
  empty,
  type Html,
  html,
  nextPageLink,
  typeWords,
  userText,
} from '../layout/page.ts'
import { byQuestion, questionFields } from '../layout/questions.ts'
import { msg, t } from '../locale.ts'
import { stepsOf } from '../manage-event/approval.ts'
import { adminPath, type PageQuery, type PartOf, partPath } from './admin.ts'
import type { Waiting, WaitingEvent } from './open-approvals.ts'

type Reply = Answer<'approvals', 'getApproval'>

/** The questions of the step that an event waits at. */
export const questionsAt = (reply: Reply | undefined, stepId: string | null) =>
  reply?.instance.approvals.find(({ _id }) => _id === stepId)?.questions ?? []

/** Roles of approvers without any holder, by id. Clubs and persons that decide are no roles. */
const vacantRoles = async (events: readonly WaitingEvent[], context: PageContext) => {
  if (!events.some(({ stuck }) => stuck)) return new Set<string>()
  const roles = await call(context, 'stakeholders', 'listStakeholderRoles', {})
  const vacant = roles.ok ? roles.value.filter(({ activeMembers }) => activeMembers === 0) : []
  return new Set(vacant.map(({ stakeholderId }) => stakeholderId))
}

/** Why an event waits, with the action that ends it. */
const why = (event: WaitingEvent, { zone, isStaff, vacant, now }: CardOf): Html => {
  const { stuck, pendingStepRoleId: id, pendingStepRoleName, dueAt } = event
  const values = { role: html`<bdi>${roleWords(pendingStepRoleName)}</bdi>`, time: moment(dueAt, zone) }
  const isOverdue = dueAt <= now.toISOString()
  const isRole = !/^(?:org|user):/.test(id)
  const appoint = (text: string) =>
    isRole ? html`<a class="btn plain small" href="${partPath('approvers', { id })}">${text}</a>` : ''
  if (stuck && vacant.has(id))
    return html`<p class="tell warn"><span>${t('Nobody is appointed as {role}. You can decide as an administrator.', values)}</span>${appoint(t('Appoint an approver'))}</p>`
  if (stuck && isStaff && !isOverdue)
    return html`<p class="tell warn"><span>${t('No {role} decided in time. You can decide as an administrator.', values)}</span>${appoint(t('See who is appointed'))}</p>`
  if (stuck && isStaff)
    return html`<p class="tell warn"><span>${t('Overdue since {time}: no {role} has decided. You can decide as an administrator.', values)}</span>${appoint(t('See who is appointed'))}</p>`
  if (isOverdue)
    return html`<p class="tell warn">${t('Waiting for: {role}, overdue since {time}', values)}</p>`
  return html`<p class="soft">${t('Waiting for: {role}, until {time}', values)}</p>`
}

type CardOf = {
  readonly filled: Filled
  readonly zone: string
  readonly isStaff: boolean
  readonly alone: boolean
  /** Whether the event awaits the reader, and not only another approver. */
  readonly isOwn: boolean
  /** Id of the reader at this school. */
  readonly reader: string
  readonly vacant: ReadonlySet<string>
  readonly now: Date
  /** Decisions that returned earlier submissions of the event. */
  readonly earlier: readonly EarlierReturn[]
  /** Names of rooms by id, where the place does not name them. */
  readonly rooms: ReadonlyMap<string, string>
}

const spelled = (name: string | undefined): string => (name ?? '').replace(/\s/g, '').toLowerCase()

/** Names the rooms of events that have another text as their place. One call for each room. */
const roomNames = async (
  events: readonly WaitingEvent[],
  context: PageContext,
): Promise<ReadonlyMap<string, string>> => {
  const unnamed = events.flatMap(({ location, classroom_id: id }) =>
    id === null || spelled(id) === spelled(location) ? [] : [id],
  )
  const found = [...new Set(unnamed)].map(async (roomId) => {
    const result = await call(context, 'rooms', 'getRoom', { roomId })
    return [roomId, result.ok ? result.value.name : roomId] as const
  })
  return new Map(await Promise.all(found))
}

type Comment = Reply['comments'][number]

/** Comments of an approval, newest last; authors and administrators can delete them. */
const talk = (event: WaitingEvent, comments: readonly Comment[], { zone, isStaff, reader }: CardOf) =>
  comments.length === 0
    ? ''
    : html`<ul class="talk">${[...comments].reverse().map(({ _id: id, userId, author, text, createdAt }) => {
        const remove =
          isStaff || userId === reader
            ? confirmedAction(adminPath, {
                text: t('Delete comment'),
                consequence: t('Nobody can read "{text}" any more. This cannot be undone.', {
                  text: html`<bdi>${text.slice(0, 40)}</bdi>`,
                }),
                carried: { do: 'comment-delete', event: event._id, id },
              })
            : ''
        return html`<li><p><strong><bdi>${author.name}</bdi></strong> <small>${moment(createdAt, zone)}</small></p>${userText(text)}${remove}</li>`
      })}</ul>`

const acknowledgement = (event: WaitingEvent): Html =>
  actionButton(
    adminPath,
    t('Acknowledge'),
    { do: 'acknowledge-event', event: event._id },
    { css: '', label: event.name },
  )

const decision = (event: WaitingEvent, reply: Reply | undefined, filled: Filled, alone: boolean): Html => {
  const questions = questionsAt(reply, event.stepId) as Parameters<typeof questionFields>[0]
  if (questions.length > 0 && !alone)
    return html`<a class="btn" href="${adminPath}?part=waits&amp;id=${event._id}">${t('Review event')}<span class="vh">: ${event.name}</span></a>`
  const own: Filled = filled.values.event === event._id ? filled : { values: {} }
  const answers: Filled = {
    values: own.values,
    refusal: own.refusal && byQuestion(own.refusal, questions),
  }
  const say = `say-${event._id}`
  const refused = wrongIn(own, 'reason')
  const missing =
    own.values.do === 'reject'
      ? t('Say why you reject the event. The organizers see it.')
      : t('Say what to change. The organizers see it.')
  const problem = refused && (own.values.comment?.trim() ? refused : missing)
  const wrong = problem ? html`<span class="wrong" id="${say}-wrong">${problem}</span>` : ''
  const tied = problem
    ? html` aria-invalid="true" aria-describedby="${say}-hint ${say}-wrong"`
    : html` aria-describedby="${say}-hint"`
  return html`<form class="stack" method="post" action="${adminPath}">${hidden('event', event._id)}${alone ? hidden('id', event._id) : ''}${event.stepId ? hidden('step', event.stepId) : ''}${questionFields(questions, answers)}<div class="field"><label for="${say}">${t('Comment')}<span class="vh">: ${event.name}</span></label><span class="hint" id="${say}-hint">${t('Needed to request changes or reject. The organizers see it.')}</span><textarea class="few" id="${say}" name="comment" dir="auto"${tied}>${own.values.comment ?? ''}</textarea>${wrong}</div><div class="row between"><div class="row"><button class="btn" name="do" value="approve" aria-label="${t('Approve: {name}', { name: event.name })}">${t('Approve')}</button><button class="btn plain" name="do" value="changes" aria-label="${t('Request changes: {name}', { name: event.name })}">${t('Request changes')}</button></div><button class="btn bad" name="do" value="reject" aria-label="${t('Reject: {name}', { name: event.name })}">${t('Reject')}</button></div></form>`
}

const card = (event: WaitingEvent, reply: Reply | undefined, options: CardOf): Html => {
  const { filled, zone, alone, now } = options
  const people = t('{count, plural, one {# person} other {# people}}', { count: event.expectedAttendance })
  const room = options.rooms.get(event.classroom_id ?? '')
  return html`<li class="card stack"><header class="stack-s"><h2><a href="/event/${event._id}"><bdi>${event.name}</bdi></a></h2><p class="soft"><bdi>${typeWords(event.type)}</bdi> &middot; ${moment(event.start_time, zone)}${event.location ? html` &middot; <bdi>${event.location}</bdi>` : ''}${room ? html` &middot; ${t('Room: {name}', { name: html`<bdi>${room}</bdi>` })}` : ''} &middot; <bdi>${event.hostName}</bdi> &middot; ${people}</p><p class="soft">${t('Sent {time}', { time: agoWords(event.since, now) })}</p></header>${why(event, options)}${reply ? html`<details class="more"><summary>${t('All steps')}<span class="vh">: ${event.name}</span></summary><div class="stack">${stepsOf(reply.instance, zone, now)}${earlierReturns(options.earlier, zone)}${talk(event, withoutReasons(reply.comments, options.earlier), options)}</div></details>` : ''}${event.kind === 'acknowledger' ? acknowledgement(event) : html`${decision(event, reply, filled, alone)}${event.stuck || !options.isOwn ? '' : delegationForm(event, filled)}`}</li>`
}

type Decided = Reply['decisions'][number]['decision']

/** Decisions and messages about them, by the key of their confirmation. */
const outcomes: Readonly<Record<string, readonly [decision: Decided, message: string]>> = {
  approved: ['approved', msg('You approved {event}.')],
  rejected: ['rejected', msg('You rejected {event}. The organizers see your reason.')],
  'sent-back': [
    'changes_requested',
    msg('You requested changes to {event}. The organizers see your comment.'),
  ],
}

/** What the reader decided, with the name of the event. An address alone cannot claim a decision. */
const decidedMessage = async ({ done = '', event }: PageQuery, context: PageContext): Promise<Html> => {
  const outcome = Object.hasOwn(outcomes, done) ? outcomes[done] : undefined
  if (outcome === undefined || event === undefined) return html``
  const [decision, message] = outcome
  const [found, approval] = await Promise.all([
    call(context, 'events', 'getEvent', { event_id: event }),
    call(context, 'approvals', 'getApproval', { eventId: event }),
  ])
  const reader = readerOf(context)
  const isTrue =
    approval.ok && approval.value.decisions.some((one) => one.userId === reader && one.decision === decision)
  if (!found.ok || !isTrue) return html``
  const name = html`<a href="/event/${event}"><bdi>${found.value.event.name}</bdi></a>`
  return html`<div class="tell ${done === 'approved' ? 'good' : 'warn'}" role="status"><p>${t(message, { event: name })}</p></div>`
}

const earlier: Readonly<Record<Decided, string>> = {
  approved: msg('{event} was already approved by {name}.'),
  rejected: msg('{event} was already rejected by {name}.'),
  changes_requested: msg('{name} already requested changes to {event}.'),
  acknowledged: msg('{event} was already acknowledged by {name}.'),
}

/** The refusal of a decision that somebody else made first: it names the event and the person. */
export const namedDecision = async (
  refusal: Refusal,
  eventId: string,
  context: PageContext,
): Promise<Refusal> => {
  const [found, approval] = await Promise.all([
    call(context, 'events', 'getEvent', { event_id: eventId }),
    call(context, 'approvals', 'getApproval', { eventId }),
  ])
  const made = approval.ok ? [...approval.value.decisions].sort((a, b) => b.at.localeCompare(a.at)) : []
  const [last] = made
  if (!found.ok || !last) return refusal
  const people = await call(context, 'users', 'getUsers', { userIds: JSON.stringify([last.userId]) })
  const name = (people.ok ? people.value.users[0]?.name : undefined) ?? t('Former member')
  const message = t(earlier[last.decision], { event: found.value.event.name, name })
  return { ...refusal, message, text: undefined }
}

/** For administrators: events that await other approvers. Each opens with its decision. */
const othersSection = ({ others, hasMoreOthers }: Waiting, zone: string): Html => {
  if (others.length === 0) return html``
  const rows = others.map(
    ({ _id: id, name, pendingStepRoleName, dueAt }) =>
      html`<li><div class="stack-s"><strong><a href="${partPath('waits', { id })}"><bdi>${name}</bdi></a></strong><span class="soft">${t('Waiting for: {role}, until {time}', { role: html`<bdi>${roleWords(pendingStepRoleName)}</bdi>`, time: moment(dueAt, zone) })}</span></div></li>`,
  )
  const more = hasMoreOthers
    ? html`<p><a href="${partPath('events', { filter: 'pending' })}">${t('See all events that wait for approval')}</a></p>`
    : ''
  return html`<section class="stack"><h2>${t('Waiting for other approvers')}</h2><p class="soft">${t('Open an event to see its steps. As an administrator you can decide in place of its approvers.')} <a href="${partPath('approvers')}">${t('See who is appointed')}</a></p><ul class="list">${rows}</ul>${more}</section>`
}

const nothingToApprove = (eventId: string | undefined, isStaff: boolean, budgets: number): Html => {
  if (eventId !== undefined)
    return empty(
      t('Nothing to decide about this event'),
      t('It may have been decided already, or wait for other approvers.'),
      { href: `/event/${encodeURIComponent(eventId)}`, text: t('View event') },
    )
  if (isStaff && budgets > 0)
    return empty(
      t('No event to approve'),
      t('{count, plural, one {# budget waits} other {# budgets wait}} for the decision of the school.', {
        count: budgets,
      }),
      { href: partPath('budgets'), text: t('See budgets') },
    )
  return empty(
    t('Nothing to approve'),
    t('Events that need your decision appear here.'),
    isStaff ? { href: partPath('decided'), text: t('See decided events') } : undefined,
  )
}

/** Events that await the reader's decision and, for administrators, stuck ones with the reason. */
export const approvalsPart: PartOf = async (
  { query, filled, isStaff, zone, waiting, openBudgets },
  context,
) => {
  const events =
    query.id === undefined
      ? waiting.events
      : [...waiting.events, ...waiting.others].filter(({ _id }) => _id === query.id).slice(0, 1)
  const [message, vacant, rooms, ...reply] = await Promise.all([
    decidedMessage(query, context),
    isStaff ? vacantRoles(events, context) : new Set<string>(),
    roomNames(events, context),
    ...events.map(({ _id }) => call(context, 'approvals', 'getApproval', { eventId: _id })),
  ])
  if (events.length === 0)
    return html`${message}${nothingToApprove(query.id, isStaff, openBudgets)}${othersSection(waiting, zone)}`
  const alone = query.id !== undefined
  const returns = await Promise.all(
    reply.map(async (result) =>
      result.ok ? findEarlierReturns(result.value.instance.eventId, result.value, context) : [],
    ),
  )
  const cards = events.map((event, at) => {
    const result = reply[at]
    return card(event, result?.ok ? result.value : undefined, {
      filled,
      zone,
      isStaff,
      alone,
      isOwn: waiting.events.includes(event),
      reader: readerOf(context),
      vacant,
      now: context.now(),
      earlier: returns[at] ?? [],
      rooms,
    })
  })
  return html`${message}<ul class="stack">${cards}</ul>${nextPageLink(partPath('waits'), waiting.nextCursor)}${alone ? '' : othersSection(waiting, zone)}`
}
