import { describe, expect, it } from 'vitest'
import { bareCode } from './code.ts'
import { read, sources } from './files.ts'

const among = (pattern: RegExp): string[] =>
  sources('functions', 'lib')
    .filter((path) => pattern.test(bareCode(read(path))))
    .sort()

/**
 * What a record says somebody is counts for a caller only as far as what proved the caller. These files decide that, keep
 * the records, or judge people who are not the caller. The admin page decides by it whether to show an empty list of
 * approvals. Any other file asks `approvalRolesOf`, `orgRightsOf`, `hasOwnOrgPermission` or `isPersonalHost`.
 */
describe('what the records say about a caller', () => {
  it('about roles of approval is asked in one place', () => {
    expect(among(/\.approvalRoles\b|[{,] *approvalRoles\b/)).toEqual([
      'functions/approvals/preview.ts',
      'functions/pages/admin/admin.ts',
      'functions/stakeholders/members.ts',
      'functions/stakeholders/repository.ts',
      'functions/stakeholders/routing/event-routing.ts',
      'functions/stakeholders/routing/routing.ts',
      'lib/identity/person/caller.ts',
      'lib/identity/person/people.ts',
    ])
  })

  it('about permissions in an organization is asked in one place', () => {
    expect(among(/\bhasPermission\(/)).toEqual([
      'functions/budgets/review/decision.ts',
      'functions/members/roles.ts',
      'lib/identity/org/organizations.ts',
    ])
  })

  it('about who owns an organization or made an event is asked in one place', () => {
    const compared = (field: string) =>
      new RegExp(`\\b${field} [!=]== |[!=]== [\\w.?]*\\b${field}\\b|\\b${field}\\b[^\\]\\n]*\\]\\.includes`)
    expect(among(compared('owner'))).toEqual([
      'functions/events/affiliation.ts',
      'functions/members/membership/assignment.ts',
      'functions/members/membership/changes.ts',
      'functions/members/membership/departure.ts',
      'functions/members/membership/ownership-offer.ts',
      'functions/messages/views.ts',
      'functions/pages/club/club.ts',
      'lib/identity/org/organizations.ts',
      'lib/identity/org/roles.ts',
    ])
    expect(among(compared('createdBy'))).toEqual([
      'functions/approvals/approval.ts',
      'functions/approvals/delegation.ts',
      'functions/events/lists/suggestions.ts',
      'functions/events/visibility.ts',
      'functions/messages/notifications.ts',
      'functions/planning/create/forms.ts',
    ])
  })

  it('about platform roles is read where people are signed in, shown or appointed, and nowhere else', () => {
    expect(among(/\.platformRoles\b|[{,] *platformRoles\b(?!:)/)).toEqual([
      'functions/admins/platform-admins.ts',
      'functions/auth/login.ts',
      'functions/auth/self.ts',
      'functions/events/affiliation.ts',
      'functions/users/personal-data.ts',
      'lib/identity/person/addresses.ts',
      'lib/identity/person/caller.ts',
      'lib/identity/platform-admins.ts',
      'lib/identity/school/provider-trust.ts',
      'lib/identity/session/impersonation-status.ts',
      'lib/identity/session/sessions.ts',
    ])
  })
})
