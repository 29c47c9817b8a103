import type { NoticeWorld } from '../../../lib/consumer.ts'
import { mayHaveUnverified } from '../../../lib/identity/person/addresses.ts'
import { globalUser, tenantUser } from '../../../lib/identity/person/records.ts'
import { schoolAt } from '../../../lib/identity/school/schools.ts'
import { key } from '../../../lib/table/entity.ts'
import { letterFor } from '../mail/letter.ts'
import { inbox, type Notification } from '../repository.ts'
import { unsubscribeToken } from '../unsubscribe.ts'
import { claim, type Settled, settle } from './claim.ts'

const send = async (world: NoticeWorld, row: Notification): Promise<'sent' | 'failed'> => {
  const { table, settings } = world
  const [user, box] = await table.batchGet([key(tenantUser, { id: row.to }), key(inbox, { owner: row.to })])
  const person = user && (await table.get(globalUser, { id: user.globalUserId }, { strong: true }))
  if (!person || row.status === 'deleted') return 'failed'
  // Whoever registered with somebody else's address has nothing sent there.
  if (row.type !== 'security' && !person.emailVerified && !mayHaveUnverified(settings)) return 'failed'
  const wanted = { person: row.to, kind: row.type }
  const mail = letterFor(row, {
    school: schoolAt(settings, table.tenant ?? ''),
    address: person.email,
    name: person.emailVerified ? person.name : undefined,
    token: row.type === 'security' ? undefined : await unsubscribeToken(table, wanted, box),
  })
  const { mail: mailer } = world.gateways
  await mailer.send(mail)
  return 'sent'
}

const sendOne = async (world: NoticeWorld, row: Notification): Promise<Settled> => {
  const claimed = await claim(world, row, 'email')
  if (!claimed) return 'pending'
  const outcome = await send(world, claimed).catch(() => 'later' as const)
  return settle(world, claimed, 'email', outcome)
}

/** Mails that are under way at the same time. */
const atOnce = 5

/** Mails notifications to their readers, each by itself. */
export const sendMails = async (world: NoticeWorld, rows: readonly Notification[]): Promise<Settled[]> => {
  const settled: Settled[] = []
  for (let at = 0; at < rows.length; at += atOnce)
    settled.push(...(await Promise.all(rows.slice(at, at + atOnce).map((row) => sendOne(world, row)))))
  return settled
}
