import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { pageOf } from '../../../lib/contract/paging.ts'
import { update, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard, eventBody, requireCardOf } from '../../events/index.ts'
import {
  eventMark,
  type FormResponse,
  findForm,
  joinResponses,
  type Linked,
  type LinkToEvent,
  listFeedback,
  responseViewOf,
} from '../../forms/index.ts'
import {
  AuthRequired,
  EventNotLinked,
  FeedbackNotOpen,
  NotAttended,
  NotRegistered,
} from '../contract/failures.ts'
import { nameOf, type Who } from '../person.ts'
import { hasEnded, refuseClosed } from '../registration/admission.ts'
import { unanswered } from '../registration/answers.ts'
import { lookFor, namesOf, rowNow } from '../registration/withdrawal.ts'
import { aggregatedOf, findTally } from './tally.ts'

const wasThere = ({ checkedInCount, correctedCount = 0 }: EventCard, row: Attendee | undefined): boolean => {
  if (row?.status !== 'attending') return false
  // What was corrected after the end decides, whoever had been scanned before.
  if (row.correction) return row.checkedIn
  // Where nobody was checked in, nobody can say who came.
  return (checkedInCount === 0 && correctedCount === 0) || row.checkedIn || row.scans?.first !== undefined
}

const requireFeedback = (card: EventCard, row: Attendee | undefined, now: Date): void => {
  if (card.status !== 'completed' && !hasEnded(card, now)) fail(FeedbackNotOpen)
  if (!wasThere(card, row)) fail(NotAttended)
}

/** A registration whose answers these are from now on, in the place of earlier ones. */
const answersOf =
  (row: Attendee): Linked['along'] =>
  ({ formId, id: formResponseId }: FormResponse): readonly Write[] => [
    update(
      attendee,
      row,
      { set: { formId, formResponseId }, add: { version: 1 } },
      { exists: true, equals: { version: row.version } },
    ),
    ...unanswered(row),
  ]

const markOf = (eventId: string, [who]: readonly Who[]): string => eventMark(eventId, who ? nameOf(who) : '')

/**
 * Answers to a form count for an event that asks with it: those of its registration form while people may register, from
 * who is registered; feedback once it is over, from who was there.
 */
export const linkToEvent: LinkToEvent = async (context, { formId }, eventId) => {
  const { table, caller, now } = context
  if (!caller) return fail(AuthRequired)
  const names = namesOf(caller)
  const [{ card }, body] = await Promise.all([
    lookFor(table, eventId, names),
    table.get(eventBody, { eventId }),
  ])
  const row = await rowNow(table, card, names)
  const mark = markOf(eventId, names)
  if (card.registrationFormId === formId) {
    if (!row) return fail(NotRegistered)
    refuseClosed(card, now())
    return { purpose: 'registration', mark, along: answersOf(row) }
  }
  if (body?.feedbackFormId !== formId) return fail(EventNotLinked)
  requireFeedback(card, row, now())
  return { purpose: 'feedback', mark, along: () => [] }
}

const mostShown = 50

type Asked = { readonly orgId: string; readonly eventId: string } & Parameters<typeof pageOf>[0]

/** One page of what people said of an event, newest first, and how often each option was chosen by all of them. */
export const feedbackPage = async (
  { orgId, eventId, ...asked }: Asked,
  { table }: Pick<Context, 'table'>,
) => {
  await requireCardOf(table, orgId, eventId)
  const numbered = pageOf(asked)
  const [body, tally, page] = await Promise.all([
    table.get(eventBody, { eventId }),
    findTally(table, eventId),
    listFeedback(table, eventId, { ...numbered, limit: Math.min(mostShown, numbered.limit) }),
  ])
  const formId = body?.feedbackFormId ?? page.items[0]?.formId
  const form = formId === undefined ? undefined : await findForm(table, formId)
  const own = page.items.filter((response) => response.formId === formId)
  if (!form)
    return { responses: [], aggregated: {}, responseCount: tally?.responses ?? 0, feedbackFormId: null }
  const { versions, people } = await joinResponses(table, own, form)
  return {
    responses: own.map((response) =>
      responseViewOf(
        response,
        versions.get(response.contentVersion) ?? form,
        people.get(response.submittedBy ?? ''),
      ),
    ),
    aggregated: aggregatedOf(form, tally),
    responseCount: tally?.responses ?? 0,
    feedbackFormId: form.formId,
    nextCursor: page.cursor,
  }
}
