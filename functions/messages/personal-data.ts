import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'messages',
    of: 'school',
    entities: ['Message', 'Reply', 'Like', 'DeletedMessage'],
    holds: 'Messages and replies that you posted in organizations, and your likes',
    removed: 'Not with the account. Before you leave, you can delete your messages in the organization.',
    kept: {
      why: 'Messages are the organization’s conversation and are removed 30 days after its deletion. The author is an id that points to nobody after the deletion. A deleted message is removed after 30 days.',
      entities: {
        Message: 'ids',
        Reply: 'ids',
        Like: 'ids',
        DeletedMessage: 'ids',
      },
    },
    withheld: 'Messages are stored by organization, not by author. Read them in the organization.',
  },
]
