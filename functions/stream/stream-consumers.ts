import { on } from '../../lib/consumer.ts'
import { outboxMail } from '../../lib/outbox.ts'
import { deliverMail } from './mail-delivery.ts'

/** Loaded with the first mail, because it contains every text. */
export const streamConsumers = [
  on(outboxMail, ['made'], async (changeEvent, context) => {
    await deliverMail(changeEvent, context)
  }),
]
