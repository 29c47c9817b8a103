import { currentLocale, msg, t } from '../locale.ts'

/** Messages of the scripts that browsers run. Values such as `{count}` are filled in there. */
export const scriptMessages = {
  'door.js': [
    msg('1 scan waits and cannot be sent: {reason}.'),
    msg('1 scan waits. You are signed out.'),
    msg('1 scan waits: trying again soon.'),
    msg('All {count} scans are sent.'),
    msg('Check in'),
    msg('Close the camera'),
    msg('Done.'),
    msg('No connection. 1 scan waits and is sent later.'),
    msg('No connection. {count} scans wait and are sent later.'),
    msg('Refused'),
    msg('Scan tickets'),
    msg('Sign in again'),
    msg('The camera cannot be used here. Search for names, or type the code of a ticket.'),
    msg('This did not work.'),
    msg('Discard'),
    msg('Ticket'),
    msg('Try again'),
    msg('Undo'),
    msg('Undo check-in'),
    msg('checked in'),
    msg('just now'),
    msg('{count} scans wait and cannot be sent: {reason}.'),
    msg('{count} scans wait. You are signed out.'),
    msg('{count} scans wait: trying again soon.'),
    msg('{name}: checked in.'),
    msg('{name}: check-in undone.'),
    msg('{name} was checked in before.'),
  ],
  'leaving.js': [
    msg('1 check-in scan could not be sent and will be lost if you continue.'),
    msg('1 check-in scan was sent just now and refused.'),
    msg('Continue anyway'),
    msg('{count} check-in scans could not be sent and will be lost if you continue.'),
    msg('{count} check-in scans were sent just now and refused.'),
  ],
  'passkey.js': [msg('No passkey was used. Try again, or another way.')],
} as const

export type ScriptName = keyof typeof scriptMessages

/** The texts of a script by their English messages, as JSON. Empty for English, which the scripts have themselves. */
export const scriptTexts = (name: ScriptName): string => {
  if (currentLocale().language === 'en') return ''
  return JSON.stringify(Object.fromEntries(scriptMessages[name].map((message) => [message, t(message)])))
}
