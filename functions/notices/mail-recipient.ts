import type { NoticeWorld } from '../../lib/consumer.ts'
import { type CodePurpose, code, codeKey } from '../../lib/identity/codes.ts'
import { emailPointer, globalUser } from '../../lib/identity/records.ts'
import type { OutboxMail } from '../../lib/outbox.ts'
import type { HoleValues } from '../../lib/table/entity.ts'

/** Whom a mail goes to. The name is there only when the address has proven to be that person's. */
export type Recipient = { readonly address: string; readonly name?: string }

const personOf = async ({ table }: NoticeWorld, id: string): Promise<Recipient | undefined> => {
  const user = await table.get(globalUser, { id }, { strong: true })
  if (!user) return undefined
  return { address: user.email, ...(user.emailVerified ? { name: user.name } : {}) }
}

/** A code that was replaced or used since would only puzzle its reader. */
const isLive = async ({ table }: NoticeWorld, nonce: string, subject: string): Promise<boolean> => {
  const purpose = nonce.split(' ')[0] as CodePurpose
  const holes = codeKey(purpose, subject).holes as HoleValues<typeof code>
  return (await table.get(code, holes, { strong: true }))?.nonce === nonce
}

const ownerOf = async (
  world: NoticeWorld,
  { template, to, params }: OutboxMail,
): Promise<Recipient | undefined> => {
  if (to.startsWith('user:')) return personOf(world, to.slice('user:'.length))
  if (template === 'password_reset') {
    const pointer = await world.table.get(emailPointer, { email: to }, { strong: true })
    return pointer && personOf(world, pointer.globalUserId)
  }
  const owner = params.owner ? await personOf(world, params.owner) : undefined
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
