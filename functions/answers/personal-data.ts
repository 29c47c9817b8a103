import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'formResponses',
    of: 'school',
    entities: ['Form', 'FormVersion', 'FormResponse', 'FormAnswered'],
    holds: 'Your answers to organizations’ forms, and forms that you created',
    removed: 'Not with the account',
    kept: {
      why: 'Answers belong to the form’s owner. They are removed within minutes of the form’s deletion, and 30 days after the organization’s deletion. A member is an id that points to nobody after the deletion. A guest is stored with the name and address entered.',
      entities: {
        Form: 'ids',
        FormVersion: 'ids',
        FormResponse: 'words',
        FormAnswered: 'ids',
      },
    },
    withheld: 'Answers are stored by form, not by person. Ask the form’s owner.',
  },
]
