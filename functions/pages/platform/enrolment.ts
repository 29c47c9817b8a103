import { isTenantKey, reservedLabels } from '../../../lib/identity/school/schools.ts'
import { type AreaAction, adminPath, partPath } from '../admin/admin.ts'
import { call, type FormAction, type PageContext } from '../call.ts'
import { type Filled, field, hidden, select } from '../layout/forms.ts'
import { html } from '../layout/page.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { localeChoices } from './locales.ts'
import type { PlatformPartOf } from './platform.ts'
import { withFieldForms } from './school.ts'
import { type Status, statusChoices } from './status.ts'

/** The form that enrolls a school. */
export const enrolmentPart: PlatformPartOf = async ({ filled }, context) => {
  // The form is for people who may send it.
  const result = await call(context, 'tenants', 'getManagedTenants', {})
  if (!result.ok) return result
  const own: Filled = filled.values.do === 'enrol' ? filled : { values: { status: 'coming_soon' } }
  const fields = [
    field(own, { name: 'name', label: t('Name'), longest: 120 }),
    field(own, {
      name: 'tenantKey',
      label: t('Subdomain'),
      longest: 32,
      hint: t(
        'The first part of its address: 2 to 32 lowercase letters, digits and hyphens. It starts with a letter and ends with a letter or a digit. It cannot be changed later.',
      ),
    }),
    field(own, { name: 'location', label: t('Place'), longest: 200 }),
    field(own, {
      name: 'timezone',
      label: t('Time zone'),
      longest: 64,
      hint: t('Such as America/New_York.'),
    }),
    select(own, 'locale', t('Language and region'), localeChoices(own.values.locale)),
    select(own, 'status', t('Status'), translateChoices(statusChoices)),
  ]
  const next = t(
    'Then you open the school, its first administrator creates an account there, and you make that person an administrator. The page of the school leads you through these steps.',
  )
  return {
    heading: t('Enroll a school'),
    about: html`<a href="${partPath('schools')}">${t('All schools')}</a>`,
    body: html`<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'enrol')}<div>${fields}</div><p class="soft">${next}</p><button class="btn">${t('Enroll school')}</button></form>`,
  }
}

/** What is wrong with a subdomain, beyond its length. */
const keyMistake = async (context: PageContext, tenantKey: string): Promise<string | undefined> => {
  if (tenantKey === '') return undefined
  if (reservedLabels.includes(tenantKey)) return msg('This subdomain is reserved. Choose another one.')
  if (!isTenantKey(tenantKey))
    return msg(
      'Use 2 to 32 lowercase letters, digits and hyphens. Start with a letter, and end with a letter or a digit.',
    )
  const taken = await call(context, 'tenants', 'getTenant', { tenantKey })
  return taken.ok ? msg('A school with this subdomain already exists. Choose another one.') : undefined
}

/** The operation checks a subdomain after all other fields. The form reports its mistake together with theirs. */
const enrol: FormAction = async (input, context) => {
  const { name = '', location = '', timezone = '', locale, status } = input
  const tenantKey = (input.tenantKey ?? '').trim()
  const result = await call(context, 'tenants', 'createTenant', {
    tenantKey,
    name,
    location,
    timezone,
    locale,
    status: status as Status | undefined,
  })
  if (result.ok || (result.refusal.status !== 400 && result.refusal.status !== 409)) return result
  const message = await keyMistake(context, tenantKey)
  const refusal = withFieldForms(result.refusal)
  if (message === undefined) return { ok: false, refusal }
  const details = [...refusal.details, { field: 'tenantKey', message }]
  return { ok: false, refusal: { ...refusal, details } }
}

/** After an enrolment the record of the new school follows, with what comes next. */
export const enrolmentActions: Readonly<Record<string, AreaAction>> = {
  enrol: {
    part: 'enrol',
    done: 'enrolled',
    next: ({ tenantKey }) => partPath('school', { id: tenantKey?.trim() }),
    run: enrol,
  },
}
