import { describe, expect, it } from 'vitest'
import { bareCode } from './code.ts'
import { read, sources } from './files.ts'

const among = (pattern: RegExp): string[] =>
  sources('functions', 'lib')
    .filter((path) => pattern.test(bareCode(read(path))))
    .sort()

/**
 * What a record says somebody is counts for a caller only as far as what proved the caller. These files decide that, keep
 * the records, or judge people who are not the caller; any other one asks `approvalRolesOf`, `standingOf`, `holdsIn` or `isOwn`.
 */
describe('what the records say about a caller', () => {
  it('about roles of approval is asked in one place', () => {
    expect(among(/\.approvalRoles\b|[{,] *approvalRoles\b/)).toEqual([
      'functions/approvals/simulating.ts',
      'functions/stakeholders/event-routing.ts',
      'functions/stakeholders/joining.ts',
      'functions/stakeholders/members.ts',
      'functions/stakeholders/repository.ts',
      'functions/stakeholders/routing.ts',
      'lib/identity/caller.ts',
      'lib/identity/people.ts',
    ])
  })

  it('about permissions in an organization is asked in one place', () => {
    expect(among(/\bmemberMay\(/)).toEqual([
      'functions/budgets/holders.ts',
      'functions/members/service.ts',
      'lib/identity/organizations.ts',
    ])
  })

  it('about who owns an organization or made an event is asked in one place', () => {
    const compared = (field: string) =>
      new RegExp(`\\b${field} [!=]== |[!=]== [\\w.?]*\\b${field}\\b|\\b${field}\\b[^\\]\\n]*\\]\\.includes`)
    expect(among(compared('owner'))).toEqual([
      'functions/events/belonging.ts',
      'functions/members/assigning.ts',
      'functions/members/changing.ts',
      'functions/members/leaving.ts',
      'functions/messages/views.ts',
      'lib/identity/org-roles.ts',
      'lib/identity/organizations.ts',
    ])
    expect(among(compared('createdBy'))).toEqual([
      'functions/approvals/delegating.ts',
      'functions/events/belonging.ts',
      'functions/events/suggestions.ts',
      'functions/events/visibility.ts',
      'functions/messages/notifying.ts',
      'functions/planning/event-forms.ts',
    ])
  })

  it('about platform roles is read where people are signed in, shown or appointed, and nowhere else', () => {
    expect(among(/\.platformRoles\b|[{,] *platformRoles\b(?!:)/)).toEqual([
      'functions/admins/adding.ts',
      'functions/admins/removing.ts',
      'functions/auth/school.ts',
      'functions/auth/service.ts',
      'functions/events/belonging.ts',
      'functions/users/personal-data.ts',
      'lib/identity/caller.ts',
      'lib/identity/impersonation.ts',
      'lib/identity/platform-grants.ts',
      'lib/identity/school-mailbox.ts',
      'lib/identity/school-trust.ts',
      'lib/identity/sessions.ts',
    ])
  })
})
