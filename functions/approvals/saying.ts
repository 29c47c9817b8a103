import { put, type Write } from '../../lib/table/write.ts'
import { approvalComment } from './repository.ts'

type World = { now(): Date; newId(): string }

export const commentWrite = (
  { now, newId }: World,
  eventId: string,
  userId: string,
  text: string,
  parentCommentId?: string,
): Write =>
  put(
    approvalComment,
    {
      eventId,
      id: newId(),
      userId,
      text,
      createdAt: now().toISOString(),
      ...(parentCommentId === undefined ? {} : { parentCommentId }),
    },
    { absent: true },
  )
