import { defaultCurrency, defaultLocale } from '../../../lib/contract/text/locale.ts'
import { call } from '../call.ts'
import { eventTypes, typesWith } from '../event-form/fields.ts'
import { type Choice, checkbox, type Filled, field, hidden, select } from '../layout/forms.ts'
import { html, typeWords } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { localeChoices } from '../platform/locales.ts'
import { adminPath, type PartOf } from './admin.ts'

const founding: readonly Choice[] = [
  ['none', msg('No approval needed')],
  ['manual', msg('An administrator approves each club')],
  ['auto', msg('Approved once they have enough members')],
  ['both', msg('An administrator, or enough members')],
]

export const blockedPrefix = 'refused-'

/** Blocked event types in the form: those that planners choose from have check boxes, others a line of text. */
const blockedValues = (blocked: readonly string[]): Filled['values'] => {
  const isSame = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase()
  const listed = eventTypes.filter((type) => blocked.some(isSame(type)))
  const others = blocked.filter((type) => !eventTypes.some(isSame(type)))
  return {
    ...Object.fromEntries(listed.map((type) => [`${blockedPrefix}${type}`, 'yes'])),
    refused: others.join(', '),
  }
}

/** The school's language, time zone and currency, and the rules that people meet most. */
export const settingsPart: PartOf = async ({ filled }, context) => {
  const [zone, clubs, events] = await Promise.all([
    call(context, 'tenants', 'getSchoolZone', {}),
    call(context, 'management', 'getManagementConfig', {}),
    call(context, 'stakeholders', 'getEventSystemConfig', {}),
  ])
  if (!clubs.ok) return clubs
  if (!events.ok) return events
  // Only administrators read every part, and only they reach this page.
  if (!('reporting' in clubs.value)) throw new Error('The configuration is not whole')
  const { orgApproval, verificationEnabled, messaging, reporting } = clubs.value
  const { systemSettings, formConfig } = events.value
  const restrictions = systemSettings.systemRestrictions
  const yes = (is: boolean) => (is ? 'yes' : '')
  const regionValues = {
    timezone: zone.ok ? zone.value.timezone : '',
    locale: (zone.ok ? zone.value.locale : undefined) ?? defaultLocale,
    currency: (zone.ok ? zone.value.currency : undefined) ?? defaultCurrency,
  }
  const ruleValues = {
    founding: orgApproval.mode,
    verification: yes(verificationEnabled),
    messages: yes(messaging.enabled),
    numbers: yes(reporting.enableAnalytics),
    approvals: yes(systemSettings.defaultEventSettings.approvalRequired),
    alone: yes(formConfig.allowIndividualUserHosting),
    ...blockedValues(restrictions.restrictedEventTypes),
    ahead: String(restrictions.minBookingAdvance ?? ''),
  }
  // A refused form shows what was entered: a box that was cleared is absent from it.
  const valuesOf = (form: string, saved: Filled['values']) =>
    filled.refusal && filled.values.do === form ? filled.values : saved
  const values = { ...valuesOf('zone', regionValues), ...valuesOf('rules', ruleValues) }
  const own: Filled = { values, refusal: filled.refusal }
  const timezoneField = field(own, {
    name: 'timezone',
    label: t('Time zone'),
    longest: 64,
    hint: t('Such as America/New_York. Used for rules, insights and new events.'),
  })
  const localeField = select(
    own,
    'locale',
    t('Language and region'),
    localeChoices(own.values.locale),
    t('For emails and for readers without a preference.'),
  )
  const currencyField = field(own, {
    name: 'currency',
    label: t('Currency'),
    longest: 3,
    hint: t('Such as USD or MXN, for new budgets. Existing budgets are not converted.'),
  })
  const clubFields = [
    select(own, 'founding', t('New clubs'), translateChoices(founding)),
    checkbox(own, 'verification', t('Clubs can request verification')),
    checkbox(own, 'messages', t('Clubs can post news')),
  ]
  const blockedTypes = html`<fieldset><legend>${t('Blocked event types')}</legend><div class="grid">${typesWith().map((type) => checkbox(own, `${blockedPrefix}${type}`, typeWords(type)))}</div>${field(
    own,
    {
      name: 'refused',
      label: t('Other blocked types'),
      optional: true,
      longest: 1000,
      hint: t('Separated by commas.'),
    },
  )}</fieldset>`
  const eventFields = [
    checkbox(own, 'approvals', t('New events request approval by default')),
    checkbox(own, 'alone', t('People can host events without a club')),
    field(own, {
      name: 'ahead',
      label: t('Minimum notice for new events, in hours'),
      optional: true,
      inputmode: 'numeric',
      longest: 4,
    }),
  ]
  return html`<form class="card stack" method="post" action="${adminPath}"><h2>${t('Region')}</h2>${hidden('do', 'zone')}<div>${localeField}${timezoneField}${currencyField}</div><button class="btn plain">${t('Save region')}</button></form>
<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'rules')}<h2>${t('Clubs')}</h2><div>${clubFields}</div><h2>${t('Events')}</h2><div>${eventFields}</div>${blockedTypes}<h2>${t('Insights')}</h2>${checkbox(own, 'numbers', t('Show insights about clubs and events'))}<button class="btn">${t('Save rules')}</button></form>`
}
