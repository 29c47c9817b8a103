import { schoolAt } from '../../../lib/identity/school/schools.ts'
import { call, identifyReader, type PageContext } from '../call.ts'
import { html, listed, pageOf, refusedPage } from '../layout/page.ts'
import { t } from '../locale.ts'

/** The other schools, where a guest of theirs finds their registrations. Each school keeps its own. */
export const otherSchoolsPage = async (context: PageContext) => {
  const [reader, found] = await Promise.all([
    identifyReader(context),
    call(context, 'tenants', 'getTenantConfig', {}),
  ])
  if (!reader.ok) return refusedPage(context, reader.refusal)
  if (!found.ok) return refusedPage(context, found.refusal)
  const { tenant, settings } = context
  const rows = found.value.tenants
    .filter(({ tenantKey }) => tenantKey !== tenant.key)
    .map(
      ({ tenantKey, name, location }) =>
        html`<li class="item"><div class="stack-s"><h2><a href="${schoolAt(settings, tenantKey).origin}/"><bdi>${name}</bdi></a></h2><p><bdi>${location}</bdi></p><p class="over"><a href="${schoolAt(settings, tenantKey).origin}/my-events">${t('My events at {school}', { school: html`<bdi>${name}</bdi>` })}</a></p></div></li>`,
    )
  const title = t('Events at other schools')
  const text = t(
    'As a guest you can register for public events of other schools, with the same account. Your registrations and tickets stay at the school of the event.',
  )
  const list = listed(
    rows,
    [t('There are no other schools yet'), t('When another school opens, it appears here.')],
    'grid',
  )
  const body = html`<div class="stack"><p><a href="/my-events">${t('My events')}</a></p><h1>${title}</h1><p class="soft">${text}</p>${list}</div>`
  return pageOf(context, { title, body, place: 'mine' })
}
