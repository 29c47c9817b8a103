import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'formResponses',
    of: 'school',
    entities: ['Form', 'FormVersion', 'FormResponse', 'FormAnswered'],
    holds: 'Answers to forms of organizations, and forms that you made',
    removed: 'Not with the account',
    kept: {
      why: 'Answers were given to the owner of the form, who keeps them; those to a form that was deleted end within minutes, those of an organization 30 days after its deletion. They name a member by an id, which after the deletion leads nowhere, and a guest by what the guest entered',
      entities: {
        Form: 'ids',
        FormVersion: 'ids',
        FormResponse: 'words',
        FormAnswered: 'ids',
      },
    },
    withheld: 'Answers are kept by form, not by person: ask the owner of the form',
  },
]
