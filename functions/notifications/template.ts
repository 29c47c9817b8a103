import type { Channel, NotificationType, Priority } from '../../lib/contract/notification.ts'

/** Characters of a message. */
export const mostMessage = 1000

type Params = Readonly<Record<string, string>>

/** What a notification says, from the params that its cause gives. Values are text, never markup. */
export type Template = {
  readonly type: NotificationType
  readonly priority?: Priority
  readonly channels: readonly Channel[]
  /** The message is what somebody wrote to its readers, with the links that they put into it. */
  readonly written?: true
  title(params: Params): string
  message(params: Params): string
}
