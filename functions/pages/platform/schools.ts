import { type AreaAction, adminPath, type PartOf, partPath } from '../admin/admin.ts'
import { confirmation } from '../admin/confirmation.ts'
import { type Answer, call, type FormInput, operation } from '../call.ts'
import { failureMessage } from '../failure-words.ts'
import { type Choice, type Filled, field, hidden, select } from '../layout/forms.ts'
import { actionButton, collapsible, type Html, html, raw } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { localeChoices } from './locales.ts'

type School = Answer<'tenants', 'listTenants'>['tenants'][number]

const states: readonly Choice[] = [
  ['active', msg('Open')],
  ['coming_soon', msg('Opens soon')],
  ['maintenance', msg('Suspended')],
  ['hidden', msg('Open, and not listed')],
]

const tone = (ok: boolean): string => (ok ? 'good' : 'bad')

const changing = (school: School): Html => {
  const { tenantKey: key, status, statusMessage, name } = school
  return collapsible(
    html`${t('Change status or suspend')}<span class="vh"> ${name}</span>`,
    html`<form class="stack" method="post" action="${adminPath}">${hidden('do', 'status-ask')}${hidden('tenantKey', key)}<div class="field"><label for="status-${key}">${t('Status')}</label><select id="status-${key}" name="status">${translateChoices(states).map(([value, text]) => html`<option value="${value}"${value === status ? raw(' selected') : ''}>${text}</option>`)}</select></div><div class="field"><label for="message-${key}">${t('Message to people (optional)')}</label><span class="hint" id="message-${key}-hint">${t('Public: shown while the school is not open, also in the list of schools.')}</span><input id="message-${key}" name="statusMessage" value="${status === 'active' ? '' : statusMessage}" aria-describedby="message-${key}-hint" maxlength="240" dir="auto"></div><button class="btn small">${t('Save')}</button></form>${actionButton(adminPath, t('Check health now'), { do: 'health', tenantKey: key }, { label: name })}`,
  )
}

const healthText = ({ ok, latencyMs, problem }: School['health']): string => {
  if (ok) return t('Its record is healthy (read in {time, number} ms)', { time: latencyMs })
  return problem === 'missing'
    ? t("The school's own record is missing")
    : t("The school's own record differs from the list")
}

const schoolItem = (school: School): Html => {
  const { name, location, status, subdomainUrl, health, manualSteps, timezone } = school
  const state = states.find(([value]) => value === status)?.[1] ?? status
  const steps = manualSteps.map(
    ({ title, description }) =>
      html`<p><strong>${t(title)}</strong> <span class="soft">${t(description)}</span></p>`,
  )
  return html`<li><div class="stack-s"><h2><a href="${partPath('school', { id: school.tenantKey })}"><bdi>${name}</bdi></a></h2><p class="soft"><bdi>${location}</bdi> &middot; ${timezone} &middot; <a href="${subdomainUrl}/">${t('Open site')}<span class="vh">: ${name}</span></a></p><p class="row"><span class="tag ${status === 'active' ? 'good' : 'warn'}">${t(state)}</span><span class="tag ${tone(health.ok)}">${healthText(health)}</span></p>${steps}${changing(school)}</div></li>`
}

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
  ok: msg('healthy'),
  degraded: msg('degraded'),
  down: msg('down'),
  unknown: msg('unknown'),
} as const

