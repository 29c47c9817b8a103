import { setTimeout as pause } from 'node:timers/promises'
import type { ChangeContext } from '../../lib/consumer.ts'
import { days, redeliverySeconds } from '../../lib/contract/time.ts'
import { type CodePurpose, code, codesOf } from '../../lib/identity/credential/codes.ts'
import { factorRecovery } from '../../lib/identity/factor/records.ts'
import { mintInviteToken } from '../../lib/identity/org/invites.ts'
import { allowsUnverifiedAddress } from '../../lib/identity/person/addresses.ts'
import { emailPointer, globalUser, tenantRecord } from '../../lib/identity/person/records.ts'
import { readNamedSchool } from '../../lib/identity/school/named.ts'
import { zoneOfSchool } from '../../lib/identity/school/zone.ts'
import { type OutboxMail, outboxMail } from '../../lib/outbox.ts'
import { schoolTexts } from '../../lib/school-texts.ts'
import type { ChangeEvent } from '../../lib/table/change-event.ts'
import type { Change } from '../../lib/table/write.ts'
import { isMailStillDue } from '../attendance/index.ts'
import { findEventMailParts } from '../calendars/index/event-mail.ts'
import { renderTemplate } from './mail-templates.ts'

/** A claimed row's expiry tells when it was claimed. A settled row lives as long as a change event may arrive. */
const retentionSeconds = 7 * days

/** A delivery that has not settled its row for this long counts as dead. */
export const leaseSeconds = 10

// The stream retries a failed change event a few times at once. Only this wait outlasts a lease.
const claimRetryMs = [50, 150, 300, 500, 1000]

const claimChange = (now: Date): Change<OutboxMail> => ({
  // Claiming renews the expiry, so the expiry also gives the time of the claim.
  set: { status: 'claimed', expiresAt: new Date(now.getTime() + retentionSeconds * 1000).toISOString() },
  add: { attempts: 1 },
})

const claimedSince = ({ expiresAt }: OutboxMail): number => Date.parse(expiresAt) - retentionSeconds * 1000

/** One attempt: the row, `held` for another delivery's claim, or undefined when nothing is left to do. */
const tryClaim = async (
  { table, now }: ChangeContext,
  { cause, id }: OutboxMail,
): Promise<OutboxMail | 'held' | undefined> => {
  const keyParams = { cause, id }
  const claimed = await table.update(outboxMail, keyParams, claimChange(now()), {
    equals: { status: 'pending' },
  })
  if (claimed.ok) return claimed.after
  const { found } = claimed
  if (found?.status !== 'claimed') return undefined
  if (now().getTime() - claimedSince(found) < leaseSeconds * 1000) return 'held'
  const { status, expiresAt } = found
  const takenOver = await table.update(outboxMail, keyParams, claimChange(now()), {
    equals: { status, expiresAt },
  })
  return takenOver.ok ? takenOver.after : 'held'
}

/**
 * Claims a row for delivery. Undefined when nothing is left to do. While another delivery holds the row, it waits and
 * then fails. The change event is retried, in case that delivery dies.
 */
export const claim = async (context: ChangeContext, row: OutboxMail): Promise<OutboxMail | undefined> => {
  for (const milliseconds of [...claimRetryMs, 0]) {
    const taken = await tryClaim(context, row)
    if (taken !== 'held') return taken
    await pause(milliseconds)
  }
  throw new Error('another delivery has claimed the row')
}

// A finished row serves only as a record, so it loses its recipient and content.
const clearedContent: Change<OutboxMail> = { set: { to: '', params: {} }, remove: ['nonce'] }

/** Renews a claim that is half over. Fails when another delivery has claimed the row. */
const renewLease = async ({ table, now }: ChangeContext, row: OutboxMail): Promise<OutboxMail> => {
  if (now().getTime() - claimedSince(row) <= (leaseSeconds * 1000) / 2) return row
  const { cause, id, expiresAt } = row
  const { set } = claimChange(now())
  const own = { equals: { status: 'claimed', expiresAt } } as const
  const outcome = await table.update(outboxMail, { cause, id }, { set }, own)
  if (!outcome.ok || !outcome.after) throw new Error('another delivery has claimed the row')
  return outcome.after
}

/** Settles a claim. A row that another delivery has changed meanwhile stays as it is. */
export const settle = async (
  { table, now }: ChangeContext,
  { cause, id, expiresAt }: OutboxMail,
  status: 'sent' | 'dropped' | 'pending',
): Promise<void> => {
  const { set, ...more } = status === 'pending' ? {} : clearedContent
  const kept = new Date(now().getTime() + redeliverySeconds * 1000).toISOString()
  await table.update(
    outboxMail,
    { cause, id },
    { ...more, set: { ...set, status, expiresAt: kept } },
    { equals: { status: 'claimed', expiresAt } },
  )
}

/** The recipient of a mail. The name is present only when that person has verified the address. */
export type Recipient = { readonly address: string; readonly name?: string }

/** These mails quote other people. They need a verified address, because somebody else may have registered it. */
const isEventOrOrgMail = (template: string): boolean => /^(?:event|waitlist|org)_/.test(template)

