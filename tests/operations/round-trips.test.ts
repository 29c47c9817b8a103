import { describe, expect, it } from 'vitest'
import { declaredCosts, costsOf as of } from '../support/costs.ts'
import { everySample } from '../support/replay.ts'

/** One round trip says who asks; an operation may take three more. */
const most = 4

const codeIsGuessed =
  'A code is compared after its guess is counted, so that guesses at once are all counted; the limit over all codes is read again after that.'
const waysToSignIn =
  'What a person may sign in with is read after their own proof, and every device is told of the change after it stands.'

const factorIsUsedUp =
  'A code is counted as a guess before it is compared, or a challenge used up before the key is asked for; each is spent once before anybody is signed in by it.'

const claimedFirst =
  'All that it decides by was read ahead, so the claim that knows a repetition stands alone before the first write.'

const answersFirst =
  'The answers say who registered with them; whoever may stand at the door is told whether these stand, as they are now.'

const assisted =
  'Who is meant is known by the school, what is theirs by their person, whom it is told by their schools; all of it is a condition of the write. Rare.'

const recoveredWays =
  'The person is known by the token or the id, their ways in by their schools and sessions; what is removed is a condition of the write. Rare.'

/** What takes more, with what each round trip must not know before the one ahead of it. */
const deeper: Readonly<Record<string, string>> = {
  'analytics.exportAttendees':
    'The forms of the event say which answers are columns, and the answers are those of its attendees.',
  'providers.googleLogin':
    'Nobody is known before the provider has said who it is; a new person is made, and then signed in.',
  'providers.appleLogin':
    'Nobody is known before the provider has said who it is; a new person is made, and then signed in.',
  'providers.appleCallback':
    'The request is taken once, then the provider asked; a new person is made, and then signed in.',
  'providers.linkWay': `${waysToSignIn} The request at the provider is taken once before that, and attempts are limited.`,
  'providers.unlinkWay': waysToSignIn,
  'mfa.confirmByCode': factorIsUsedUp,
  'mfa.disableTotp': factorIsUsedUp,
  'mfa.registerPasskey': factorIsUsedUp,
  'mfa.verifyTotp': factorIsUsedUp,
  'passwords.resetPassword': codeIsGuessed,
  'emails.confirmEmail': codeIsGuessed,
  'emails.giveOwnProof': codeIsGuessed,
  'emails.verifyAffiliatedEmail': codeIsGuessed,
  'impersonation.impersonateUser':
    'The attempt is counted before anything is looked for; the person is found by id or name, judged as they are now, and the rights of both follow. Rare, and every step is one that a refusal ends.',
  'tenants.updateTenantStatuses':
    'The schools are listed, each is written as it is then, and the list is answered as it stands afterwards.',
  'tenants.verifyEmailDomain':
    'The attempt is counted, then the name server of the domain is asked, and only then the school is read as it is.',
  'management.moveManagedOrganization':
    'The rules of the school say whether the organization may move; its figures are answered after it has.',
  'management.restoreOrganization':
    'The organization names its owner, who is read as they are; the events that stay cancelled are listed afterwards. Rare.',
  'mfa.openFactorRecovery': assisted,
  'mfa.confirmFactorRecovery': assisted,
  'mfa.completeFactorRecovery': recoveredWays,
  'mfa.secureAccount': recoveredWays,
  'saml.openSamlMigration':
    'Addresses and ids name the people, their accounts say who is linked; the window is opened before anybody is listed, and answered as it then is. Rare.',
  'operators.setDoor':
    'Whom the policy locks out is walked once more before it is saved, people first and then their accounts; what was read is a condition of the write. Rare.',
  'operators.toggleUserRole':
    'The body names the person, their record names the global user, whose rights are read as they are.',
  'invites.invite':
    'Who is behind an address is looked up only after the attempt was counted; mails are taken off three budgets, the smallest first, so that a refused one costs the others nothing.',
  'invites.inviteBatch':
    'Who is behind an address is looked up only after the attempt was counted; mails are taken off three budgets, the smallest first, so that a refused one costs the others nothing.',
  'planning.uploadEventImage':
    'The attempt is counted before a picture is opened; the event names the host whose roles are asked.',
  'attendance.removeFromWaitlist':
    'The event names the host whose roles are asked, the person their place in line, and the line moves up.',
  'attendance.removeRegistrationResponse':
    'The answers name the person and the person their row; then it is claimed, removed and given back, so that nobody who leaves refuses anybody.',
  'checkins.checkInByResponse': answersFirst,
  'checkins.checkOutByResponse': answersFirst,
  'checkins.takeScans':
    'The desk and the event name the host whose roles are asked; people of the scans follow, and then each is checked in.',
  'stakeholders.addApproval':
    'The set-up says which role is meant, the name who is; both are read as they are before they are written.',
  'planning.createEvent': claimedFirst,
  'planning.createEventByForm': claimedFirst,
  'planning.createEventFromTemplate': claimedFirst,
  'notifications.createOrganizationNotification': claimedFirst,
  'notifications.createNotification':
    'The person must be there and the sender have an address of their own before anything is written; the notification is answered as the inbox then has it.',
}

