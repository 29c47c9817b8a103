import type { Campus } from '../support/replay.ts'
import { attendanceStages } from './attendance.ts'

/** A live event of an organization of ada's, of which something was told. */
const told = async (campus: Campus) => {
  const staged = await attendanceStages.registerForEvent(campus)
  const { 'demo-org-chess': orgId = '', 'demo-event': eventId = '' } = staged
  await campus.ada.agent.announce({ orgId, eventId, content: 'Bring a board' })
  return staged
}

/** What has to have happened before a sample about announcements can succeed. */
export const announcementStages = {
  announce: attendanceStages.registerForEvent,
  listAnnouncements: told,
  listAnnouncementRecipients: attendanceStages.getMyRsvp,
  requestAnnouncementUpload: attendanceStages.registerForEvent,
} as const
