import { access } from '../../lib/identity/person/records.ts'
import type { PersonalData } from '../../lib/personal-data.ts'
import { feedRemoval, listFeeds } from './repository.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'calendarAddresses',
    of: 'person',
    entities: ['CalendarFeed', 'CalendarPointer'],
    holds:
      'At which schools and when you asked for the secret address of your calendar, of which only a hash is kept',
    removed: 'Within minutes of leaving the school it is of; all of them with the last school',
    async collect({ person }, table) {
      const feeds = await listFeeds(table, person.user.id)
      return { rows: feeds.map(({ school, createdAt }) => ({ school, createdAt })) }
    },
    async erase({ globalUserId, since }, table) {
      const [feeds, rights] = await Promise.all([
        listFeeds(table, globalUserId),
        table.get(access, { globalUserId }, { strong: true }),
      ])
      const over = feeds.filter(
        ({ school, createdAt }) => createdAt <= since && (!rights || school === table.tenant),
      )
      await Promise.all(over.map((feed) => table.at(feed.school).write(feedRemoval(feed))))
      return false
    },
  },
]
