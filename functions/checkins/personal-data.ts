import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'doors',
    of: 'school',
    entities: ['DoorCredential', 'DoorTrace'],
    holds:
      'When you came to an event without a registration and left it again; door credentials that you made, by your id',
    withheld: 'It is kept by event, ends by itself and tells no more than the door of the event was told',
    removed: 'By itself: A week after the event, or 30 days after a credential has ended',
    kept: {
      why: 'So that a scan which arrives late changes nothing, and helpers can be traced to who admitted them',
      entities: { DoorCredential: 'ids', DoorTrace: 'ids' },
    },
  },
]