const findPersonRecipient = async (
  { table, settings }: ChangeContext,
  id: string,
  template: string,
): Promise<Recipient | undefined> => {
  const user = await table.get(globalUser, { id }, { strong: true })
  if (!user) return undefined
  if (isEventOrOrgMail(template) && !user.emailVerified && !allowsUnverifiedAddress(settings))
    return undefined
  return { address: user.email, ...(user.emailVerified ? { name: user.name } : {}) }
}

/** A used code would only confuse its reader. */
const isCodeLive = async ({ table }: ChangeContext, nonce: string, subject: string): Promise<boolean> => {
  const [purpose = ''] = nonce.split(' ')
  if (purpose === 'factor_recovery') {
    const waiting = await table.get(factorRecovery, { globalUserId: subject }, { strong: true })
    return waiting?.nonce === nonce
  }
  const found = await table.get(
    code,
    { ...codesOf(purpose as CodePurpose, subject), nonce },
    { strong: true },
  )
  return found !== undefined
}

const findMailOwner = async (
  context: ChangeContext,
  { template, to, params }: OutboxMail,
): Promise<Recipient | undefined> => {
  if (to.startsWith('user:')) return findPersonRecipient(context, to.slice('user:'.length), template)
  if (template === 'password_reset') {
    const pointer = await context.table.get(emailPointer, { email: to }, { strong: true })
    return pointer && findPersonRecipient(context, pointer.globalUserId, template)
  }
  const owner = params.owner ? await findPersonRecipient(context, params.owner, template) : undefined
  return owner?.address === to ? owner : { address: to }
}

/**
 * The recipient. Undefined for a deleted person or a dead code. Undefined also for a reset of an address without an
 * account, which the request must not reveal.
 */
export const findRecipient = async (
  context: ChangeContext,
  mail: OutboxMail,
): Promise<Recipient | undefined> => {
  const { nonce, params } = mail
  const [recipient, live] = await Promise.all([
    findMailOwner(context, mail),
    nonce === undefined ? true : isCodeLive(context, nonce, params.subject ?? ''),
  ])
  return live ? recipient : undefined
}

const maxAttempts = 5

/**
 * The mail's values. A guest reads times in their own school's time zone too. An invitation's token is created here, so
 * that only the mail contains it.
 */
const paramsOf = async (
  { table, now, settings }: ChangeContext,
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

/** Event guests may have withdrawn since the mail was created, and the event may be cancelled. */
const isStillForRecipient = async (
  { table }: ChangeContext,
  { eventId: first, otherEventIds = [], to, template }: OutboxMail,
): Promise<boolean> => {
  if (first === undefined) return true
  for (const eventId of [first, ...otherEventIds])
    if (await isMailStillDue(table, { eventId, globalUserId: to.replace(/^user:/, ''), template }))
      return true
  return false
}

/** Calls `hold` at the last moment before sending. */
const send = async (
  context: ChangeContext,
  row: OutboxMail,
  school: string,
  hold: () => Promise<void>,
): Promise<'sent' | 'dropped'> => {
  const { gateways, issuer } = context
  const [recipient, params, isStillDue] = await Promise.all([
    findRecipient(context, row),
    paramsOf(context, row),
    isStillForRecipient(context, row),
  ])
  if (!recipient || !params || !isStillDue) return 'dropped'
  const named = await readNamedSchool(context, school)
  const eventIds = [row.eventId ?? params.eventId, ...(row.otherEventIds ?? [])].filter(
    (id) => id !== undefined,
  )
  const { link, ...parts } = await findEventMailParts(context, row.template, eventIds, named)
  const mail = renderTemplate(row.template, {
    t: await schoolTexts(named),
    school: named,
    link,
    to: recipient.address,
    name: recipient.name,
    code: row.nonce === undefined ? undefined : await issuer.code(row.nonce),
    linkCode: row.nonce === undefined ? undefined : await issuer.linkCode(row.nonce),
    params,
  })
  await hold()
  await gateways.mail.send({ to: recipient.address, ...mail, ...parts, kind: row.template })
  return 'sent'
}

/**
 * Delivers the mail of an outbox row. When the gateway fails, the row stays due and its change event is retried. After
 * five attempts the mail is dropped and logged. A mail is sent twice only if the process dies between the gateway's
 * response and the mark.
 */
export const deliverMail = async (
  { tenant, after }: ChangeEvent<OutboxMail>,
  context: ChangeContext,
): Promise<void> => {
  const row = after && tenant ? await claim(context, after) : undefined
  if (!row || !tenant) return
  let claimedRow = row
  const hold = async (): Promise<void> => {
    claimedRow = await renewLease(context, row)
  }
  let outcome: 'sent' | 'dropped'
  try {
    outcome = await send(context, row, tenant, hold)
  } catch (error) {
    const last = row.attempts >= maxAttempts
    await settle(context, claimedRow, last ? 'dropped' : 'pending')
    if (!last) throw error
    const { id, template, attempts } = row
    const logFields = { level: 'error', operation: 'stream.mail', measured: { MailRefused: 1 } } as const
    return context.log({ ...logFields, tenant, mail: id, template, attempts, outcome: 'dropped' })
  }
  await settle(context, claimedRow, outcome)
}
