import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'eventViews',
    of: 'school',
    entities: ['ViewMark'],
    holds: 'Views of an event page, as a keyed hash of the event and the person',
    withheld: 'A view is stored as a hash, so yours cannot be found',
    removed: 'Automatically, 90 days after the first view',
    kept: { why: 'The hash cannot be found from the person', entities: { ViewMark: 'ids' } },
  },
  {
    name: 'participation',
    of: 'school',
    entities: ['Participation'],
    holds:
      'For each organization, the number of its events that you registered for or attended, also without membership',
    withheld:
      'Counts are stored by organization, not by person. The events themselves are listed under your registrations.',
    removed: 'With the last of these events, or with the organization',
    kept: {
      why: 'The count uses an id that points to nobody after the deletion, like your registrations for past events',
      entities: { Participation: 'ids' },
    },
  },
]
