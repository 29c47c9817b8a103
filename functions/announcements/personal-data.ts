import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'announcements',
    of: 'school',
    entities: ['Announcement', 'GuestMails'],
    holds: 'What you told the people of events in the name of an organization, and whom you left out',
    removed:
      'Not with the account; announcements end with their event, whom you left out after 7 days, but for digests that name nobody',
    kept: {
      why: 'They are what an organization told the people of an event, and are purged with it. They name their author by an id, which after the deletion leads nowhere; whom a mail to guests leaves out is named by id or address until the mails are made, 7 days at most, and by a digest with the announcement',
      entities: { Announcement: 'ids', GuestMails: 'words' },
    },
    withheld: 'Announcements are kept by event, not by author: read them there',
  },
]
