/** What the rooms of this folder share with the rest of the house. */
export {
  Channel,
  NotificationAction,
  NotificationType,
  notificationTypes,
  PersonalChannel,
  Priority,
  personalChannels,
  Sender,
} from '../../../lib/contract/notification.ts'
