import { call, type PageContext, pageScope } from '../call.ts'

type Request = ReturnType<typeof pageScope>

const counts = new WeakMap<Request, Promise<number>>()

const countUnread = async (context: PageContext): Promise<number> => {
  if (context.tenant.platform || !pageScope(context).request.carriesSession) return 0
  const result = await call(context, 'notifications', 'countUnreadNotifications', {})
  return result.ok ? result.value.count : 0
}

/**
 * The reader's unread notifications, counted once for a request. Pages begin it with their own first calls, so that it
 * costs no further round trip.
 */
export const unreadCount = (context: PageContext): Promise<number> => {
  const request = pageScope(context)
  const counted = counts.get(request) ?? countUnread(context)
  counts.set(request, counted)
  return counted
}
