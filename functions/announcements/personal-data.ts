import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'announcements',
    of: 'school',
    entities: ['Announcement', 'GuestMails'],
    holds:
      'Announcements that you sent to an event’s attendees for an organization, and the recipients that you excluded',
    removed:
      'Not with the account. Announcements are removed with their event, and excluded recipients after 7 days, except for digests that identify nobody.',
    kept: {
      why: 'Announcements belong to the organization and are removed with the event. The author is an id that points to nobody after the deletion. Excluded recipients are stored by id or address until the mails are prepared, 7 days at most, and as a digest with the announcement.',
      entities: { Announcement: 'ids', GuestMails: 'words' },
    },
    withheld: 'Announcements are stored by event, not by author. Read them on the event.',
  },
]
