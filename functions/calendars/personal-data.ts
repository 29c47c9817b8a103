import type { PersonalData } from '../../lib/personal-data.ts'
import { feedGone, findFeed } from './repository.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'calendarAddress',
    of: 'school',
    entities: ['CalendarFeed', 'CalendarPointer'],
    holds: 'When you asked for the secret address of your calendar, of which only a hash is kept',
    removed: 'Within minutes',
    async collect({ person }, table) {
      const feed = await findFeed(table, person.user.id)
      return { rows: feed ? [{ createdAt: feed.createdAt }] : [] }
    },
    async erase({ globalUserId, since }, table) {
      const feed = await findFeed(table, globalUserId)
      if (feed && feed.createdAt <= since) await table.write(feedGone(feed))
      return false
    },
  },
]
