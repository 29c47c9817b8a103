import {
  onDue,
  scheduleTask,
  type TaskFacts,
  type TaskHandler,
  type TaskPlace,
} from '../../lib/scheduled/task.ts'
import { remove, type Write } from '../../lib/table/write.ts'
import { eraseResponsesOf, sensitiveErasures, sensitiveUntil } from './erasure.ts'
import { type FormResponse, formAnswered, formResponse, formVersion } from './repository.ts'

const leftoversKind = 'forms.leftovers'

/** Submissions that were running at the deletion have ended by then. */
const waitSeconds = 60
const pageSize = 90

/** Schedules the removal of a deleted form's versions and responses. */
export const leftoversTask = (place: TaskPlace, formId: string, round = 1, seconds = waitSeconds): Write =>
  scheduleTask(place, {
    kind: leftoversKind,
    subject: formId,
    version: String(round),
    at: new Date(place.now().getTime() + seconds * 1000).toISOString(),
  })

const sensitiveKind = 'answers.sensitive'

/** When the sensitive answers of one response are erased: 90 days after its submission (rules/forms 27). */
export const sensitiveTask = ({ formId, id, submittedAt }: FormResponse): TaskFacts => ({
  kind: sensitiveKind,
  subject: id,
  version: '1',
  at: sensitiveUntil(submittedAt),
  params: { formId },
})

const guestKind = 'answers.guest'

/** Schedules the erasure of the answers of a guest without any account left. `until`: the end of the account. */
export const guestErasureTask = (
  globalUserId: string,
  until: string,
  at: string,
  round: string,
): TaskFacts => ({
  kind: guestKind,
  subject: globalUserId,
  version: round,
  at,
  params: { until },
})

/**
 * Removes one page of a deleted form's data and schedules the next. Versions are last, and the first version is the
 * very last. Until then an organization cannot create a new application form, which would have the same id.
 */
export const taskHandlers: readonly TaskHandler[] = [
  onDue(leftoversKind, async ({ subject: formId, version }, context) => {
    const { table } = context
    const page = { keyParams: { formId }, limit: pageSize, strong: true }
    const next = () => leftoversTask(context, formId, Number(version) + 1, 0)
    const responses = await table.list(formResponse, page)
    if (responses.items.length > 0)
      return [...responses.items.map((row) => remove(formResponse, row)), next()]
    const marks = await table.list(formAnswered, page)
    if (marks.items.length > 0) return [...marks.items.map((row) => remove(formAnswered, row)), next()]
    const { items, cursor } = await table.list(formVersion, { ...page, descending: true })
    const removals = items.map((row) => remove(formVersion, row))
    return cursor === undefined ? removals : [...removals, next()]
  }),
  onDue(sensitiveKind, async ({ subject: id, params: { formId = '' } }, { table }) => {
    const response = await table.get(formResponse, { formId, id }, { strong: true })
    return response ? sensitiveErasures(table, [response]) : []
  }),
  onDue(guestKind, async ({ subject, version, params: { until = '' } }, context) => {
    const more = await eraseResponsesOf(context.table, `g-${subject}`, until)
    const at = context.now().toISOString()
    return more ? [scheduleTask(context, guestErasureTask(subject, until, at, `${version}+`))] : []
  }),
]
