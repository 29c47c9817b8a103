import type { Operations } from '../../lib/operation.ts'
import { announce, requestAnnouncementUpload } from './announcement.ts'
import type { contract } from './contract.ts'
import { listAnnouncementRecipients, listAnnouncements } from './list.ts'
import { listEventAnnouncements } from './readers.ts'

export const operations: Operations<typeof contract> = {
  announce,
  listAnnouncements,
  listAnnouncementRecipients,
  listEventAnnouncements,
  requestAnnouncementUpload,
}
