import { type Answer, type CallResult, call, type PageContext, pageScope } from '../call.ts'
import { type Html, html, raw } from '../layout/html.ts'
import { icon } from '../layout/icons.ts'
import { t } from '../locale.ts'
import { countWords, mostCounted } from './count-tag.ts'

type Request = ReturnType<typeof pageScope>
type Stuck = CallResult<Answer<'approvals', 'listStuckApprovals'>>

const lists = new WeakMap<Request, Promise<Stuck>>()

/** Approvals that are overdue or that nobody is appointed for, as far as the header counts them, listed once for a request: the console shows the same. */
export const listStuck = (context: PageContext): Promise<Stuck> => {
  const request = pageScope(context)
  const listed =
    lists.get(request) ?? call(context, 'approvals', 'listStuckApprovals', { limit: String(mostCounted + 1) })
  lists.set(request, listed)
  return listed
}

const countStuck = async (context: PageContext): Promise<number> => {
  const result = await listStuck(context)
  return result.ok ? result.value.events.length : 0
}

/**
 * For administrators of the school: the way to their console. The tag says that it counts stuck approvals, because the
 * console counts all that wait.
 */
export const adminLink = async (context: PageContext): Promise<Html | string> => {
  const { visit, request } = pageScope(context)
  if (context.tenant.platform || !visit.isAdministrator) return ''
  const isHere = request.path.startsWith('/admin')
  const count = await countStuck(context)
  const tag =
    count === 0 ? '' : html` <b class="count-tag num">${t('{count} stuck', { count: countWords(count) })}</b>`
  return html`<a class="admin-link" href="/admin"${isHere ? raw(' aria-current="page"') : ''}>${icon('settings')}<span>${t('Administration')}</span>${tag}</a>`
}
