import { onDue, scheduleTask, type TaskHandler, type TaskPlace } from '../../lib/scheduled/task.ts'
import { remove, type Write } from '../../lib/table/write.ts'
import { formAnswered, formResponse, formVersion } from './repository.ts'

const kind = 'forms.leftovers'

/** Submissions that were running at the deletion have ended by then. */
const waitSeconds = 60
const pageSize = 90

/** Schedules the removal of a deleted form's versions and responses. */
export const leftoversTask = (place: TaskPlace, formId: string, round = 1, seconds = waitSeconds): Write =>
  scheduleTask(place, {
    kind,
    subject: formId,
    version: String(round),
    at: new Date(place.now().getTime() + seconds * 1000).toISOString(),
  })

/**
 * Removes one page of a deleted form's data and schedules the next. Versions are last, and the first version is the
 * very last. Until then an organization cannot create a new application form, which would have the same id.
 */
export const taskHandlers: readonly TaskHandler[] = [
  onDue(kind, async ({ subject: formId, version }, context) => {
    const { table } = context
    const page = { keyParams: { formId }, limit: pageSize, strong: true }
    const next = () => leftoversTask(context, formId, Number(version) + 1, 0)
    const responses = await table.list(formResponse, page)
    if (responses.items.length > 0)
      return [...responses.items.map((row) => remove(formResponse, row)), next()]
    const marks = await table.list(formAnswered, page)
    if (marks.items.length > 0) return [...marks.items.map((row) => remove(formAnswered, row)), next()]
    const { items, cursor } = await table.list(formVersion, { ...page, descending: true })
    const gone = items.map((row) => remove(formVersion, row))
    return cursor === undefined ? gone : [...gone, next()]
  }),
]
