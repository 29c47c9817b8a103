import { schoolAt } from '../../../lib/identity/school/schools.ts'
import { type Answer, call, identifyReader, type PageContext, pageScope } from '../call.ts'
import { type Html, html, listed, pageOf, refusedPage } from '../layout/page.ts'
import { msg, t } from '../locale.ts'

type School = Answer<'tenants', 'getTenantConfig'>['tenants'][number]

const states: Readonly<Record<string, string>> = {
  coming_soon: msg('Opens soon'),
  maintenance: msg('Closed for now'),
}

const schoolItem = ({ settings }: PageContext, school: School): Html => {
  const state = states[school.status]
  return html`<li class="item"><span class="day" aria-hidden="true"><b>${[...school.name][0] ?? ''}</b></span><div class="stack-s"><h2><a href="${schoolAt(settings, school.tenantKey).origin}/"><bdi>${school.name}</bdi></a></h2><p><bdi>${school.location}</bdi></p>${state ? html`<p><span class="tag warn">${t(state)}</span>${school.statusMessage ? html` <bdi>${school.statusMessage}</bdi>` : ''}</p>` : ''}</div></li>`
}

/** The schools that everybody may know of, on the platform host. */
export const schoolsPage = async (context: PageContext) => {
  const reader = pageScope(context).request.carriesSession ? identifyReader(context) : undefined
  const [result] = await Promise.all([call(context, 'tenants', 'getTenantConfig', {}), reader])
  if (!result.ok) return refusedPage(context, result.refusal)
  const { tenants } = result.value
  const title = t('Choose your school')
  const body = html`<div class="stack"><h1>${title}</h1>${listed(
    tenants.map((school) => schoolItem(context, school)),
    [t('No school has opened here yet'), t('Schools appear here.')],
    'grid',
  )}</div>`
  return pageOf(context, { title, body })
}
