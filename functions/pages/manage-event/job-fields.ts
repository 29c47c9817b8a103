import { momentOf } from '../../../lib/zones.ts'
import { type Answer, type CallResult, refusalOf } from '../call.ts'
import { wallOf } from '../layout/dates.ts'
import { type Choice, checkbox, type Filled, field, select, textArea } from '../layout/forms.ts'
import { type Html, html } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import type { ManagedEvent, PartForm } from './parts.ts'

export type Job = Answer<'jobs', 'listEventJobs'>['roles'][number]
type Template = Answer<'jobs', 'listOrgEventRoles'>['roles'][number]

export const jobFields = ['name', 'requiredCount', 'shiftStart', 'shiftEnd', 'description'] as const

/** The fields of a job that exists, as the form shows them. */
export const jobValues = (job: Omit<Job, 'assignments'>, zone: string): Filled['values'] => ({
  name: job.name,
  description: job.description,
  requiredCount: String(job.requiredCount),
  shiftStart: job.shiftStart ? wallOf(job.shiftStart, zone) : '',
  shiftEnd: job.shiftEnd ? wallOf(job.shiftEnd, zone) : '',
  ...(job.openToAll ? { openToAll: 'yes' } : {}),
})

export const jobControls = (filled: Filled, templates: readonly Template[] = []): Html => {
  const named = templates.map(({ _id, name }): Choice => [_id, name])
  const from =
    named.length > 0
      ? select(filled, 'template', t('From a template'), [['', t('No template')], ...named])
      : ''
  const nameFields = [
    field(filled, {
      name: 'name',
      label: t('Job'),
      longest: 100,
      isRequired: named.length === 0,
      hint:
        named.length > 0 ? t('If empty, the name of the template') : t('Such as "Usher" or "Set up chairs"'),
    }),
    field(filled, { name: 'requiredCount', label: t('People needed'), type: 'number', longest: 3 }),
  ]
  const timeFields = [
    field(filled, {
      name: 'shiftStart',
      label: t('From'),
      type: 'datetime-local',
      optional: true,
      hint: t('If empty, during the whole event'),
    }),
    field(filled, { name: 'shiftEnd', label: t('Until'), type: 'datetime-local', optional: true }),
  ]
  return html`${from}${nameFields}${textArea(filled, { name: 'description', label: t('What helpers do'), longest: 2000, optional: true })}<div class="pair">${timeFields}</div>${checkbox(filled, 'openToAll', t('Everyone at the school may sign up, not only members'))}`
}

/** The fields of the form for operations, or the refusal of a time that does not exist. */
export const jobIn = (
  form: PartForm,
  { event }: ManagedEvent,
): { readonly job: Record<string, unknown> & JobInput } | { readonly refused: CallResult<never> } => {
  const at = (wall: string | undefined) => (wall ? momentOf(wall, event.timezone) : null)
  const times = { shiftStart: at(form.shiftStart), shiftEnd: at(form.shiftEnd) }
  const wrong = times.shiftStart === undefined ? 'shiftStart' : times.shiftEnd === undefined ? 'shiftEnd' : ''
  if (wrong !== '') {
    const message = t('Enter a date and a time that exist.')
    return { refused: { ok: false, refusal: refusalOf(400, { field: wrong, message }) } }
  }
  const job = {
    name: form.name || undefined,
    description: form.description || null,
    requiredCount: Number(form.requiredCount || 1),
    shiftStart: times.shiftStart ?? null,
    shiftEnd: times.shiftEnd ?? null,
    openToAll: form.openToAll === 'yes',
  }
  return { job }
}

/** Whether a job ends before the day of its event, or starts after it: usually a mistake, but never refused. */
export const isOutside = (
  { shiftStart, shiftEnd }: { readonly shiftStart?: string | null; readonly shiftEnd?: string | null },
  { start_time, end_time, timezone, undated }: ManagedEvent['event'],
): boolean => {
  if (undated) return false
  const dayOf = (iso: string): string => wallOf(iso, timezone).slice(0, 10)
  if (shiftEnd && dayOf(shiftEnd) < dayOf(start_time)) return true
  return shiftStart ? dayOf(shiftStart) > dayOf(end_time) : false
}

/** The message about a job that was saved. */
export const savedJob = (job: JobInput, { event }: ManagedEvent): string =>
  isOutside(job, event) ? 'job-outside' : 'job-saved'

type JobInput = {
  readonly name: string | undefined
  readonly description: string | null
  readonly requiredCount: number
  readonly shiftStart: string | null
  readonly shiftEnd: string | null
  readonly openToAll: boolean
}

/** Refusals without a field, at the fields of the form. */
export const atJobFields = (result: CallResult<unknown>): CallResult<unknown> => {
  if (result.ok || result.refusal.field !== undefined) return result
  const { code, message } = result.refusal
  const fields: Readonly<Record<string, string>> = {
    INVALID_SHIFT: 'shiftEnd',
    ROLE_NAME_REQUIRED: 'name',
    BELOW_FILLED_COUNT: 'requiredCount',
  }
  const name = fields[code ?? '']
  if (name === undefined) return result
  const words: Readonly<Record<string, string>> = {
    INVALID_SHIFT: msg('Enter an end after the start.'),
    ROLE_NAME_REQUIRED: msg('Enter a name for the job.'),
    BELOW_FILLED_COUNT: msg('More people than this are assigned. Remove people first.'),
  }
  return { ok: false, refusal: { ...result.refusal, field: name, message: t(words[code ?? ''] ?? message) } }
}

export const assignmentStates: Readonly<Record<string, readonly [tone: string, text: string]>> = {
  assigned: ['', msg('Assigned')],
  confirmed: ['good', msg('Confirmed')],
  declined: ['bad', msg('Declined')],
}

export const assignmentTag = (status: string): Html => {
  const [tone, text] = assignmentStates[status] ?? ['', status]
  return html`<span class="tag ${tone}">${t(text)}</span>`
}
