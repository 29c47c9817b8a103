import { answer } from '../../../lib/contract/reply.ts'
import type { Operation } from '../../../lib/operation.ts'
import type { contract } from '../contract.ts'
import {
  changeReadState,
  markAllRead,
  markSeveralRead,
  requireNotification,
  restoreFromArchive,
} from './changes.ts'
import { showNotification } from './list.ts'

type Rows = (typeof contract)['rows']

const modified = (modifiedCount: number) =>
  answer({ modifiedCount }, { message: `${modifiedCount} notifications marked as read` })

export const readSeveralNotifications: Operation<Rows['readSeveralNotifications']> = async (
  { notificationIds },
  context,
) => {
  return modified(await markSeveralRead(context, notificationIds))
}

export const readAllNotifications: Operation<Rows['readAllNotifications']> = async ({ type }, context) => {
  return modified(await markAllRead(context, type))
}

export const cleanUpNotifications: Operation<Rows['cleanUpNotifications']> = async () => {
  return { deletedCount: 0 }
}

export const getNotification: Operation<Rows['getNotification']> = async ({ id }, context) => {
  return showNotification(await requireNotification(context, id), context)
}

export const readNotification: Operation<Rows['readNotification']> = async ({ id }, context) => {
  return showNotification(await changeReadState(context, id, 'read'), context)
}

export const acknowledgeNotification: Operation<Rows['acknowledgeNotification']> = async (
  { id },
  context,
) => {
  return showNotification(await changeReadState(context, id, 'acknowledged'), context)
}

export const archiveNotification: Operation<Rows['archiveNotification']> = async ({ id }, context) => {
  return showNotification(await changeReadState(context, id, 'archived'), context)
}

export const restoreNotification: Operation<Rows['restoreNotification']> = async ({ id }, context) => {
  return showNotification(await restoreFromArchive(context, id), context)
}

export const deleteNotification: Operation<Rows['deleteNotification']> = async ({ id }, context) => {
  return showNotification(await changeReadState(context, id, 'deleted'), context)
}