/** Every school with its state and health, and how the platform itself is. */
export const schoolsPart: PartOf = async ({ query, filled }, context) => {
  const [result, health] = await Promise.all([
    call(context, 'tenants', 'listTenants', {}),
    call(context, 'platform', 'getDetailedHealth', {}),
  ])
  if (!result.ok) return result
  const { tenants: schools } = result.value
  const own: Filled = filled.values.do === 'enrol' ? filled : { values: {} }
  const well = health.ok
    ? html`<ul class="row">${parts.map(([name, text]) => {
        const { status } = health.value.statuses[name]
        return html`<li class="tag ${status === 'ok' ? 'good' : status === 'down' ? 'bad' : 'warn'}">${t(text)}: ${t(statusTexts[status])}</li>`
      })}</ul>`
    : html`<p class="tell bad">${health.refusal.message ? failureMessage(health.refusal) : t('The health of the platform is unknown.')}</p>`
  const tenantKeyFields = [
    field(own, {
      name: 'tenantKey',
      label: t('Subdomain'),
      longest: 32,
      hint: t(
        'The first part of its address. Lowercase letters, digits and hyphens. It cannot be changed later.',
      ),
    }),
    field(own, { name: 'name', label: t('Name'), longest: 120 }),
    field(own, { name: 'location', label: t('Place'), longest: 200 }),
    field(own, {
      name: 'timezone',
      label: t('Time zone'),
      longest: 64,
      hint: t('Such as America/New_York.'),
    }),
    select(own, 'locale', t('Language and region'), localeChoices(own.values.locale)),
    select(own, 'status', t('Status'), translateChoices(states)),
  ]
  const enrolment = collapsible(
    t('Enroll a school'),
    html`<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'enrol')}<div>${tenantKeyFields}</div><button class="btn">${t('Enroll school')}</button></form>`,
    own.refusal !== undefined || query.confirm === 'enrol',
  )
  return html`${closingQuestion(schools, filled)}${enrolment}<ul class="list">${schools.map(schoolItem)}</ul><section class="card stack"><h2>${t('Platform health')}</h2>${well}</section>`
}

type Status = School['status']

const registryFields = ({ tenantKey = '', status, statusMessage }: FormInput) => ({
  tenantKey,
  ...(statusMessage === undefined ? {} : { statusMessage }),
  ...(status ? { status: status as Status } : {}),
})

/** An open school shows no message, so opening one also removes the message. */
const changeStatus = operation('tenants', 'updateTenantStatuses', (input) => ({
  tenants: [registryFields(input.status === 'active' ? { ...input, statusMessage: '' } : input)],
}))

/** Asks before a school is closed to its people. */
const closingQuestion = (schools: readonly School[], { values }: Filled): Html => {
  const { do: action, tenantKey = '', status = '', statusMessage = '' } = values
  const school = action === 'status-ask' ? schools.find((one) => one.tenantKey === tenantKey) : undefined
  if (!school) return html``
  const name = html`<bdi>${school.name}</bdi>`
  const shown = statusMessage.trim()
    ? t('Everybody can read your message: {message}', { message: html`<bdi>${statusMessage}</bdi>` })
    : ''
  return confirmation({
    title:
      status === 'maintenance' ? t('Suspend {name}?', { name }) : t('Close {name} until it opens?', { name }),
    consequence: html`${t('Until you open it again, only administrators can use it. Everybody else can see no events there, cannot register and cannot check in. Its data stays.')} ${shown}`,
    button: status === 'maintenance' ? t('Suspend school') : t('Close school'),
    carried: { do: 'status', tenantKey, status, statusMessage },
    back: partPath('schools'),
  })
}

/** Forms of the schools: after an enrolment the record of the new school follows, with what comes next. */
export const schoolsActions: Readonly<Record<string, AreaAction>> = {
  enrol: {
    part: 'schools',
    done: 'enrolled',
    next: ({ tenantKey }) => partPath('school', { id: tenantKey?.trim() }),
    run: operation(
      'tenants',
      'createTenant',
      ({ name = '', location = '', timezone = '', locale, ...input }) => {
        return { ...registryFields(input as FormInput), name, location, timezone, locale }
      },
    ),
  },
  status: {
    part: 'schools',
    done: 'saved',
    next: ({ id }) => (id ? partPath('school', { id }) : partPath('schools')),
    run: changeStatus,
  },
  'status-ask': {
    part: 'schools',
    done: 'saved',
    run: changeStatus,
  },
  health: {
    part: 'schools',
    done: 'checked',
    run: operation('tenants', 'checkTenantHealth', ({ tenantKey = '' }) => ({ tenantKey })),
  },
}
