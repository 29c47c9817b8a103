import { defaultLocale } from '../../../lib/contract/text/locale.ts'
import { initials } from '../../../lib/html/document.ts'
import { type AreaAction, adminPath, partPath } from '../admin/admin.ts'
import { type Answer, call, type FormAction, type PageContext, type Refusal } from '../call.ts'
import { failureMessage } from '../failure-words.ts'
import { type Filled, field, hidden, select, textArea } from '../layout/forms.ts'
import { type Html, html } from '../layout/page.ts'
import { accentPreview } from '../layout/style.ts'
import { msg, t } from '../locale.ts'
import { recordHealth } from './health.ts'
import { localeChoices } from './locales.ts'
import type { PlatformPartOf } from './platform.ts'
import { setupSection } from './setup.ts'
import { closingQuestion, statusForm, statusTag } from './status.ts'

type School = Answer<'tenants', 'getTenant'>

const valuesOf = (school: School): Filled['values'] => ({
  name: school.name,
  location: school.location,
  timezone: school.timezone,
  locale: school.locale ?? defaultLocale,
  color: school.color ?? '',
  logo: school.logo ?? '',
  webOrigin: school.webOrigin ?? '',
  domains: school.emailDomains.join('\n'),
})

/** Characters of a name that fit into the header of the preview. */
const longestShown = 28

