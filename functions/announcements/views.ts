import type { Author } from '../messages/service.ts'
import type { Announcement } from './repository.ts'
import type { AnnouncementView } from './shapes.ts'

export const viewOf = ({ id, authorId: _, ...told }: Announcement, author: Author): AnnouncementView => ({
  ...told,
  ...author,
  _id: id,
  visibility: 'members_only',
})
