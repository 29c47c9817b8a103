import { access } from '../../lib/identity/person/records.ts'
import type { PersonalData } from '../../lib/personal-data.ts'
import { feedRemoval, listFeeds } from './repository.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'calendarAddresses',
    of: 'person',
    entities: ['CalendarFeed', 'CalendarPointer'],
    holds:
      'Schools where you created a secret calendar address, and when. Only a hash of the address is stored.',
    removed: 'Within minutes of leaving that school, and all of them with the last school',
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
