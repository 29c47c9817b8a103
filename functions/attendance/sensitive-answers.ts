import type { ChangeContext } from '../../lib/consumer.ts'
import { minuteMs } from '../../lib/contract/time.ts'
import { listSchools } from '../../lib/identity/school/tenants.ts'
import { onDue, scheduleTask, type TaskFacts, type TaskHandler } from '../../lib/scheduled/task.ts'
import type { Write } from '../../lib/table/write.ts'
import { type EventCard, eventCard } from '../events/index.ts'
import {
  type FormResponse,
  formResponse,
  guestErasureTask,
  listRegistrationResponses,
  listResponsesOf,
  sensitiveErasures,
  sensitiveTask,
  sensitiveUntil,
} from '../form-records/index.ts'

const eventKind = 'answers.sensitive-event'
const formKind = 'answers.sensitive-form'

/** Responses that one task handles. */
const pageSize = 40

/** One task for all registrations of an event. A later end is found when the task runs. */
const eventTask = (eventId: string, at: string): TaskFacts => ({
  kind: eventKind,
  subject: eventId,
  version: '0',
  at,
})

/** A form with answers got a sensitive question. */
export const formErasureTask = (formId: string, now: Date): TaskFacts => ({
  kind: formKind,
  subject: formId,
  version: '0',
  at: now.toISOString(),
})

/** Registration answers are sensitive until 90 days after the event, all others after their submission. */
const taskFor = (response: FormResponse, eventAt: string): TaskFacts =>
  response.purpose === 'registration' && response.eventId !== undefined
    ? eventTask(response.eventId, eventAt)
    : sensitiveTask(response)

/** Schedules the erasure of a response's sensitive answers (rules/forms 27). */
export const scheduleErasure = async (response: FormResponse, context: ChangeContext): Promise<void> => {
  const { table } = context
  const { eventId = '', purpose } = response
  const card =
    purpose === 'registration' ? await table.get(eventCard, { eventId }, { strong: true }) : undefined
  const at = sensitiveUntil(card?.end_time ?? response.submittedAt)
  await table.write([scheduleTask(context, taskFor(response, at))])
}

/** Schedules an earlier erasure for an event that ends earlier than before. */
export const rescheduleErasure = async (
  { eventId, end_time: end }: EventCard,
  context: ChangeContext,
): Promise<void> => {
  const { items } = await listRegistrationResponses(context.table, eventId, { limit: 1 })
  if (items.length > 0)
    await context.table.write([scheduleTask(context, eventTask(eventId, sensitiveUntil(end)))])
}

/** Requests of the person that were running when the account ended have ended by then. */
const secondPassMs = 15 * minuteMs

/** Starts to erase the answers of a person without any account, at every school where they answered as a guest. */
export const eraseGuestAnswers = async (globalUserId: string, context: ChangeContext): Promise<void> => {
  const now = context.now()
  const until = new Date(now.getTime() + secondPassMs).toISOString()
  for (const { tenantKey } of await listSchools(context.table)) {
    const place = { table: context.table.at(tenantKey), now: context.now }
    const { items } = await listResponsesOf(place.table, `g-${globalUserId}`, { limit: 1 })
    if (items.length === 0) continue
    await place.table.write([
      scheduleTask(place, guestErasureTask(globalUserId, until, now.toISOString(), 'first')),
      scheduleTask(place, guestErasureTask(globalUserId, until, until, 'again')),
    ])
  }
}

const nextPage = (facts: TaskFacts, cursor: string | undefined): readonly TaskFacts[] =>
  cursor === undefined ? [] : [{ ...facts, version: String(Number(facts.version) + 1), params: { cursor } }]

export const sensitiveHandlers: readonly TaskHandler[] = [
  onDue(eventKind, async ({ subject: eventId, version, params: { cursor } }, context) => {
    const { table, now } = context
    const card = await table.get(eventCard, { eventId }, { strong: true })
    const due = card ? sensitiveUntil(card.end_time) : now().toISOString()
    if (due > now().toISOString()) return [scheduleTask(context, eventTask(eventId, due))]
    const page = await listRegistrationResponses(table, eventId, { limit: pageSize, cursor })
    const next = nextPage({ ...eventTask(eventId, now().toISOString()), version }, page.cursor)
    const erased = await sensitiveErasures(table, page.items)
    return [...erased, ...next.map((facts) => scheduleTask(context, facts))]
  }),
  onDue(
    formKind,
    async ({ subject: formId, version, params: { cursor } }, context): Promise<readonly Write[]> => {
      const { table, now } = context
      const page = await table.list(formResponse, {
        keyParams: { formId },
        limit: pageSize,
        cursor,
        strong: true,
      })
      const at = now().toISOString()
      // The event's task reads the end of the event itself.
      const tasks = page.items.map((response) => taskFor(response, at))
      const distinctTasks = new Map(tasks.map((facts) => [`${facts.kind} ${facts.subject}`, facts]))
      const next = nextPage({ ...formErasureTask(formId, now()), version }, page.cursor)
      return [...distinctTasks.values(), ...next].map((facts) => scheduleTask(context, facts))
    },
  ),
]
