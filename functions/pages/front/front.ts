import { ask, type PageContext } from '../ask.ts'
import { eventItems } from '../event/items.ts'
import { empty, type Html, html, pageOf, refusedPage, searchForm } from '../layout/page.ts'
import { schoolsPage } from './schools.ts'

type Asked = Partial<Record<'search' | 'cursor' | 'said', string | undefined>>

const perPage = '24'

const nothing = (search: string): Html =>
  search === ''
    ? empty('Nothing is planned yet', 'Once events are published, they stand here.')
    : empty(`Nothing found for \u201c${search}\u201d`, 'Try another word, or the beginning of one.', {
        href: '/',
        text: 'Show all events',
      })

/** What is on at the school, the next first; on the platform host the schools. */
export const showFrontPage = async ({ search = '', cursor, said }: Asked, context: PageContext) => {
  if (context.tenant.platform) return schoolsPage(context)
  const typed = search.trim()
  const heard = await ask(context, 'events', 'listFutureEvents', {
    limit: perPage,
    search: typed || undefined,
    cursor,
  })
  if (!heard.ok) return refusedPage(context, heard.refusal)
  const { events, nextCursor } = heard.value
  const onward = new URLSearchParams({ ...(typed ? { search: typed } : {}), cursor: nextCursor ?? '' })
  const body = html`<div class="stack"><div class="row between"><h1>${typed ? 'Found' : cursor ? 'More events' : 'What is on'}</h1></div>
${searchForm('/', 'Search events', typed)}
${events.length === 0 ? nothing(typed) : eventItems(events)}
${nextCursor === undefined ? '' : html`<p><a class="btn plain" href="/?${onward.toString()}">Later events</a></p>`}
<p class="soft"><a href="/calendar.ics">Subscribe to the calendar of the school</a></p></div>`
  return pageOf(context, { title: typed ? `Found: ${typed}` : 'What is on', body, place: 'events', said })
}
