import { replay } from './replay.ts'
import { budgets } from './rows/organizations/budgets.ts'
import { forms } from './rows/organizations/forms.ts'
import { invites } from './rows/organizations/invites.ts'
import { managedMembers } from './rows/organizations/managed-members.ts'
import { management } from './rows/organizations/management.ts'
import { members } from './rows/organizations/members.ts'
import { announcements, messages } from './rows/organizations/messages.ts'
import { organizationForms } from './rows/organizations/organization-forms.ts'
import { organizations } from './rows/organizations/organizations.ts'
import { verification } from './rows/organizations/verification.ts'

replay({
  organizations,
  organizationForms,
  members,
  managedMembers,
  messages,
  announcements,
  invites,
  forms,
  budgets,
  verification,
  management,
})
