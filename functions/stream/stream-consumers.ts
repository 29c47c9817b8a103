import { on } from '../../lib/consumer.ts'
import { outboxMail } from '../../lib/outbox.ts'
import { deliverMail } from './mail-delivery.ts'

/** Delivers the mails of the outbox. */
export const streamConsumers = [
  on(outboxMail, ['made'], async (changeEvent, context) => {
    await deliverMail(changeEvent, context)
  }),
]
