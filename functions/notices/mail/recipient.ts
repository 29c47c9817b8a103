import type { NoticeWorld } from '../../../lib/consumer.ts'
import { type CodePurpose, code, codesOf } from '../../../lib/identity/credential/codes.ts'
import { mayHaveUnverified } from '../../../lib/identity/person/addresses.ts'
import { emailPointer, globalUser } from '../../../lib/identity/person/records.ts'
import type { OutboxMail } from '../../../lib/outbox.ts'

/** Whom a mail goes to. The name is there only when the address has proven to be that person's. */
export type Recipient = { readonly address: string; readonly name?: string }

/** News of events and organizations, in the words of other people: nobody gets them through an account they never made. */
const isNews = (template: string): boolean => /^(?:event|waitlist|org)_/.test(template)

const personOf = async (
  { table, settings }: NoticeWorld,
  id: string,
  template: string,
): Promise<Recipient | undefined> => {
  const user = await table.get(globalUser, { id }, { strong: true })
  if (!user) return undefined
  if (isNews(template) && !user.emailVerified && !mayHaveUnverified(settings)) return undefined
  return { address: user.email, ...(user.emailVerified ? { name: user.name } : {}) }
}

/** A code that was used since would only puzzle its reader. */
const isLive = async ({ table }: NoticeWorld, nonce: string, subject: string): Promise<boolean> => {
  const purpose = nonce.split(' ')[0] as CodePurpose
  const found = await table.get(code, { ...codesOf(purpose, subject), nonce }, { strong: true })
  return found !== undefined
}

const ownerOf = async (
  world: NoticeWorld,
  { template, to, params }: OutboxMail,
): Promise<Recipient | undefined> => {
  if (to.startsWith('user:')) return personOf(world, to.slice('user:'.length), template)
  if (template === 'password_reset') {
    const pointer = await world.table.get(emailPointer, { email: to }, { strong: true })
    return pointer && personOf(world, pointer.globalUserId, template)
  }
  const owner = params.owner ? await personOf(world, params.owner, template) : undefined
  return owner?.address === to ? owner : { address: to }
}

/**
 * Undefined for a mail that nobody should get: a reset for an address without an account (which the request must not
 * find out), a person who is gone, a code that is dead.
 */
export const recipientOf = async (world: NoticeWorld, mail: OutboxMail): Promise<Recipient | undefined> => {
  const { nonce, params } = mail
  const [recipient, live] = await Promise.all([
    ownerOf(world, mail),
    nonce === undefined ? true : isLive(world, nonce, params.subject ?? ''),
  ])
  return live ? recipient : undefined
}
