import { on } from '../../lib/consumer.ts'
import { outboxMail } from '../../lib/outbox.ts'
import { deliverMail } from './mail-delivery.ts'

export const notices = [on(outboxMail, ['made'], deliverMail)]
