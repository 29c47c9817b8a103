import { type Answer, call, type PageContext, pageScope } from '../call.ts'
import type { Html } from '../layout/html.ts'
import { registrationTag } from './seat-tag.ts'

export type Going = Answer<'events', 'listGoingEvents'>['events'][number]

/** Pages of registrations that are read: events that have just ended fill pages without being shown. */
const maxReads = 4

/** The next events of the reader, from as many pages as hold `enough` that take place; none without a session. */
export const nextEvents = async (context: PageContext, enough = 1): Promise<readonly Going[]> => {
  if (!pageScope(context).request.carriesSession) return []
  const events: Going[] = []
  let cursor: string | undefined
  for (let reads = 0; reads < maxReads; reads += 1) {
    const result = await call(context, 'events', 'listGoingEvents', { limit: '100', cursor })
    if (!result.ok) break
    events.push(...result.value.events)
    cursor = result.value.nextCursor
    if (cursor === undefined || events.filter(({ status }) => status !== 'cancelled').length >= enough) break
  }
  return events
}

/** The tag of each event that the reader has a seat at or waits for, for lists of events. */
export type OwnTags = (event: { readonly _id: string }) => Html | undefined

/** Tags of the reader's next events, about a hundred at most. */
export const ownTagsOf = (events: readonly Going[]): OwnTags => {
  const own = new Map(events.map((event) => [event._id, event]))
  return ({ _id }) => {
    const going = own.get(_id)
    return going && registrationTag(going)
  }
}

/** The same for a page that shows only the tags. Call it in parallel with the page's own calls. */
export const ownTags = async (context: PageContext): Promise<OwnTags> => ownTagsOf(await nextEvents(context))
