import type { LogLine } from '../../../lib/log.ts'

/** What the people of a test file have sent and were sent that no log may hold, and the lines that were logged. */
let secrets = new Set<string>()
let lines: string[] = []

const fields =
  'email|password|newPassword|oldPassword|currentPassword|name|firstName|lastName|username|displayName|phone|phoneNumber|code|token|accessToken|refreshToken|idToken|id_token|doorCredential|bio|comment|studentId'
const field = new RegExp(`"(${fields})":"((?:[^"\\\\]|\\\\.)*)"`, 'g')

/** Shorter words are part of others, and of ids. */
const shortest = 6

/** Ids repeat from one prepared world to the next, and open nothing. */
const id = /^[0-9A-HJKMNP-TV-Z]{26}$/

export const noteSecret = (text: string): void => {
  if (text.length >= shortest && !id.test(text)) secrets.add(text)
}

/** Codes of failures and names of templates are words of ours, and what a line is for. */
const isOurs = (name: string, value: string): boolean =>
  (name === 'code' && !/\d/.test(value)) || (name === 'name' && /^[a-z]+(?:_[a-z]+)+$/.test(value))

/** Notes the personal fields of a body. */
export const noteSaid = (body: string): void => {
  for (const [, name, value = ''] of body.matchAll(field)) if (!isOurs(name ?? '', value)) noteSecret(value)
}

/** Notes where a mail went, and the code in it. */
export const noteMail = ({ to, text }: { readonly to: string; readonly text: string }): void => {
  noteSecret(to)
  noteSecret(/^\d{6}$/m.exec(text)?.[0] ?? '')
}

export const noteLogged = (line: LogLine): void => {
  lines.push(JSON.stringify(line))
}

const addressOrToken = /[\w.+-]+@[\w-]+\.\w+|\beyJ[\w-]{10,}/

const isWord = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character)

/** Whether `secret` stands in the text as a word of its own. */
const holds = (text: string, secret: string): boolean => {
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1))
    if (!isWord(text[at - 1]) && !isWord(text[at + secret.length])) return true
  return false
}

/** Whether a value of the line says one of the words. Names of operations, schools and fields are public. */
const tells = (line: string, words: readonly string[]): boolean => {
  if (!words.some((word) => holds(line, word))) return false
  let told = false
  JSON.parse(line, (key, value) => {
    if (key !== 'operation' && key !== 'tenant' && typeof value === 'string')
      told ||= words.some((word) => holds(value, word))
    return value
  })
  return told
}

/** The lines that tell something about a person: any address or token, and every one of `words`. */
export const leaksIn = (logged: readonly string[], words: Iterable<string>): readonly string[] => {
  const all = logged.join('\n')
  const known = [...words].filter((word) => holds(all, word))
  return logged.filter((line) => addressOrToken.test(line) || tells(line, known))
}

/** What the test file has leaked so far. */
export const leaks = (): readonly string[] => leaksIn(lines, secrets)

/** From here on another test file speaks. */
export const startListening = (): void => {
  secrets = new Set()
  lines = []
}
