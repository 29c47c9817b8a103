import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'verificationRequests',
    of: 'school',
    entities: ['VerificationRequest', 'VerificationBody', 'VerificationApproval'],
    holds: 'What you asked the school for in the name of an organization, and requests that you answered',
    removed: 'Not with the account; with the organization, 30 days after it was deleted',
    kept: {
      why: 'That an organization was verified, and by whom, is a record of the school; it names people by an id, which after the deletion leads nowhere',
      entities: { VerificationRequest: 'ids', VerificationBody: 'ids', VerificationApproval: 'ids' },
    },
    withheld: 'Requests are kept by organization: read them there',
  },
]
