import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'messages',
    of: 'school',
    entities: ['Message', 'Reply', 'Like', 'DeletedMessage'],
    holds: 'Messages and replies that you wrote to organizations, and what you like',
    removed: 'Not with the account; whoever wrote a message deletes it in the organization',
    kept: {
      why: 'They are the conversation of an organization and end with it, 30 days after its deletion. They name their author by an id, which after the deletion leads nowhere; a deleted message ends after 30 days',
      entities: {
        Message: 'ids',
        Reply: 'ids',
        Like: 'ids',
        DeletedMessage: 'ids',
      },
    },
    withheld: 'Messages are kept by organization, not by author: read them there',
  },
]
