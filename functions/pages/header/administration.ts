import { call, type PageContext, pageScope } from '../call.ts'
import { type Html, html, raw } from '../layout/html.ts'
import { icon } from '../layout/icons.ts'
import { t } from '../locale.ts'
import { countTag, mostCounted } from './count-tag.ts'

/** Overdue approvals, as far as they are counted. One query, and only for administrators outside of their console. */
const overdue = async (context: PageContext): Promise<number> => {
  const result = await call(context, 'approvals', 'listStuckApprovals', { limit: String(mostCounted + 1) })
  return result.ok ? result.value.events.length : 0
}

/** For administrators of the school: the way to their console, with what waits for them. */
export const adminLink = async (context: PageContext): Promise<Html | string> => {
  const { visit, request } = pageScope(context)
  if (context.tenant.platform || !visit.isAdministrator) return ''
  const isHere = request.path.startsWith('/admin')
  const count = isHere ? 0 : await overdue(context)
  return html`<a class="admin-link" href="/admin"${isHere ? raw(' aria-current="page"') : ''}>${icon('settings')}<span>${t('Administration')}</span>${countTag(count, (overdue) => t('{count} overdue', { count: overdue }))}</a>`
}
