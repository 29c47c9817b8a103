import { call, type Files, type PageContext } from '../call.ts'
import { clubFieldNames, clubFields, clubRefusal, clubSent, clubValues } from '../clubs/fields.ts'
import { fileForm } from '../layout/files.ts'
import { checkbox, type Filled, hidden, refusedForm } from '../layout/forms.ts'
import { type Html, html, isPicture } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { FormInput } from './change.ts'
import { dashboardPath, type PartOf } from './dashboard.ts'

const picture = (address: string | null, css: string): Html | string =>
  address && /^https?:\/\//.test(address)
    ? html`<img class="${css}" src="${address}" alt="" loading="lazy">`
    : ''

/** The way to another owner, shown to the owner only. */
const handingOver = (path: string): Html =>
  html`<section class="card stack"><h2>${t('Hand over the club')}</h2><p>${t('Choose the member who takes over, then offer or transfer the ownership. An offer has to be accepted within 14 days; a transfer takes effect at once. Afterwards you are a regular member and no longer manage the club.')}</p><p><a class="btn plain" href="${dashboardPath(path, 'members')}">${t('Choose a member')}</a></p></section>`

/** The texts, pictures and links of the club page. */
export const pagePart: PartOf = async ({ orgId, path }, _, filled, context) => {
  const found = await call(context, 'organizations', 'getOrganization', { id: orgId })
  if (!found.ok) return found
  const [club] = found.value.org
  if (!club) return html``
  const own: Filled = filled.values.do === 'save-page' ? filled : { values: clubValues(club) }
  const banner = picture(club.org_banner_image, 'banner low')
  const removals = {
    logo: isPicture(club.org_profile_image) ? checkbox(own, 'no-logo', t('Remove the logo')) : '',
    banner: banner === '' ? '' : checkbox(own, 'no-banner', t('Remove the banner')),
  }
  return html`${banner}${fileForm(path, html`<h2>${t('Club page')}</h2>${hidden('do', 'save-page')}${refusedForm(own, clubFieldNames)}${clubFields(own, removals)}<div>${checkbox(own, 'unlisted', t('Hide from the club directory'))}</div><button class="btn">${t('Save changes')}</button>`, undefined, own)}${handingOver(path)}`
}

/** Saves the club page with the pictures that were chosen. */
export const savePage = async (input: FormInput, files: Files, context: PageContext) => {
  const refusal = clubRefusal(input)
  if (refusal) return { ok: false, refusal } as const
  return call(context, 'organizations', 'editOrganization', {
    orgId: input.orgId,
    ...clubSent(input),
    unlisted: input.unlisted === 'yes',
    ...(input['no-logo'] === 'yes' ? { removeLogo: true } : {}),
    ...(input['no-banner'] === 'yes' && files.bannerImage === undefined ? { org_banner_image: '' } : {}),
    files,
  })
}
