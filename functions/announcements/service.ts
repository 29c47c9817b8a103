import type { Operations } from '../../lib/operation.ts'
import { announce } from './announcing.ts'
import type { contract } from './contract.ts'
import { listAnnouncements, listRecipients } from './listing.ts'
import { requestUpload } from './uploads.ts'

export const operations: Operations<typeof contract> = {
  announce,
  listAnnouncements,
  listAnnouncementRecipients: listRecipients,
  requestAnnouncementUpload: requestUpload,
}
