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
]
