import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'eventViews',
    of: 'school',
    entities: ['ViewMark'],
    holds: 'That somebody has looked at an event, as a keyed hash of the event and the person',
    withheld: 'It is a hash that leads to nobody, so nobody can say which are yours',
    removed: 'By itself, 90 days after the first look',
    kept: { why: 'The hash cannot be found again from the person', entities: { ViewMark: 'ids' } },
  },
  {
    name: 'participation',
    of: 'school',
    entities: ['Participation'],
    holds:
      'At how many events of an organization you are registered or have been, whether you are a member of it or not',
    withheld: 'It is kept by organization, not by person; the events themselves are among your registrations',
    removed: 'With the last of these events, and with the organization',
    kept: {
      why: 'Like your place at events that have been, it counts you by an id which after the deletion leads nowhere',
      entities: { Participation: 'ids' },
    },
  },
]