/** What each page asks after one another, since one decides about the next; what it asks beside them is no deeper. */
const behind: Readonly<Record<string, readonly string[]>> = {
  showFrontPage: ['events.listFutureEvents'],
  showEvent: ['events.getEvent'],
  showForm: ['forms.getForm'],
  showTicket: ['events.getEvent'],
  showCheckIn: ['events.getEvent'],
  showEvents: ['auth.validateToken', 'events.listFutureEvents'],
  showClubs: ['organizations.listOrganizations'],
  showClub: ['organizations.getOrganizationByName'],
  showSignIn: ['auth.validateToken'],
  showSecondStep: ['mfa.getPendingSignIn'],
  signInWith: ['providers.startGoogleLogin'],
  showRegistration: ['auth.validateToken'],
  showConfirmation: ['auth.validateToken'],
  showForgottenPassword: ['auth.validateToken'],
  showPasswordReset: ['auth.validateToken'],
  showMyEvents: ['approvals.listWaitingOnMe'],
  showInbox: ['notifications.listNotifications'],
  showInvitations: ['auth.validateToken', 'invites.listPendingInvites'],
  showSettings: ['auth.validateToken'],
  showOwnData: ['auth.validateToken'],
  showProof: ['auth.validateToken'],
  showClubDashboard: ['members.getMyPermissions', 'members.listOrgMembers'],
  showEventForm: ['auth.validateToken'],
  showDashboard: ['events.getEvent', 'analytics.getEventAnalytics'],
  showAttendees: ['checkins.listCheckedIn', 'checkins.listCheckedIn'],
  showCheckInDesk: ['checkins.listCheckedIn', 'checkins.getCheckInLink'],
  showAdminConsole: ['approvals.listWaitingOnMe', 'approvals.getApproval'],
}

describe('the declared cost', () => {
  it.each(
    everySample
      .filter(
        ({ name, row }) => name.startsWith('pages.') && name !== 'pages.getStyle' && row.method === 'GET',
      )
      .map(({ name }) => name),
  )('of %s is one round trip more than the operations behind it at most', (name) => {
    const asked = behind[name.slice('pages.'.length)] ?? []
    expect(asked.length, 'say in `behind` what it asks').toBeGreaterThan(0)
    expect(of(name).depth).toBeLessThanOrEqual(asked.reduce((sum, one) => sum + of(one).depth, 1))
  })

  it('is three round trips behind authentication at most, but for pages and what is argued here', () => {
    // A page is made of the operations of others, asked after one another as far as one decides about the next.
    const names = Object.keys(declaredCosts).filter((name) => !name.startsWith('pages.'))
    expect(names.filter((name) => of(name).depth > most).sort()).toEqual(Object.keys(deeper).sort())
  })

  it.each([
    ['auth.validateToken', 2],
    ['events.getEvent', 3],
    ['organizations.getOrganizationByName', 3],
  ])('of %s is %i round trips in all', (name, depth) => {
    expect(of(name).depth).toBeLessThanOrEqual(depth)
  })

  // Eight calls, each of which says anew and strongly who asks: fourteen read units were meant for all of it.
  it('of an evening is 12 write units and 36 read units at most', () => {
    const evening = [
      'auth.login',
      'auth.refreshToken',
      'organizations.getOrganization',
      'organizations.getOrganization',
      'organizations.getOrganization',
      'events.getEvent',
      'attendance.registerForEvent',
      'checkins.checkIn',
    ].map(of)
    const sum = (what: 'read' | 'write') => evening.reduce((total, units) => total + units[what], 0)
    expect({ write: sum('write') <= 12, read: sum('read') <= 36 }).toEqual({ write: true, read: true })
  })
})
