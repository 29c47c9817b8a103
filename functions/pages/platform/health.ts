import { type AreaAction, adminPath, partPath } from '../admin/admin.ts'
import { type Answer, call, operation } from '../call.ts'
import { failureMessage } from '../failure-words.ts'
import { momentWords } from '../layout/dates.ts'
import { actionButton, dataTable, type Html, html } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import type { PlatformPartOf } from './platform.ts'

type School = Answer<'tenants', 'getTenant'>

const parts = [
  ['database', msg('Database')],
  ['auth', msg('Sign-in keys')],
  ['scheduler', msg('Timed tasks')],
  ['stream', msg('Background updates')],
  ['mail', msg('Mail')],
  ['push', msg('Push notifications')],
  ['due', msg('Overdue tasks')],
] as const

const statusTexts = {
  ok: msg('Healthy'),
  degraded: msg('Degraded'),
  late: msg('Late'),
  down: msg('Down'),
  unknown: msg('Not known'),
} as const

type Statuses = Answer<'platform', 'getDetailedHealth'>['statuses']

/** Minutes that the tasks of an hour may take after its end. */
const sweepMinutes = 5

/** Hours by which timed tasks are late. One that is only being finished does not count. */
const lateHoursOf = ({ lateHours }: Statuses['due'], now: Date): number =>
  lateHours === 1 && now.getUTCMinutes() < sweepMinutes ? 0 : (lateHours ?? 0)

/** The status of a part. Late tasks are never healthy, though monitoring accepts an hour. */
const statusOf = (name: (typeof parts)[number][0], all: Statuses, now: Date) => {
  const { status } = all[name]
  return name === 'due' && status === 'ok' && lateHoursOf(all.due, now) > 0 ? 'late' : status
}

const deliveries = (counts: Statuses['mail']): string =>
  t('Last 24 hours: {dropped, number} not sent, {retried, number} to be sent again', counts)

/** Figures behind each status. Empty where nothing was measured. */
const figures: {
  readonly [P in (typeof parts)[number][0]]: (all: Statuses, zone: string, now: Date) => Html | string
} = {
  database: ({ database }) => database.latency,
  auth: ({ auth }) =>
    auth.keyAgeDays === null
      ? ''
      : t(
          '{days, plural, =0 {The key was created today} one {The key is # day old} other {The key is # days old}}',
          {
            days: Math.floor(auth.keyAgeDays),
          },
        ),
  scheduler: ({ scheduler: { lastRun } }, zone) =>
    lastRun === null ? t('Never ran') : t('Last run {when}', { when: momentWords(lastRun, zone) }),
  stream: ({ stream: { lagSeconds } }) =>
    lagSeconds === null ? t('Not measured yet') : t('{seconds, number} s behind', { seconds: lagSeconds }),
  mail: ({ mail }) => deliveries(mail),
  push: ({ push }) => deliveries(push),
  due: ({ due }, _, now) =>
    t(
      '{hours, plural, =0 {No task is late} one {Reminders and other timed tasks are # hour late} other {Reminders and other timed tasks are # hours late}}, {aside, plural, =0 {none failed} one {# task failed} other {# tasks failed}}',
      { hours: lateHoursOf(due, now), aside: due.aside },
    ),
}

/** Whether the platform's own parts work, with the figures behind it. */
export const healthPart: PlatformPartOf = async ({ zone }, context) => {
  const health = await call(context, 'platform', 'getDetailedHealth', {})
  if (!health.ok && health.refusal.status < 429) return health
  if (!health.ok) {
    const message = health.refusal.message
      ? failureMessage(health.refusal)
      : t('The health of the platform is unknown.')
    return { body: html`<p class="tell bad">${message}</p>` }
  }
  const { statuses } = health.value
  return {
    about: t('Measured just now. Reload the page to measure again.'),
    body: dataTable({
      caption: t('Platform health'),
      rows: parts,
      empty: [t('The health of the platform is unknown.'), ''],
      columns: [
        { key: 'part', label: t('Part'), cell: ([, text]) => t(text) },
        {
          key: 'status',
          label: t('Status'),
          cell: ([name]) => {
            const status = statusOf(name, statuses, context.now())
            const tone = status === 'ok' ? 'good' : status === 'down' ? 'bad' : 'warn'
            return html`<span class="tag ${tone}">${t(statusTexts[status])}</span>`
          },
        },
        {
          key: 'figures',
          label: t('Figures'),
          cell: ([name]) => figures[name](statuses, zone, context.now()),
        },
      ],
    }),
  }
}

const healthText = ({ ok, problem }: School['health']): string => {
  if (ok) return t('Its record is healthy')
  return problem === 'missing'
    ? t("The school's own record is missing")
    : t("The school's own record differs from the list")
}

/** The state of a school's own record, with a check that also writes it. */
export const recordHealth = ({ tenantKey, health, manualSteps }: School): Html => {
  const repairs = manualSteps
    .filter(({ id }) => id === 'restore')
    .map(
      ({ title, description }) =>
        html`<p><strong>${t(title)}</strong> <span class="soft">${t(description)}</span></p>`,
    )
  return html`<section class="card stack"><h2>${t('Health')}</h2><div class="row"><span class="tag ${health.ok ? 'good' : 'bad'}">${healthText(health)}</span>${actionButton(adminPath, t('Check health now'), { do: 'health', id: tenantKey })}</div>${repairs}</section>`
}

export const healthActions: Readonly<Record<string, AreaAction>> = {
  health: {
    part: 'school',
    done: 'record-checked',
    next: ({ id }) => partPath('school', { id }),
    run: operation('tenants', 'checkTenantHealth', ({ id = '' }) => ({ tenantKey: id })),
  },
}
