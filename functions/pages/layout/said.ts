import { type Html, html } from './html.ts'

/** What a page may be told to say after something was done. An address can choose among these and say nothing else. */
const words = new Map<string, readonly [tone: 'good' | 'warn', text: string]>(
  Object.entries({
    seat: ['good', 'You have a seat. We have emailed you the details.'],
    line: ['warn', 'The event is full. You are on the waitlist: we email you when a seat is free.'],
    withdrawn: ['good', 'Your registration is cancelled.'],
    'signed-in': ['good', 'Welcome back.'],
    'signed-out': ['good', 'You are signed out on this device.'],
    registered: ['good', 'Your account is ready.'],
    confirmed: ['good', 'Your address is confirmed.'],
    'code-sent': ['good', 'We have sent you a code. It is good for an hour.'],
    'password-set': [
      'good',
      'Your new password is set. Sign in with it. Factors and linked accounts that were added lately were removed; we have mailed you the list.',
    ],
    joined: ['good', 'You are a member of this school now.'],
    answered: ['good', 'Thank you for your answers.'],
    accepted: ['good', 'Accepted.'],
    declined: ['good', 'Declined.'],
    'checked-in': ['good', 'You are checked in. Enjoy it.'],
    'not-checked-in': [
      'warn',
      'You could not be checked in here. Scan the code at the check-in desk, or ask there.',
    ],
    member: ['good', 'You are a member now.'],
    applied: ['good', 'Your application is with the officers. They decide soon.'],
    left: ['good', 'You have left the club.'],
    followed: ['good', 'You follow this club.'],
    unfollowed: ['good', 'You no longer follow this club.'],
    proven: ['good', 'Confirmed. You can continue.'],
    unlinked: ['good', 'That sign-in method is removed.'],
    deleted: ['good', 'Your account at this school is deleted.'],
    'device-ended': ['good', 'Signed out there.'],
    'others-ended': [
      'good',
      'All other devices are signed out. What was added lately was removed, unless your account has a second factor that this device has not shown. If a factor is not yours, reset the password by mail.',
    ],
    'people-listed': ['good', 'The people are listed. Each of them gets a mail.'],
    'window-closed': ['good', 'The migration window is closed.'],
    secured: ['good', 'The account is secured. The person was mailed what to do next.'],
    'password-changed': ['good', 'Your password is changed. All other devices are signed out.'],
    read: ['good', 'All marked as read.'],
    acted: ['good', 'Done.'],
    appointed: ['good', 'The person is appointed and can decide on waiting events now.'],
    unappointed: ['good', 'The person no longer holds the role. You can appoint them again.'],
    'club-closed': ['good', 'The club is closed. You can reopen it in its menu.'],
    'club-deleted': ['good', 'The club is deleted. You can restore it below within 30 days.'],
    saved: ['good', 'Saved.'],
    removed: ['good', 'Removed.'],
    invited: ['good', 'The invitation is on its way.'],
    'let-in': ['good', 'Checked in.'],
    'let-out': ['good', 'Checked out.'],
    posted: ['good', 'Posted.'],
    sent: ['good', 'Sent.'],
    opened: ['good', 'Opened. Another administrator has to confirm it within four hours.'],
    begun: ['good', 'Started. Fill it in, then submit it.'],
    'handed-in': ['good', 'Submitted.'],
    approved: ['good', 'Approved.'],
    rejected: ['good', 'Rejected.'],
    'sent-back': ['good', 'Sent back.'],
    'taken-back': ['good', 'Withdrawn: it is a draft again.'],
    'called-off': ['good', 'Cancelled. We have notified everyone with a seat.'],
    checked: ['good', 'Checked: all is well.'],
    'door-open': ['good', 'Check-in is open.'],
    'door-closed': ['good', 'Check-in is closed.'],
    archived: ['good', 'Archived.'],
    'wait-begun': [
      'warn',
      'The wait has begun: come back in three days. We have sent a mail to your address.',
    ],
    'factors-gone': [
      'warn',
      'You are signed in, and all your second factors are gone. Set up a new one here.',
    ],
    'wait-ended': ['good', 'The wait has ended. Nothing was changed; choose a new password now.'],
  }),
)

export const toldIn = (said: string | undefined): Html => {
  const [tone, text] = words.get(said ?? '') ?? []
  return text === undefined ? html`` : html`<p class="tell ${tone}" role="status">${text}</p>`
}
