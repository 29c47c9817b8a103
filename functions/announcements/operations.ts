import type { Operations } from '../../lib/operation.ts'
import { announce, requestUpload } from './announcement.ts'
import type { contract } from './contract.ts'
import { listAnnouncements, listRecipients } from './list.ts'

export const operations: Operations<typeof contract> = {
  announce,
  listAnnouncements,
  listAnnouncementRecipients: listRecipients,
  requestAnnouncementUpload: requestUpload,
}
