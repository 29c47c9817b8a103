import { on } from '../../lib/consumer.ts'
import { outboxMail } from '../../lib/outbox.ts'

/** Loaded with the first mail: it knows every text. */
export const notices = [
  on(outboxMail, ['made'], async (notice, context) => {
    const { deliverMail } = await import('./mail.ts')
    await deliverMail(notice, context)
  }),
]
