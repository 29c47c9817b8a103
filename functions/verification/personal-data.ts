import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'verificationRequests',
    of: 'school',
    entities: ['VerificationRequest', 'VerificationBody', 'VerificationApproval'],
    holds: 'Verification requests that you submitted for an organization, and requests that you decided',
    removed: 'Not with the account. With the organization, 30 days after its deletion.',
    kept: {
      why: 'The school keeps a record of who verified an organization. People are ids that point to nobody after the deletion.',
      entities: { VerificationRequest: 'ids', VerificationBody: 'ids', VerificationApproval: 'ids' },
    },
    withheld: 'Requests are stored by organization. Read them on the organization.',
  },
]