/** The beginning of a long name, in whole words as far as possible. */
const shortName = (name: string): string => {
  if (name.length <= longestShown) return name
  const cut = name.slice(0, longestShown)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 0)) || cut}\u2026`
}

/** A page of the school in its colour, drawn: header, main button and link. */
const preview = (name: string, color: string | undefined): Html => {
  const shown = accentPreview(color)
  if (!shown)
    return html`<p class="soft">${t('Enter a color such as #2447c6 to see it. Without one, pages are blue.')}</p>`
  const { brand, ink, text } = shown
  return html`<svg viewBox="0 0 320 120" width="320" height="120" role="img" aria-label="${t('Preview of {name} in {brand}', { name, brand })}"><rect width="320" height="120" rx="12" fill="#fff" stroke="#e5e7ec"/><rect x="16" y="14" width="24" height="24" rx="6" fill="${brand}"/><text x="28" y="31" text-anchor="middle" font-size="13" font-weight="700" fill="${ink}">${initials(name)}</text><text x="50" y="31" font-size="14" font-weight="600" fill="#15171c">${shortName(name)}</text><rect x="16" y="62" width="112" height="40" rx="10" fill="${brand}"/><text x="72" y="87" text-anchor="middle" font-size="14" font-weight="600" fill="${ink}">${t('Register')}</text><text x="148" y="87" font-size="14" fill="${text}" text-decoration="underline">${t('View event')}</text></svg>`
}

const isPictureAddress = (logo: string): boolean => URL.canParse(logo) && new URL(logo).protocol === 'https:'

/** The logo as the header of the school's pages shows it. */
const logoPreview = (logo: string): Html | string =>
  isPictureAddress(logo)
    ? html`<p class="row"><img src="${logo}" alt="${t('Logo')}" height="36"> <span class="soft">${t('This is the logo at its size in the header. If you see only the word "Logo", no picture loads from this address.')}</span></p>`
    : ''

/** Warns of mail domains that another school has too: the identity providers of both vouch for their addresses. */
const sharedDomains = async (
  { tenantKey, emailDomains }: School,
  context: PageContext,
): Promise<Html | string> => {
  if (emailDomains.length === 0) return ''
  const all = await call(context, 'tenants', 'listTenants', {})
  const others = all.ok ? all.value.tenants.filter((other) => other.tenantKey !== tenantKey) : []
  const shared = emailDomains.flatMap((domain) =>
    others
      .filter((other) => other.emailDomains.includes(domain))
      .map(({ name }) =>
        t(
          '{domain} is a mail domain of {school} too. The identity providers of both schools can vouch for its addresses.',
          { domain: html`<bdi>${domain}</bdi>`, school: html`<bdi>${name}</bdi>` },
        ),
      ),
  )
  return shared.length === 0
    ? ''
    : html`<div class="tell warn" role="status">${shared.map((one) => html`<p>${one}</p>`)}</div>`
}

/** The registry record of one school: status, name, place, clock, looks and addresses. */
export const schoolPart: PlatformPartOf = async ({ query, filled }, context) => {
  const tenantKey = query.id ?? filled.values.id ?? ''
  const result = await call(context, 'tenants', 'getTenant', { tenantKey })
  if (!result.ok) return result
  const school = result.value
  const isSent = filled.values.do?.startsWith('school-') ?? false
  const own: Filled = isSent ? filled : { values: valuesOf(school) }
  const { name = school.name, color } = own.values
  const nameFields = [
    field(own, { name: 'name', label: t('Name'), longest: 120 }),
    field(own, { name: 'location', label: t('Place'), longest: 200 }),
    field(own, {
      name: 'timezone',
      label: t('Time zone'),
      longest: 64,
      hint: t('Such as America/New_York.'),
    }),
    select(
      own,
      'locale',
      t('Language and region'),
      localeChoices(own.values.locale),
      t('For emails and for readers without a preference.'),
    ),
  ]
  const lookFields = [
    field(own, {
      name: 'color',
      label: t('Color'),
      optional: true,
      longest: 7,
      hint: t('Such as #2447c6. Text on it is black or white, whichever reads better.'),
    }),
    field(own, {
      name: 'logo',
      label: t('Address of the logo'),
      optional: true,
      longest: 500,
      hint: t(
        'A square picture of at least 72 pixels that your website serves to everybody over https, such as https://www.school.edu/logo.png.',
      ),
    }),
  ]
  const addressFields = [
    textArea(own, {
      name: 'domains',
      label: t('Mail domains'),
      optional: true,
      longest: 8000,
      hint: t('One per line. People with an address there belong to the school.'),
    }),
    field(own, {
      name: 'webOrigin',
      label: t('Address of its own web app'),
      optional: true,
      longest: 200,
      hint: t('Such as https://app.school.edu. If empty, people use these pages.'),
    }),
  ]
  const { logo = '' } = own.values
  const shared = await sharedDomains(school, context)
  const lines = [
    html`<a href="${partPath('schools')}">${t('All schools')}</a>`,
    html`<a href="${school.subdomainUrl}/">${school.subdomainUrl}</a>`,
    html`<a href="${partPath('audit', { id: tenantKey })}">${t('Audit log')}</a>`,
  ]
  const record = html`<form class="card stack" method="post" action="${adminPath}">${hidden('id', tenantKey)}<h2>${t('Name and place')}</h2><div>${nameFields}</div><h2>${t('Look')}</h2>${preview(name, color)}${logoPreview(logo)}<div>${lookFields}</div><h2>${t('Addresses')}</h2>${shared}<div>${addressFields}</div><div class="row"><button class="btn" name="do" value="school-save">${t('Save school')}</button><button class="btn plain" name="do" value="school-preview">${t('Preview look')}</button></div></form>`
  return {
    heading: html`<bdi>${school.name}</bdi> ${statusTag(school.status)}`,
    about: html`<span class="row">${lines}</span>`,
    body: html`${closingQuestion(school, filled)}${setupSection(school)}${record}${statusForm(school, filled)}${recordHealth(school)}`,
    picture: isPictureAddress(logo) ? logo : undefined,
  }
}

/** What a field of the record needs, whatever the operation found wrong with its form. */
const fieldForms: Readonly<Record<string, string>> = {
  timezone: msg('Enter a time zone such as America/New_York'),
  color: msg('Enter a color such as #2447c6'),
  logo: msg('Enter an address that starts with https://, such as https://www.school.edu/logo.png'),
  webOrigin: msg('Enter an address without a path, such as https://app.school.edu'),
}

/** A refusal with the form of each field that was not in its form. Limits of length stay as they are. */
export const withFieldForms = (refusal: Refusal): Refusal => ({
  ...refusal,
  details: refusal.details.map((detail) => {
    const message = fieldForms[detail.field]
    return message === undefined || /^(?:Send at|This is required)/.test(detail.message)
      ? detail
      : { field: detail.field, message }
  }),
})

/** The refusals of mail domains, which name their numbers, at the field with all of them. */
const domainMistakes = ({ details }: Refusal, domains: readonly string[]): string =>
  details
    .flatMap((detail) => {
      const at = /^emailDomains\.(\d+)$/.exec(detail.field)?.[1]
      const values = { domain: domains[Number(at)] ?? '', problem: failureMessage(detail) }
      return at === undefined ? [] : [t('{domain}: {problem}', values)]
    })
    .join(' ')

/**
 * The logo as it is sent. Programs may send an address over http, which pages over https cannot show: without its scheme it
 * is refused together with the other mistakes.
 */
const logoSent = (logo = ''): string => logo.replace(/^http:/i, '')

const saveSchool: FormAction = async ({ id = '', name, location, timezone, locale, ...input }, context) => {
  const emailDomains = (input.domains ?? '')
    .split(/[\s,]+/)
    .map((domain) => domain.replace(/^@/, ''))
    .filter((domain) => domain !== '')
  const result = await call(context, 'tenants', 'updateTenant', {
    tenantKey: id,
    name,
    location,
    timezone,
    locale,
    color: (input.color ?? '') as '',
    logo: logoSent(input.logo) as '',
    webOrigin: (input.webOrigin ?? '') as '',
    emailDomains,
  })
  if (result.ok) return result
  const message = domainMistakes(result.refusal, emailDomains)
  const refusal = withFieldForms(result.refusal)
  const details = message === '' ? [] : [{ field: 'domains', message }]
  return { ok: false, refusal: { ...refusal, details: [...refusal.details, ...details] } }
}

export const schoolActions: Readonly<Record<string, AreaAction>> = {
  'school-save': { part: 'school', done: 'school-saved', opens: 'item', run: saveSchool },
}
