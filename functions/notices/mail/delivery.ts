import type { NoticeWorld } from '../../../lib/consumer.ts'
import { mintInviteToken } from '../../../lib/identity/org/invites.ts'
import { tenantRecord } from '../../../lib/identity/person/records.ts'
import { schoolAt } from '../../../lib/identity/school/schools.ts'
import { zoneOfSchool } from '../../../lib/identity/school/zone.ts'
import type { OutboxMail } from '../../../lib/outbox.ts'
import type { Notice } from '../../../lib/table/notice.ts'
import { claim, settle } from './claim.ts'
import { recipientOf } from './recipient.ts'
import { letterOf } from './templates.ts'

const mostAttempts = 5

/** What the letter says. A guest reads on the clocks of their own school too. The token of an invitation is made here, so that it is nowhere but in the mail. */
const paramsOf = async (
  { table, now, settings }: NoticeWorld,
  { params }: OutboxMail,
): Promise<OutboxMail['params'] | undefined> => {
  if (params.readerSchool !== undefined) {
    const home = await table.at(params.readerSchool).get(tenantRecord, {})
    return home ? { ...params, readerZone: zoneOfSchool(home, settings) } : params
  }
  if (params.inviteId === undefined) return params
  const token = await mintInviteToken(table, params.inviteId, now())
  return token === undefined ? undefined : { ...params, token }
}

/** Guests of an event may have withdrawn since the mail was made, and the event may be called off. */
const isStillTheirs = async (
  { table }: NoticeWorld,
  { eventId, to, template }: OutboxMail,
): Promise<boolean> => {
  if (eventId === undefined) return true
  const { isStillTold } = await import('../../attendance/index.ts')
  return isStillTold(table, { eventId, globalUserId: to.replace(/^user:/, ''), template })
}

const send = async (world: NoticeWorld, row: OutboxMail, school: string): Promise<'sent' | 'dropped'> => {
  const { gateways, issuer, settings } = world
  const [recipient, params, theirs] = await Promise.all([
    recipientOf(world, row),
    paramsOf(world, row),
    isStillTheirs(world, row),
  ])
  if (!recipient || !params || !theirs) return 'dropped'
  const letter = letterOf(row.template, {
    school: schoolAt(settings, school),
    to: recipient.address,
    name: recipient.name,
    code: row.nonce === undefined ? undefined : await issuer.code(row.nonce),
    linkCode: row.nonce === undefined ? undefined : await issuer.linkCode(row.nonce),
    params,
  })
  await gateways.mail.send({ to: recipient.address, ...letter, kind: row.template })
  return 'sent'
}

/**
 * Delivers the mail of an outbox row. A mail whose gateway fails stays due and its notice comes again; after five
 * attempts it is dropped with a line in the log. Sent twice it is only if the process dies between the gateway's answer
 * and the mark.
 */
export const deliverMail = async (
  { tenant, after }: Notice<OutboxMail>,
  world: NoticeWorld,
): Promise<void> => {
  const row = after && tenant ? await claim(world, after) : undefined
  if (!row || !tenant) return
  let outcome: 'sent' | 'dropped'
  try {
    outcome = await send(world, row, tenant)
  } catch (error) {
    const last = row.attempts >= mostAttempts
    await settle(world, row, last ? 'dropped' : 'pending')
    if (!last) throw error
    const { id, template, attempts } = row
    const said = { level: 'error', operation: 'notices.mail', measured: { MailRefused: 1 } } as const
    return world.log({ ...said, tenant, mail: id, template, attempts, outcome: 'dropped' })
  }
  await settle(world, row, outcome)
}
