import { onDue, scheduleTask, type TaskHandler, type TaskPlace } from '../../lib/scheduled/task.ts'
import { remove, type Write } from '../../lib/table/write.ts'
import { formAnswered, formResponse, formVersion } from './repository.ts'

const kind = 'forms.leftovers'

/** Whoever was answering when the form went is done by then. */
const waitSeconds = 60
const pageSize = 90

/** Has what was asked and answered by a form removed that is gone. */
export const leftoversTask = (place: TaskPlace, formId: string, round = 1, seconds = waitSeconds): Write =>
  scheduleTask(place, {
    kind,
    subject: formId,
    version: String(round),
    at: new Date(place.now().getTime() + seconds * 1000).toISOString(),
  })

/**
 * One page of what a deleted form leaves, and the next. The versions go last, the first of them at the very end: an
 * organization cannot make its form for applicants anew before, under whose id nothing of the old one may stand.
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
