import type { Mail } from '../gateways.ts'

// One bare address. Anything that separates or decorates addresses could add a recipient.
const address = /^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@]+$/

const hasControl = (text: string): boolean =>
  [...text].some(
    (letter) => letter < ' ' || letter === '\u007f' || letter === '\u2028' || letter === '\u2029',
  )

/** Refuses a mail whose recipient or subject could become more than one header line. Throws; never quotes the mail. */
export const checkMail = ({ to, subject, kind, headers = {} }: Mail): void => {
  if (to.length > 320 || hasControl(to) || !address.test(to)) {
    throw new Error(`A mail of kind ${kind} was refused: its recipient is not one plain address.`)
  }
  if (hasControl(subject)) throw new Error(`A mail of kind ${kind} was refused: its subject is not one line.`)
  if (
    Object.entries(headers).some(([name, value]) => !/^[A-Za-z][A-Za-z-]*$/.test(name) || hasControl(value))
  )
    throw new Error(`A mail of kind ${kind} was refused: a header is not one line.`)
}
