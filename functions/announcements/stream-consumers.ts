import { on } from '../../lib/consumer.ts'
import { mailGuests } from './guest-mails.ts'
import { announcement, guestMails } from './repository.ts'

/** Loaded when mails to guests are due. */

/** Sends mails to guests page by page. Deletes the files of a deleted announcement. */
export const streamConsumers = [
  on(guestMails, ['made'], async ({ after }, context) => {
    if (after) await mailGuests(after, context)
  }),
  on(announcement, ['gone'], async ({ before }, { gateways: { media } }) => {
    const root = `${media.addressOf('announcements')}/`
    const keys = (before?.attachments ?? []).flatMap(({ url }) => {
      const [, name] = url.split(root)
      return name ? [`announcements/${name}`] : []
    })
    await Promise.all(keys.map((key) => media.remove(key)))
  }),
]
