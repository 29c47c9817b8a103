import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'

// Each part of the pages is loaded when it is first asked for.
const forms = () => import('./form/form.ts')
const door = () => import('./door/check-in.ts')
const signIn = () => import('./account/sign-in.ts')
const registration = () => import('./account/registration.ts')
const confirmation = () => import('./account/confirmation.ts')
const reset = () => import('./account/reset.ts')
const invitations = () => import('./mine/invitations.ts')
const settings = () => import('./account/settings.ts')
const data = () => import('./account/data.ts')
const proof = () => import('./account/proof.ts')
const clubs = () => import('./club/club.ts')
const plan = () => import('./plan/plan.ts')
const keep = () => import('./keep/dashboard.ts')
const entrance = () => import('./door/door.ts')
const inbox = () => import('./mine/inbox.ts')

export const operations: Operations<typeof contract> = {
  showFrontPage: async (input, context) => (await import('./front/front.ts')).showFrontPage(input, context),
  showEvent: async (input, context) => (await import('./event/event.ts')).showEvent(input, context),
  changeSeat: async (input, context) => (await import('./event/change.ts')).changeSeat(input, context),
  showForm: async (input, context) => (await forms()).showForm(input, context),
  answerForm: async (input, context) => (await forms()).answerForm(input, context),
  showTicket: async (input, context) => (await import('./door/ticket.ts')).showTicket(input, context),
  showCheckIn: async (input, context) => (await door()).showCheckIn(input, context),
  checkInByForm: async (input, context) => (await door()).checkInByForm(input, context),
  showInvitations: async (input, context) => (await invitations()).showInvitations(input, context),
  answerInvitation: async (input, context) => (await invitations()).answerInvitation(input, context),
  showSignIn: async (input, context) => (await signIn()).showSignIn(input, context),
  signInByForm: async (input, context) => (await signIn()).signInByForm(input, context),
  showSecondStep: async (input, context) => (await signIn()).showSecondStep(input, context),
  confirmSecondStep: async (input, context) => (await signIn()).confirmSecondStep(input, context),
  signInWith: async (input, context) => (await signIn()).signInWith(input, context),
  signOut: async (input, context) => (await signIn()).signOut(input, context),
  joinByForm: async (input, context) => (await signIn()).joinByForm(input, context),
  showRegistration: async (input, context) => (await registration()).showRegistration(input, context),
  registerByForm: async (input, context) => (await registration()).registerByForm(input, context),
  showConfirmation: async (input, context) => (await confirmation()).showConfirmation(input, context),
  confirmByForm: async (input, context) => (await confirmation()).confirmByForm(input, context),
  showForgottenPassword: async (input, context) => (await reset()).showForgottenPassword(input, context),
  askForCode: async (input, context) => (await reset()).askForCode(input, context),
  showPasswordReset: async (input, context) => (await reset()).showPasswordReset(input, context),
  resetByForm: async (input, context) => (await reset()).resetByForm(input, context),
  showMyEvents: async (input, context) => (await import('./mine/my-events.ts')).showMyEvents(input, context),
  showInbox: async (input, context) => (await inbox()).showInbox(input, context),
  showSettings: async (input, context) => (await settings()).showSettings(input, context),
  changeSettings: async (input, context) => (await settings()).changeSettings(input, context),
  showOwnData: async (input, context) => (await data()).showOwnData(input, context),
  leaveByForm: async (input, context) => (await data()).leaveByForm(input, context),
  showProof: async (input, context) => (await proof()).showProof(input, context),
  proveByForm: async (input, context) => (await proof()).proveByForm(input, context),
  showClub: async (input, context) => (await clubs()).showClub(input, context),
  changeMembership: async (input, context) => (await clubs()).changeMembership(input, context),
  showDesk: async (input, context) => (await import('./desk/desk.ts')).showDesk(input, context),
  changeDesk: async (input, context) => (await import('./desk/change.ts')).changeDesk(input, context),
  showPlan: async (input, context) => (await plan()).showPlan(input, context),
  planByForm: async (input, context) => (await plan()).planByForm(input, context),
  showDashboard: async (input, context) => (await keep()).showDashboard(input, context),
  changeEvent: async (input, context) => (await import('./keep/change.ts')).changeEvent(input, context),
  showDoor: async (input, context) => (await entrance()).showDoor(input, context),
  changeDoor: async (input, context) => (await entrance()).changeDoor(input, context),
  showStaff: async (input, context) => (await import('./staff/staff.ts')).showStaff(input, context),
  changeSchool: async (input, context) => (await import('./staff/change.ts')).changeSchool(input, context),
  changeInbox: async (input, context) => (await inbox()).changeInbox(input, context),
}
