import type { Context } from '../../lib/context.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { GlobalUser } from '../../lib/identity/person/records.ts'
import { deviceInfoOf } from '../../lib/identity/session/sessions.ts'
import { mailDue } from '../../lib/outbox.ts'
import type { Write } from '../../lib/table/write.ts'

/** How a password came to be another. */
export type Way = 'reset' | 'change' | 'set'

/** What every new password leaves behind: an audit row, and a mail to its owner, who may not be the one who set it. */
export const recorded = (context: Context, { id, email }: GlobalUser, way: Way): Write[] => [
  audit(context, { action: `password.${way}`, actor: id, targetType: 'globalUser', targetId: id }),
  mailDue(context, {
    template: 'password_changed',
    to: email,
    params: { way, device: deviceInfoOf(context.device.userAgent), owner: id },
  }),
]
