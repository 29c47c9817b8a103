import { isAnswer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import { type PageContext, pageScope } from './call.ts'
import { confirmedMessage } from './confirmed.ts'
import type { contract } from './contract.ts'
import { unreadCount } from './header/unread.ts'
import { isRepeated } from './layout/replacement.ts'
import { loadCatalogue, type Reader, renderFor } from './locale.ts'

type Page = (input: never, context: never) => unknown

type Done = { readonly done?: string }

/** An address can be made up. A page shows the message that a form of this browser led to, and no other. */
const withOwnConfirmation = (input: never, context: PageContext): never => {
  const { done } = input as Done
  if (done === undefined || done === confirmedMessage(pageScope(context).request.confirmation)) return input
  return { ...(input as object), done: undefined } as never
}

/** A message is shown once: its page ends the cookie, so that reloading does not repeat the message. */
const endConfirmation = (input: Done, shown: unknown, context: PageContext): unknown => {
  const isShown = input.done !== undefined && isAnswer(shown) && (shown.status ?? 200) < 300
  return isShown && !isRepeated(context) ? { ...shown, confirmation: '' } : shown
}

const showPage = async (page: Page, sent: never, context: PageContext): Promise<unknown> => {
  const input = withOwnConfirmation(sent, context)
  const [shown] = await Promise.all([page(input, context as never), unreadCount(context)])
  return endConfirmation(input, shown, context)
}

/** Operations of one part of the pages, which is loaded when one of them is first asked for. */
const part = <M extends Record<N, Page>, N extends string>(load: () => Promise<M>, ...names: readonly N[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      async (input: never, context: never) => {
        const [page] = await Promise.all([load(), loadCatalogue(context as Reader)])
        return renderFor(context as Reader, async () =>
          name.startsWith('show') ? showPage(page[name], input, context) : page[name](input, context),
        )
      },
    ]),
  ) as Pick<M, N>

export const operations: Operations<typeof contract> = {
  ...part(() => import('./layout/assets.ts'), 'getStyle'),
  ...part(() => import('./front/front.ts'), 'showFrontPage'),
  ...part(() => import('./event/event.ts'), 'showEvent'),
  ...part(() => import('./event/change.ts'), 'changeSeat'),
  ...part(() => import('./form/form.ts'), 'showForm', 'answerForm'),
  ...part(() => import('./check-in/ticket.ts'), 'showTicket'),
  ...part(() => import('./check-in/check-in.ts'), 'showCheckIn', 'checkInByForm'),
  ...part(() => import('./mine/invitations.ts'), 'showInvitations', 'answerInvitation'),
  ...part(() => import('./account/sign-in.ts'), 'showSignIn', 'signInByForm', 'signOut', 'joinByForm'),
  ...part(() => import('./account/second-step.ts'), 'showSecondStep', 'confirmSecondStep'),
  ...part(() => import('./account/provider-sign-in.ts'), 'signInWith'),
  ...part(() => import('./account/registration.ts'), 'showRegistration', 'registerByForm'),
  ...part(() => import('./account/confirmation.ts'), 'showConfirmation', 'confirmByForm'),
  ...part(() => import('./account/reset.ts'), 'showForgottenPassword', 'requestResetCode'),
  ...part(() => import('./account/reset.ts'), 'showPasswordReset', 'resetByForm'),
  ...part(() => import('./mine/my-events.ts'), 'showMyEvents'),
  ...part(() => import('./mine/inbox.ts'), 'showInbox', 'changeInbox'),
  ...part(() => import('./account/settings.ts'), 'showSettings', 'changeSettings'),
  ...part(() => import('./account/data.ts'), 'showOwnData', 'leaveByForm'),
  ...part(() => import('./account/proof.ts'), 'showProof', 'proveByForm'),
  ...part(() => import('./event-list/events.ts'), 'showEvents'),
  ...part(() => import('./clubs/clubs.ts'), 'showClubs', 'changeClubs'),
  ...part(() => import('./club/club.ts'), 'showClub', 'changeMembership'),
  ...part(() => import('./club-dashboard/dashboard.ts'), 'showClubDashboard'),
  ...part(() => import('./club-dashboard/change.ts'), 'changeClub'),
  ...part(() => import('./event-form/event-form.ts'), 'showEventForm', 'submitEventForm'),
  ...part(() => import('./manage-event/dashboard.ts'), 'showDashboard'),
  ...part(() => import('./manage-event/change.ts'), 'changeEvent'),
  ...part(() => import('./attendees/attendees.ts'), 'showAttendees'),
  ...part(() => import('./attendees/change.ts'), 'changeAttendees'),
  ...part(() => import('./check-in/check-in-desk.ts'), 'showCheckInDesk', 'changeCheckIn'),
  ...part(() => import('./admin/admin.ts'), 'showAdminConsole'),
  ...part(() => import('./admin/change.ts'), 'changeSchool'),
}
