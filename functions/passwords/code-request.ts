import type { Context } from '../../lib/context.ts'
import { newCode } from '../../lib/identity/credential/codes.ts'
import { type Bound, count, findSpent, spending } from '../../lib/identity/limit/limits.ts'
import { sourceOf } from '../../lib/identity/limit/source.ts'
import { markOf } from '../../lib/identity/session/browser-mark.ts'
import { mailDue } from '../../lib/outbox.ts'
import { forgotLimits } from './contract.ts'

/** What a mail to an address is counted in. Nobody's requests keep the first mail of the hour from somebody else. */
const boundsOf = ({ device }: Context, email: string, busy: boolean): readonly Bound[] => {
  const { account, accountAndAddress, accountFromBusyAddress } = forgotLimits
  return [
    ['forgot-account', busy ? accountFromBusyAddress : account, email],
    ['forgot-pair', accountAndAddress, `${email} ${sourceOf(device.address)}`],
  ]
}

/**
 * Mails a code to an address. Looks at no account: whether one exists is found out when the mail is due, long after the
 * answer. Where no further mail goes out, the answer is the same and codes of earlier mails stay as good as they were.
 * Gives the mark that the browser which asked is known by.
 */
export const requestCode = async (context: Context, email: string): Promise<string | undefined> => {
  const mark = markOf(context.device)
  const bounds = boundsOf(context, email, false)
  const [spent, room] = await Promise.all([
    findSpent(context, bounds),
    count(context, [['forgot-address', forgotLimits.address, context.device.address]]),
  ])
  if (spent) return mark
  const { nonce, write } = newCode(context, 'password_reset', email, mark)
  const mail = mailDue(context, {
    template: 'password_reset',
    to: email,
    nonce,
    params: { subject: email },
  })
  const counted = boundsOf(context, email, !room).map((bound) => spending(context, ...bound).write)
  await context.table.write([...counted, write, mail])
  return mark
}
