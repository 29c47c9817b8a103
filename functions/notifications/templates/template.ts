import type { Channel, NotificationType, Priority } from '../../../lib/contract/notification.ts'
import { shortened, visibleLine, visibleText } from '../../../lib/contract/plain-text.ts'

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

const ended = /[.!?\u2026\u3002\uFF01\uFF1F]["')\]\u00BB\u201D\u2019]*\s*$/u

/** What somebody wrote, as a sentence that another one can follow. */
export const sentence = (text: string): string => (ended.test(text) ? text : `${text}.`)

/** Why something was decided, behind a sentence that tells of it; empty where nobody said why. */
export const because = ({ reason }: Params): string => (reason ? ` Reason: ${sentence(reason)}` : '')

/**
 * Text of an inbox. Some clients show it as HTML, so no value may become markup there: a `<` that could open a tag is
 * parted from what follows by an invisible joiner. Shown as text it reads as it was written.
 */
export const plainText = (text: string, most: number): string => {
  const clean = visibleText(text.toWellFormed()).replaceAll('\t', ' ')
  return shortened(clean.replace(/<(?=[a-z/!?])/gi, '<\u2060'), most)
}

/** One line of it: a title, the subject of a mail. */
export const plainLine = (text: string, most: number): string => plainText(visibleLine(text), most)
