import { currentLocale, msg, t } from '../locale.ts'

/** Messages of the scripts that browsers run. Values such as `{count}` are filled in there. */
export const scriptMessages = {
  'copy.js': [msg('Copied')],
  'door.js': [
    msg('1 check-in waits and cannot be sent: {reason}.'),
    msg('1 check-in is not saved yet. You are signed out.'),
    msg('1 check-in waits: trying again soon.'),
    msg('1 waiting check-in is saved.'),
    msg('Checked in'),
    msg('Close the camera'),
    msg('Discard'),
    msg('Not saved yet'),
    msg('No connection. 1 check-in waits and will be sent when you are back online.'),
    msg('No connection. {count} check-ins wait and will be sent when you are back online.'),
    msg('Refused'),
    msg('Scan tickets'),
    msg('Sign in again'),
    msg('The camera cannot be used here. Search for names instead.'),
    msg('This did not work.'),
    msg('Ticket'),
    msg('Try again'),
    msg('Undo check-in'),
    msg('{count} check-ins wait and cannot be sent: {reason}.'),
    msg('{count} check-ins are not saved yet. You are signed out.'),
    msg('{count} waiting check-ins are saved.'),
    msg('{count} check-ins wait: trying again soon.'),
    msg('{name} is already checked in.'),
    msg('{name}: check-in undone.'),
    msg('{name}: checked in, with all {count} seats.'),
    msg('{name}: checked in.'),
    msg('{name}: not saved yet.'),
    msg('{name}: {inside} of {count} people checked in.'),
  ],
  'helper.js': [
    msg('Close the camera'),
    msg('No connection. Nothing was checked in.'),
    msg('Scan tickets'),
    msg('The camera cannot be used here. Search for names instead.'),
  ],
  'leaving.js': [
    msg('1 check-in scan could not be sent and will be lost if you continue.'),
    msg('1 check-in scan was sent just now and refused.'),
    msg('Continue anyway'),
    msg('{count} check-in scans could not be sent and will be lost if you continue.'),
    msg('{count} check-in scans were sent just now and refused.'),
  ],
  'passkey.js': [msg('No passkey was used. Try again, or another way.')],
  'picture.js': [msg('The file is too large. Choose one of up to 4 MB.')],
  'unsaved.js': [],
} as const

export type ScriptName = keyof typeof scriptMessages

/** The texts of a script by their English messages, as JSON. Empty for English, which the scripts have themselves. */
export const scriptTexts = (name: ScriptName): string => {
  if (currentLocale().language === 'en') return ''
  return JSON.stringify(Object.fromEntries(scriptMessages[name].map((message) => [message, t(message)])))
}
