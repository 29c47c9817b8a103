import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'doors',
    of: 'school',
    entities: ['DoorCredential', 'DoorTrace'],
    holds:
      'Your check-ins and check-outs at events without a registration, and check-in desk credentials that you created, by your id',
    withheld:
      'It is stored by event and removed automatically. It contains only what the check-in desk recorded.',
    removed: 'Automatically, a week after the event or 30 days after a credential has expired',
    kept: {
      why: 'A scan that arrives late must change nothing, and every helper must be traceable to the organizer who created the credential',
      entities: { DoorCredential: 'ids', DoorTrace: 'ids' },
    },
  },
]
